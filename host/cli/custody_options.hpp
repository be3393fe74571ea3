// The options by which every command that plays says how strategies are kept and what they may use.
#pragma once

#include "host/plugin/description.hpp"
#include "host/seat/open_seat.hpp"

#include <boost/program_options.hpp>

namespace host {

/// Adds them.
void add_custody_options(boost::program_options::options_description& options);

/// Returns the limits in force for each seat: those of the options, else the game's defaults. Throws Failure(usage).
agon_limits read_limits(const boost::program_options::variables_map& values, const GameDescription& game);

/// How strategies are kept, `limits` being theirs. Says on stderr what this machine lacks for it, or throws
/// Failure(isolation) if that was asked for.
Custody read_custody(const boost::program_options::variables_map& values, const agon_limits& limits);

}  // namespace host
