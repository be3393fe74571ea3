#include "host/tournament/participant_rows.hpp"

#include "host/tournament/run.hpp"

#include <doctest/doctest.h>

namespace {

using Names = std::vector<std::string>;

host::SeatIdentity identity(const std::string& name, const std::string& version = "1.0.0") {
  return {.strategy = name, .name = name, .version = version, .sha256 = std::string(64, 'a'), .options = {}};
}

host::RunPlan plan_of(const std::vector<host::SeatIdentity>& identities) {
  host::RunPlan plan;
  plan.game.description.seat_names = {"Black", "White"};
  for (const auto& each : identities) plan.participants.push_back({{}, {}, each});
  return plan;
}

}  // namespace

TEST_CASE("strategies of different names have a row each, wherever they sit") {
  host::ParticipantRows rows(plan_of({identity("one"), identity("two")}));
  CHECK(rows.names() == Names{"one", "two"});
  CHECK(rows.rows_of({.seed = 1, .seating = {1, 0}, .block = 0}).seating == host::Seating{1, 0});
}

TEST_CASE("a strategy that plays itself has a row for each seat that it takes") {
  host::ParticipantRows rows(plan_of({identity("one"), identity("one")}));
  CHECK(rows.names().empty());
  CHECK(rows.rows_of({.seed = 1, .seating = {0, 1}, .block = 0}).seating == host::Seating{0, 1});
  CHECK(rows.rows_of({.seed = 2, .seating = {1, 0}, .block = 0}).seating == host::Seating{0, 1});
  CHECK(rows.names() == Names{"one (Black)", "one (White)"});
}

TEST_CASE("two builds of one name are told apart by what differs") {
  const host::ParticipantRows rows(plan_of({identity("one"), identity("one", "2.0.0")}));
  CHECK(rows.names() == Names{"one 1.0.0", "one 2.0.0"});
}
