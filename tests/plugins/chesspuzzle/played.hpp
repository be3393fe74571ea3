// Random matches of the game plugin beside the model of the statement.
#pragma once

#include "plugin.hpp"
#include "statement.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>

namespace chesspuzzle::test {

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
