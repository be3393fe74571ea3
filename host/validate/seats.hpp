// Seats that try a game hard: garbage in place of actions, failures of every kind, a fresh strategy for every turn.
#pragma once

#include "host/seat/seat.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace host::validate {

/// What a troubled seat does once in a while, with equal chances of those it may do.
struct Trouble {
  double chance = 0;      // of each turn
  bool garbage = false;   // random bytes as an action, of any size up to the capacity
  bool damage = false;    // flips bits of a sound action
  bool failures = false;  // reports an outcome of a random kind
};

/// A sound strategy, in trouble once in a while.
std::unique_ptr<Seat> troubled(std::unique_ptr<Seat> sound, Trouble trouble, std::uint64_t seed);

/// Hands every turn to a fresh instance of a strategy drawn from the `runners`. A strategy that acts several times
/// inside its turn is cut short after a few actions, so that another one takes over there.
std::unique_ptr<Seat> relay(std::vector<std::unique_ptr<Seat>> runners, std::uint64_t seed);

}  // namespace host::validate
