// A seat whose player is a program that knows nothing of Agon: it reads its input, writes its output, and ends.
#pragma once

#include "host/plugin/catalogue.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/seat.hpp"

#include <memory>
#include <string>
#include <vector>

namespace host {

/// The program is started anew for each match. Its input is the observation, or what the game has connected it to
/// (SeatStart::ends); its action is its output. `options`, a value for each of the strategy's options, become arguments
/// as --depth=3. At the level `none`, its memory is not limited.
std::unique_ptr<Seat> open_stream(const StrategyFile& strategy, std::vector<std::string> options, Level level,
                                  const WorkerOptions& worker);

}  // namespace host
