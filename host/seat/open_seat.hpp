// Opens seats at any level of isolation.
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

/// How the strategies of a run are isolated.
struct SandboxPolicy {
  Level level = Level::sandbox;
  WorkerOptions worker;  // unused if the level is none
  Pin pin;
};

/// Returns the default wall-clock limit for these limits of CPU time: 10 s plus three times the CPU time of a match.
/// Increments, and turns that have only a limit of their own, count for 1000 turns. The factor allows for a busy
/// machine. Without a limit of CPU time, returns 0: no limit.
std::int64_t wall_limit_for(const agon_limits& limits);

/// Opens a seat. `options` has a value for each of the strategy's options, in order. `should_stop` is read from inside
/// turns, possibly by another thread. Throws Failure(plugin) or Failure(isolation).
std::unique_ptr<Seat> open_seat(const SandboxPolicy& sandbox, const StrategyFile& strategy,
                                std::vector<std::string> options, std::function<bool()> should_stop);

/// Opens a seat that shares no global variables with other seats, at any level: for calls that belong to no match.
std::unique_ptr<Seat> open_separate_seat(const SandboxPolicy& sandbox, const StrategyFile& strategy,
                                         std::vector<std::string> options, std::function<bool()> should_stop);

/// Checks whether the strategy plays such matches with these options: creates one instance, as for `start`, that is not
/// used in any match. Returns the strategy's sentence if it refuses. Other failures are ignored here: the first match
/// reports them.
std::optional<std::string> refusal_of(const SandboxPolicy& sandbox, const StrategyFile& strategy,
                                      std::vector<std::string> options, const SeatStart& start);

}  // namespace host
