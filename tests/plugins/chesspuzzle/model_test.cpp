// The model: what a search is offered, against the rules as act() has them, and the tiles that nobody has seen.
#include "plugin.hpp"
#include "tests/support/model_checks.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace chesspuzzle {
namespace {

using support::created;
using test::Values;

constexpr std::size_t kinds = 8;

const agon::Model& model() {
  static const agon::Model made(support::game());
  return made;
}

chesspuzzle_observation seen_in(const agon::State& state) {
  const std::vector<std::byte> bytes = state.observation(0);
  chesspuzzle_observation seen{};
  REQUIRE(bytes.size() == sizeof seen);
  std::memcpy(&seen, bytes.data(), sizeof seen);
  return seen;
}

TEST_CASE("the model keeps its promises on boards of many sizes") {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) support::check_model(model(), seed, {}, 400, 37);
  support::check_model(model(), 7, {{"rows", "6"}, {"columns", "6"}, {"depth", "1"}});
}

TEST_CASE("the legal actions are all that act() takes, from the first click to the last") {
  std::vector<std::string> candidates;
  for (std::int32_t row = -1; row <= CHESSPUZZLE_MAX_SIDE; ++row) {
    for (std::int32_t column = -1; column <= CHESSPUZZLE_MAX_SIDE; ++column)
      candidates.push_back(support::bytes_as_text(chesspuzzle_action{row, column}));
  }
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    agon::State state = created(model(), seed, {{"depth", "2"}});
    for (agon::QuickRandom random(seed); !state.over(); state.play_out(random, 1))
      support::check_listed(state, candidates);
    CHECK(support::listed(state).empty());
  }
}

/// The tiles that random clicks uncover, in order.
std::vector<std::size_t> uncovered(agon::State state, std::uint64_t seed) {
  agon::QuickRandom random(seed);
  std::vector<std::size_t> tiles;
  while (!state.over()) {
    const auto click = state.sample_as<chesspuzzle_action>(random.next());
    const bool covers = state.leads_to_chance({&click, sizeof click});
    state.act(click);
    const chesspuzzle_observation seen = seen_in(state);
    const int tile = seen.top[click.row * seen.columns + click.column];
    CHECK(covers == (tile != CHESSPUZZLE_NONE));
    if (covers) tiles.push_back(static_cast<std::size_t>(tile - 1));
  }
  return tiles;
}

// The statement draws each tile by itself, uniformly from eight kinds.
TEST_CASE("covered tiles are uniform and independent, determinised or drawn anew in the middle of a match") {
  agon::State middle = created(model(), 12, {{"rows", "8"}, {"columns", "8"}, {"depth", "6"}});
  agon::QuickRandom random(1);
  middle.play_out(random, 20);
  REQUIRE(!middle.over());
  std::vector<int> single(kinds);
  std::vector<int> pairs(kinds * kinds);
  agon::State again = middle;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    again.resample(static_cast<std::int32_t>(seed % 2) - 1, seed + 5000);
    for (const auto& tiles :
         {uncovered(support::determinised(model(), middle, 0, seed), seed), uncovered(again, seed)}) {
      for (const std::size_t tile : tiles) ++single[tile];
      for (std::size_t at = 1; at < tiles.size(); at += 2) ++pairs[tiles[at - 1] * kinds + tiles[at]];
    }
  }
  CHECK(support::chi_square(single) < support::chi_square_bound(kinds));
  CHECK(support::chi_square(pairs) < support::chi_square_bound(kinds * kinds));
}

TEST_CASE("a determinised state knows nothing of the tiles that the match covers") {
  std::vector<int> pairs(kinds * kinds);
  const chesspuzzle_action click = {2, 3};
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    agon::State match = created(model(), seed, {{"rows", "6"}, {"columns", "6"}, {"depth", "2"}});
    agon::State guess = support::determinised(model(), match, 0, seed);
    match.act(click);
    guess.act(click);
    const std::size_t at = 2 * 6 + 3;
    ++pairs[static_cast<std::size_t>(seen_in(match).top[at] - 1) * kinds +
            static_cast<std::size_t>(seen_in(guess).top[at] - 1)];
  }
  CHECK(support::chi_square(pairs) < support::chi_square_bound(pairs.size()));
}

}  // namespace
}  // namespace chesspuzzle
