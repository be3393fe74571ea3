// Commands that run a game's code do so in a process of its own.
#pragma once

#include "host/arena/game_limits.hpp"
#include "host/cli/options.hpp"

#include <boost/program_options.hpp>

#include <functional>

namespace host {

/// Adds --game-wall and --game-memory.
void add_game_limit_options(Options& options);

/// Reads them. Throws Failure(usage).
GameLimits read_game_limits(const boost::program_options::variables_map& values);

/// Runs a command, or a part of it: prints what it throws as a message. Returns its exit code.
int with_messages(const std::function<int()>& body);

/// Runs the rest of a command, which runs a game's code, in a process of its own: host/arena/run_in_child.hpp. The
/// process prints what `body` throws. Returns its exit code.
int run_game_in_child(const GameLimits& limits, const std::function<int()>& body);

}  // namespace host
