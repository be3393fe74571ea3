// Games to search in, and the slowest and plainest search of them.
#pragma once

#include "tests/support/driven_player.hpp"
#include "tests/support/states.hpp"

#include <agon/model.hpp>
#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace any::test {

/// A game that ships, or a small one.
const agon_game_type& game(const std::string& id);

/// A match of Connect Four in which these columns (1 to 7) were played.
agon::State four(const std::string& moves);

/// Whether the match goes on after these columns, each of which is legal.
bool goes_on(const std::string& moves);

/// Random columns, so many as the match allows.
std::string random_columns(std::size_t count, std::uint64_t seed);

/// Scores of seat 0 less those of seat 1, halved, by minimax: every line of `depth` actions; an unfinished match counts
/// as its scores.
double minimax(const agon::State& state, int depth);

/// What each seat gets if all play as well as they can (max^n), the first of equally good actions; every line.
std::vector<double> max_n(const agon::State& state, std::int32_t seats);

/// A strategy for any game in a seat of it; with the name of a game before it, as in "inc/random", one for that game.
class Player : public support::DrivenPlayer {
 public:
  Player(const std::string& strategy, const agon_game_type& game, const support::Values& options, std::int32_t seat = 0,
         std::uint64_t seed = 1);

  /// The action that it takes in a state, of its seat.
  std::vector<std::byte> decide(const agon::State& state);
  template <class Action>
  Action decide_as(const agon::State& state) {
    const std::vector<std::byte> action = decide(state);
    return *reinterpret_cast<const Action*>(action.data());
  }

 private:
  const agon_game_type& game_;
  std::int32_t seat_;
};

/// How creating a strategy for a game ends, with the library of the game or without.
support::Answer creation(const std::string& strategy, const agon_game_type& game, bool library = true);

}  // namespace any::test
