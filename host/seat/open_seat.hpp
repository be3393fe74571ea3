// Makes seats, at whatever level of isolation is asked for.
#pragma once

#include "host/plugin/catalogue.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/seat.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// How the strategies of a run are kept.
struct Custody {
  Level level = Level::sandbox;
  WorkerOptions worker;  // unless the level is none
  Pin pin;
};

/// Returns the wall-clock limit that goes with limits of CPU time, for a run that sets none: 10 s and three times the
/// CPU time of a match, in which increments, or turns that are limited alone, count for 1000 turns. A machine that is
/// busy with other things may take some times longer than the CPU time. 0, no limit, if CPU time has none.
std::int64_t wall_limit_for(const agon_limits& limits);

/// `options` has a value for each of the strategy's options, in order. `should_stop` is read from inside turns, perhaps
/// by another thread. Throws Failure(plugin) or Failure(isolation).
std::unique_ptr<Seat> open_seat(const Custody& custody, const StrategyFile& strategy, std::vector<std::string> options,
                                std::function<bool()> should_stop);

/// Tries whether the strategy can use these options: makes one instance, as for `start`, of which no match sees
/// anything. Returns its sentence if it refuses them. Any other failure is left to the matches.
std::optional<std::string> refusal_of_options(const Custody& custody, const StrategyFile& strategy,
                                              std::vector<std::string> options, const SeatStart& start);

}  // namespace host
