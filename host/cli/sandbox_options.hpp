// The options for the isolation and the limits of strategies, and the limits of games.
#pragma once

#include "host/arena/game_limits.hpp"
#include "host/cli/options.hpp"
#include "host/plugin/description.hpp"
#include "host/seat/open_seat.hpp"

#include <string>
#include <vector>

namespace host {

/// Returns the options.
Options sandbox_options();

/// Returns --game-wall and --game-memory, for all commands that run a game.
Options game_limit_options();
GameLimits read_game_limits(const Values& values);

/// Returns the limits in force for each seat: from the options, otherwise the game's defaults. Throws Failure(usage).
RunLimits read_limits(const Values& values, const GameDescription& game);

/// Returns the isolation of strategies with these `limits`. Prints one line on stderr with what this machine lacks for
/// it, for programs too if the command line names one, or throws Failure(isolation) if strict isolation was requested.
SandboxPolicy read_sandbox(const Values& values, const agon_limits& limits);

/// Prints one line on stderr with what this machine lacks to isolate strategies, if anything.
void warn_of_missing_layers(const std::vector<std::string>& missing);

/// Creates the file of --trace, to which the sandbox writes. Returns its absolute path; "" if it is not given.
std::string read_trace(const Values& values);

}  // namespace host
