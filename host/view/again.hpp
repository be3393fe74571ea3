// Command lines that repeat a run or a part of it, quoted for a shell.
#pragma once

#include "host/stats/sprt.hpp"
#include "host/tournament/run.hpp"

#include <cstdint>
#include <string>

namespace host {

/// Returns the command that plays one match of the run again. `program` is the name that the host was called by.
std::string match_again(const RunPlan& plan, const Fixture& fixture, const std::string& program);

/// Returns the command that plays all matches of the run's entrants on a seed again, records them and shows them.
std::string seed_again(const RunPlan& plan, std::uint64_t seed, const std::string& program);

/// Returns the command that compares the run's two entrants on `seeds` other seeds, in one test of `alpha`.
std::string comparison_again(const RunPlan& plan, std::uint64_t seeds, double alpha, const std::string& program);

/// Returns the command that continues the run's comparison, which `test` has not ended: on its seeds and further ones,
/// `seeds` in all.
std::string comparison_on(const RunPlan& plan, std::uint64_t seeds, const stats::Sprt& test,
                          const std::string& program);

}  // namespace host
