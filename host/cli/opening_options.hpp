// The options of openings: random actions, and files of starts.
#pragma once

#include "host/cli/options.hpp"
#include "host/match/opening.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/spec.hpp"

namespace host {

/// Returns --opening-plies and --openings.
Options opening_options();

/// Returns the openings for matches with these parameters of --set. Throws Failure(usage).
Openings read_openings(const Values& values, const GameBuild& game, const Assignments& parameters);

}  // namespace host
