// No match finds what another one left in the worker that both were played in.
#include "tests/host/seat/orders.hpp"

#include <memory>
#include <set>
#include <string>

namespace {

host::NoReferee no_referee;

std::unique_ptr<host::Seat> open_mindful(host::Level level, const std::string& keeps = "0") {
  return host::open_isolated(orders::file(AGON_TEST_MINDFUL), {keeps}, {.level = level}, nullptr);
}

std::int64_t ask(host::Seat& seat, std::int64_t kind) {
  const orders::Answered answered = orders::tell(seat, kind);
  REQUIRE(answered.outcome == AGON_OUTCOME_OK);
  return answered.number;
}

}  // namespace

TEST_CASE("a match finds a worker's memory as it was before the first one, in the same process") {
  for (const host::Level level : orders::worker_levels) {
    CAPTURE(level);
    const auto seat = open_mindful(level);
    std::set<std::int64_t> processes;
    for (int match = 0; match < 5; ++match) {
      CAPTURE(match);
      REQUIRE(seat->begin(orders::start(), no_referee).ok());
      CHECK(ask(*seat, ORDER_ECHO) == 0);
      CHECK(ask(*seat, ORDER_ECHO) != 0);  // within a match they are there
      processes.insert(ask(*seat, ORDER_PID));
      CHECK(seat->end().ok());
    }
    CHECK(processes.size() == 1);
  }
}

TEST_CASE("a worker that keeps memory is replaced for the next match") {
  const auto seat = open_mindful(host::Level::sandbox, "1");
  std::set<std::int64_t> processes;
  for (int match = 0; match < 3; ++match) {
    REQUIRE(seat->begin(orders::start(), no_referee).ok());
    CHECK(ask(*seat, ORDER_ECHO) == 0);
    processes.insert(ask(*seat, ORDER_PID));
    CHECK(seat->end().ok());
  }
  CHECK(processes.size() == 3);
}
