// Seats that test a game's robustness: garbage instead of actions, failures of every kind, a fresh strategy for every
// turn.
#pragma once

#include "host/seat/seat.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace host::validate {

/// The faults that a seat injects. All enabled kinds are equally likely.
struct Faults {
  double chance = 0;      // of a fault, in each turn
  bool garbage = false;   // random bytes as an action, of any size up to the capacity
  bool damage = false;    // flips bits of a valid action
  bool failures = false;  // reports an outcome of a random kind
};

/// Returns a valid strategy's seat that injects faults occasionally.
std::unique_ptr<Seat> fault_injecting(std::unique_ptr<Seat> inner, Faults faults, std::uint64_t seed);

/// Limits a strategy to that CPU time in a match, if the game allows more.
std::unique_ptr<Seat> time_limited(std::unique_ptr<Seat> inner, std::int64_t cpu_ns);

/// Plays every turn with a fresh instance of a random one of the `players`. If a strategy acts several times inside its
/// turn, the turn is ended after a few actions, so that another instance takes over there.
std::unique_ptr<Seat> handover(std::vector<std::unique_ptr<Seat>> players, std::uint64_t seed);

}  // namespace host::validate
