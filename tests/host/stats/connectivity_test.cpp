#include "host/stats/connectivity.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

using stats::Connection;

namespace {

/// Returns for each player its group, "r" for a reference, "+" if it is open above and "-" if below.
std::vector<std::string> told(std::size_t players, const std::vector<std::pair<std::size_t, std::size_t>>& ahead,
                              std::optional<std::uint32_t> anchor = std::nullopt) {
  stats::Ahead matrix(players, std::vector<bool>(players));
  for (const auto& [better, worse] : ahead) matrix[better][worse] = true;
  std::vector<std::string> all;
  for (const Connection& each : stats::connections(matrix, anchor)) {
    all.push_back(std::to_string(each.group) + (each.reference ? "r" : "") + (each.open_above ? "+" : "") +
                  (each.open_below ? "-" : ""));
  }
  return all;
}

using Told = std::vector<std::string>;

}  // namespace

TEST_CASE("players with results in both directions are bounded, also through others") {
  CHECK(told(3, {{0, 1}, {1, 2}, {2, 0}}) == Told{"0r", "0r", "0r"});
}

TEST_CASE("an undefeated player is open above, a winless one below") {
  CHECK(told(2, {{0, 1}}) == Told{"0r+", "0r-"});
  CHECK(told(4, {{1, 2}, {2, 1}, {0, 1}, {2, 3}}) == Told{"0+", "0r", "0r", "0-"});
}

TEST_CASE("between players that are open, nothing is known") {
  CHECK(told(3, {{0, 1}, {1, 2}}) == Told{"0r+", "0r+-", "0r-"});
}

TEST_CASE("players that both beat the same one, and not each other, are open towards each other") {
  CHECK(told(3, {{0, 2}, {1, 2}}) == Told{"0r+-", "0r+-", "0r-"});
}

TEST_CASE("the largest set is the reference, and what only beat its victims is unknown") {
  CHECK(told(4, {{0, 1}, {1, 0}, {0, 2}, {3, 2}}) == Told{"0r", "0r", "0-", "0+-"});
}

TEST_CASE("who never met is in another group, and the larger group is the first") {
  CHECK(told(6, {{0, 1}, {1, 0}, {3, 4}, {4, 5}, {5, 3}}) == Told{"1r", "1r", "2r", "0r", "0r", "0r"});
}

TEST_CASE("an anchor is the reference of its group") {
  CHECK(told(3, {{0, 1}, {1, 0}, {2, 0}}, 2) == Told{"0-", "0-", "0r"});
}
