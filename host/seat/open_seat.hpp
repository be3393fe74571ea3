// Opens seats at any level of isolation.
#pragma once

#include "host/match/seat.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/seat/isolation.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Returns the default wall-clock limit for these limits of CPU time: 10 s plus three times the CPU time of a match.
/// Increments, and turns that have only a limit of their own, count for 1000 turns. The factor allows for a busy
/// machine. Without a limit of CPU time, returns 0: no limit.
std::int64_t wall_limit_for(const agon_limits& limits);

/// Opens a seat for matches with or without `streams` (SeatStart). `options` has a value for each of the strategy's
/// options, in order. `should_stop` is read from inside turns, possibly by another thread. Throws Failure(plugin) or
/// Failure(isolation).
std::unique_ptr<Seat> open_seat(const SandboxPolicy& sandbox, const StrategyFile& strategy,
                                std::vector<std::string> options, std::function<bool()> should_stop,
                                bool streams = false);

/// Opens a seat that shares no global variables with other seats, at any level: for calls that belong to no match.
std::unique_ptr<Seat> open_separate_seat(const SandboxPolicy& sandbox, const StrategyFile& strategy,
                                         std::vector<std::string> options, std::function<bool()> should_stop,
                                         bool streams = false);

/// Checks whether the strategy plays such matches with these options: creates one instance, as for `start`, that is not
/// used in any match. Returns the strategy's sentence if it refuses. Other failures are ignored here: the first match
/// reports them.
std::optional<std::string> refusal_of(const SandboxPolicy& sandbox, const StrategyFile& strategy,
                                      std::vector<std::string> options, const SeatStart& start);

// The kinds of seats that are in processes of their own.

/// Opens a seat whose strategy runs in a worker, a sandboxed process: whatever it does, the host gets an action or an
/// outcome. The worker starts with the first match and plays the following ones. It is replaced if it fails or keeps
/// memory, or if the strategy keeps global state. The thread that begins matches must live as long as the seat: the
/// kernel ends the worker when that thread ends.
///
/// begin() throws Failure(isolation) if the requested sandbox can't be set up.
std::unique_ptr<Seat> open_isolated(const StrategyFile& strategy, std::vector<std::string> options,
                                    const SandboxPolicy& sandbox, std::function<bool()> should_stop);

/// Opens a seat for a program, which starts with the first match and plays the following ones, unless it says that it
/// can't. It is started again after a failure. At the level `none`, its memory is not limited.
///
/// begin() throws Failure(isolation) if the requested sandbox can't be set up, and Failure(usage) if the game has no
/// notation, or none for engines.
std::unique_ptr<Seat> open_piped(const StrategyFile& strategy, const std::vector<std::string>& options,
                                 const SandboxPolicy& sandbox);

/// Opens a seat for a program that is started anew for each match. Its input is the observation, or what the game has
/// connected it to (SeatStart::ends); its action is its output. Options become arguments as --depth=3. At the level
/// `none`, its memory is not limited.
std::unique_ptr<Seat> open_stream(const StrategyFile& strategy, const std::vector<std::string>& options,
                                  const SandboxPolicy& sandbox);

}  // namespace host
