// The options of openings: random actions, and files of starts.
#pragma once

#include "host/cli/options.hpp"
#include "host/match/opening.hpp"
#include "host/plugin/description.hpp"
#include "host/plugin/settings.hpp"

#include <boost/program_options.hpp>

#include <string>
#include <vector>

namespace host {

/// Adds --opening-plies, --opening-balance, --openings and --opening-order.
void add_opening_options(Options& options);

/// Returns the openings for matches with these parameters of --set. Throws Failure(usage).
Openings read_openings(const boost::program_options::variables_map& values, const GameDescription& game,
                       const Assignments& parameters);

/// Returns the given options as words of a command line.
std::vector<std::string> opening_words(const boost::program_options::variables_map& values);

}  // namespace host
