// Random matches of the game plugin beside the model of the statement.
#pragma once

#include "tests/support/driven_player.hpp"

#include <chesspuzzle/chesspuzzle.h>
#include "statement.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>

namespace chesspuzzle::test {

// The built plugins, driven through their C tables.
using support::Answer;
using support::game;
using support::strategy;
using support::Values;

using Match = support::Match<chesspuzzle_observation, chesspuzzle_action>;
using Player = support::Player<chesspuzzle_observation, chesspuzzle_action>;

/// A click as text.
inline std::string text_of(int row, int column) {
  return std::to_string(row) + " " + std::to_string(column);
}

/// One of the contest's examples in the game plugin, and its model.
struct Played {
  explicit Played(const Official& official) : match(static_cast<std::uint64_t>(official.seed)), model(official.model) {}

  Answer click(Place place) {
    Answer answer = match.act(chesspuzzle_action{place.first, place.second});
    if (answer.status == AGON_OK) model.click(place);
    return answer;
  }
  /// A random legal click; false: there is none.
  bool click_any(agon::Random& random) {
    const Places legal = model.legal();
    return !legal.empty() && click(legal[random.below(legal.size())]).status == AGON_OK;
  }

  Match match;
  Model model;
};

/// Calls `visit` with a Played before every click of `rounds` random matches of each example. The visitor may play and
/// spoil the match: return false to go on with the next one.
template <class Visit>
void visit_random_play(std::uint64_t seed, int rounds, Visit&& visit) {
  agon::Random random(seed);
  for (int round = 0; round < rounds; ++round) {
    for (const Official& official : official_boards()) {
      Played played(official);
      do {
        if (played.match.over() || !visit(played)) break;
      } while (played.click_any(random));
    }
  }
}

}  // namespace chesspuzzle::test
