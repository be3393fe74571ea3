// A seat whose strategy runs in the host's own process and thread: for debuggers, profilers and training loops. The
// host is not protected from the strategy, and cannot stop it in the middle of a turn.
#pragma once

#include "host/match/seat.hpp"
#include "host/plugin/catalogue.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Loads the strategy. `options` has a value for each of its options, in order. `should_stop` is read from inside
/// turns. With `afresh`, global variables are reset for every match, as with agon.single_instance/1. Throws
/// Failure(plugin).
std::unique_ptr<Seat> open_in_process(const StrategyFile& strategy, std::vector<std::string> options,
                                      std::function<bool()> should_stop, bool afresh = false);

/// Does the same for a strategy that is linked into this program: for tests and measurements.
std::unique_ptr<Seat> seat_in_process(const agon_strategy_type& type, std::vector<std::string> options,
                                      std::function<bool()> should_stop);

}  // namespace host
