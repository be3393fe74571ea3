// The command line that plays one seed of a comparison again.
#pragma once

#include "host/tournament/run.hpp"

#include <boost/program_options.hpp>

#include <cstdint>
#include <string>

namespace host {

/// What plays the seed's matches between --plugin and --against again, as `values` say, records them and shows them.
std::string seed_command(const boost::program_options::variables_map& values, const RunPlan& plan, std::uint64_t seed);

}  // namespace host
