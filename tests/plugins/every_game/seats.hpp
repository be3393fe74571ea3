// Seats that try a game hard: garbage in place of actions, failures of every kind, a fresh strategy for every turn.
#pragma once

#include "host/plugin/catalogue.hpp"
#include "host/seat/seat.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace every_game {

/// All strategies found for `game`.
std::vector<host::StrategyFile> strategies(const host::Catalogue& catalogue, const host::Game& game);

/// The strategy with its options at their defaults, in process.
std::unique_ptr<host::Seat> open(const host::StrategyFile& strategy);

/// What a troubled seat does once in a while, with equal chances of those it may do.
struct Trouble {
  double chance = 0;      // of each turn
  bool garbage = false;   // random bytes as an action, of any size up to the capacity
  bool damage = false;    // flips bits of a sound action
  bool failures = false;  // reports an outcome of a random kind
};

/// A sound strategy, in trouble once in a while.
std::unique_ptr<host::Seat> troubled(std::unique_ptr<host::Seat> sound, Trouble trouble, std::uint64_t seed);

/// Hands every turn to a fresh instance of a strategy drawn from `all`. A strategy that acts several times inside its
/// turn is cut short after a few actions, so that another one takes over there.
std::unique_ptr<host::Seat> relay(const std::vector<host::StrategyFile>& all, std::uint64_t seed);

}  // namespace every_game
