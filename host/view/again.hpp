// Command lines that play again what a run has played, as a shell takes them.
#pragma once

#include "host/stats/sprt.hpp"
#include "host/tournament/run.hpp"

#include <cstdint>
#include <string>

namespace host {

/// What plays one match of the run again. `program` is how the host was called.
std::string match_again(const RunPlan& plan, const Fixture& fixture, const std::string& program);

/// What plays all matches between the run's entrants on a seed again, records them and shows them.
std::string seed_again(const RunPlan& plan, std::uint64_t seed, const std::string& program);

/// What compares the run's two entrants anew on `seeds` others, in one test of `alpha`.
std::string comparison_again(const RunPlan& plan, std::uint64_t seeds, double alpha, const std::string& program);

/// What goes on with the run's comparison, which `test` has not ended: on its seeds and further ones, up to `seeds`.
std::string comparison_on(const RunPlan& plan, std::uint64_t seeds, const stats::Sprt& test,
                          const std::string& program);

}  // namespace host
