// A seat whose player is a program in any language, with which the host exchanges lines of text (docs/programs.md), or
// an engine, with which it speaks UCI or GTP (docs/engines.md).
#pragma once

#include "host/isolation/supervisor_protocol.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/program.hpp"
#include "host/seat/engine.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/seat.hpp"

#include <memory>
#include <string>
#include <vector>

namespace host {

/// The program starts with the first match and plays the following ones, unless it says that it can't. It is started
/// again after a failure. `options` has a value for each of the strategy's options, in order. At the level `none`, its
/// memory is not limited.
///
/// begin() throws Failure(isolation) if the requested sandbox can't be set up, and Failure(usage) if the game has no
/// notation, or none for engines.
std::unique_ptr<Seat> open_piped(const StrategyFile& strategy, std::vector<std::string> options, Level level,
                                 const WorkerOptions& worker);

/// Starts an engine with these options, and returns what it says of itself. Throws Failure(plugin) if it does not
/// start.
EngineDescription describe_engine(const StrategyFile& strategy, std::vector<std::string> options, Level level);

/// Returns how a program is run, in the sandbox and without a limit of memory.
ProgramConfig config_for(const Program& program);

}  // namespace host
