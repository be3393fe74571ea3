// Command lines that repeat a run or a part of it, quoted for a shell.
#pragma once

#include "host/stats/sprt.hpp"
#include "host/tournament/run.hpp"

#include <cstdint>
#include <string>

namespace host {

/// Returns the command that replays one match of the run. `program` is the name under which the host was called.
std::string match_again(const RunPlan& plan, const Fixture& fixture, const std::string& program);

/// Returns the command that replays, records and shows all matches of the run's entrants on a seed.
std::string seed_again(const RunPlan& plan, std::uint64_t seed, const std::string& program);

/// Returns the command that compares the run's two entrants on its seeds.
std::string comparison_line(const RunPlan& plan, const std::string& program);

/// Returns the command that compares the run's two entrants on `seeds` other seeds, in one test with significance level
/// `alpha`.
std::string comparison_again(const RunPlan& plan, std::uint64_t seeds, double alpha, const std::string& program);

/// Returns the command that continues the run's undecided comparison with `test`: on its seeds and further ones,
/// `seeds` in total.
std::string comparison_on(const RunPlan& plan, std::uint64_t seeds, const stats::Sprt& test,
                          const std::string& program);

}  // namespace host
