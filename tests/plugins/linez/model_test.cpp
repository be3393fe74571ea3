// The model: what a search is offered, against the rules as act() has them, and what chance does in it.
#include "plugin.hpp"
#include "tests/support/model_checks.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace linez {
namespace {

using support::created;
using test::Values;

const agon::Model& model() {
  static const agon::Model made(support::game());
  return made;
}

linez_observation seen_in(const agon::State& state) {
  const std::vector<std::byte> bytes = state.observation(0);
  linez_observation seen{};
  REQUIRE(bytes.size() == sizeof seen);
  std::memcpy(&seen, bytes.data(), sizeof seen);
  return seen;
}

/// Every pair of cells, on the board and around it.
std::vector<std::string> all_pairs(std::int32_t rows, std::int32_t columns) {
  std::vector<std::string> pairs;
  for (std::int32_t from = 0; from < (rows + 2) * (columns + 2); ++from) {
    for (std::int32_t to = 0; to < (rows + 2) * (columns + 2); ++to) {
      pairs.push_back(support::bytes_as_text(linez_action{from / (columns + 2) - 1, from % (columns + 2) - 1,
                                                          to / (columns + 2) - 1, to % (columns + 2) - 1}));
    }
  }
  return pairs;
}

const Values small = {{"rows", "5"}, {"columns", "6"}, {"colours", "3"}, {"line", "4"}};

TEST_CASE("the model keeps its promises in the contest's game and in variants") {
  support::check_model(model(), 1, {}, 300, 11);
  support::check_model(model(), 2, small, 300, 7);
  support::check_model(model(), 3, {{"drop", "9"}, {"letters", "columns"}, {"drop_lines", "clear"}}, 100, 5);
  support::check_model(model(), 4, {{"rows", "16"}, {"columns", "16"}, {"moves", "30"}}, 100, 9);
}

TEST_CASE("the legal actions are all that act() takes") {
  const std::vector<std::string> pairs = all_pairs(5, 6);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    agon::State state = created(model(), seed, small);
    for (agon::QuickRandom random(seed); !state.over(); state.play_out(random, 4)) support::check_listed(state, pairs);
    CHECK(support::listed(state).empty());
  }
}

TEST_CASE("a move that makes a line leads to no chance, unless it empties the board; others do") {
  const Values line = {{"rows", "5"}, {"columns", "5"}, {"board", "1111./1..../..2../...../....."}, {"next", "111"}};
  const Values last = {{"rows", "5"}, {"columns", "5"}, {"board", "1111./1..../...../...../....."}, {"next", "111"}};
  const linez_action makes_line = {1, 0, 0, 4};
  const linez_action makes_none = {1, 0, 1, 1};
  const auto leads = [](const Values& values, const linez_action& action) {
    return created(model(), 1, values).leads_to_chance({&action, sizeof action});
  };
  // The number at B1 has no way to A5 but along row B.
  CHECK(!leads(line, makes_line));
  CHECK(leads(line, makes_none));
  CHECK(leads(last, makes_line));
}

/// What one number that falls brings: its place, and the number announced then.
struct Fallen {
  int place = -1;  // among the empty cells, row by row
  int next = 0;
};

/// Moves the only number of a 5 x 5 board one cell, so that the announced one falls on one of 24.
Fallen fall(agon::State state) {
  const linez_observation before = seen_in(state);
  int at = 0;
  while (before.cells[at] == 0) ++at;
  const linez_action move = {at / 5, at % 5, at / 5 == 0 ? 1 : at / 5 - 1, at % 5};
  const int gone = move.to_row * 5 + move.to_column;
  state.act(move);
  const linez_observation after = seen_in(state);
  Fallen fallen{.next = after.next[0]};
  int empty = 0;
  for (int cell = 0; cell < 25; ++cell) {
    if (cell == gone) continue;
    if (after.cells[cell] != 0) fallen.place = empty;
    ++empty;
  }
  return fallen;
}

const Values lonely = {
    {"rows", "5"}, {"columns", "5"}, {"drop", "1"}, {"colours", "4"}, {"board", "1..../...../...../...../....."}};

TEST_CASE("numbers fall uniformly on the empty cells, and each announced number is as likely") {
  const agon::State root = support::determinised(model(), created(model(), 1, lonely), 0, 99);
  agon::State again = root;
  std::vector<int> places(24);
  std::vector<int> both(24 * 4);
  for (std::uint64_t seed = 0; seed < 9600; ++seed) {
    const agon::State drawn = support::determinised(model(), root, 0, seed);
    const Fallen one = fall(drawn);
    REQUIRE(one.place >= 0);
    ++places[static_cast<std::size_t>(one.place)];
    again.resample(static_cast<std::int32_t>(seed % 2) - 1, seed + 1'000'000);  // for the seat, and for all
    const Fallen two = fall(again);
    ++both[static_cast<std::size_t>(two.place * 4 + two.next - 1)];
  }
  CHECK(support::chi_square(places) < support::chi_square_bound(places.size()));
  CHECK(support::chi_square(both) < support::chi_square_bound(both.size()));
}

TEST_CASE("what falls in a determinised state is independent of what falls in the match") {
  std::vector<int> pairs(16);
  for (std::uint64_t seed = 1; seed <= 4000; ++seed) {
    const agon::State match = created(model(), seed, lonely);
    const Fallen truth = fall(match);
    const Fallen guess = fall(support::determinised(model(), match, 0, seed));
    ++pairs[static_cast<std::size_t>((truth.next - 1) * 4 + guess.next - 1)];
  }
  CHECK(support::chi_square(pairs) < support::chi_square_bound(pairs.size()));
}

}  // namespace
}  // namespace linez
