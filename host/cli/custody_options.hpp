// The options for the isolation and the limits of strategies, common to all commands that play.
#pragma once

#include "host/cli/options.hpp"
#include "host/plugin/description.hpp"
#include "host/seat/open_seat.hpp"

#include <boost/program_options.hpp>

namespace host {

/// Adds the options.
void add_custody_options(Options& options);

/// Returns the limits in force for each seat: from the options, otherwise the game's defaults. Throws Failure(usage).
agon_limits read_limits(const boost::program_options::variables_map& values, const GameDescription& game);

/// Returns the isolation of strategies with these `limits`. Prints one line on stderr with what this machine lacks for
/// it, for programs too if the command line names one, or throws Failure(isolation) if strict isolation was requested.
Custody read_custody(const boost::program_options::variables_map& values, const agon_limits& limits);

}  // namespace host
