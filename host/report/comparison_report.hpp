// The result of a comparison of two strategies, or of two builds of one.
#pragma once

#include "host/report/report.hpp"
#include "host/tournament/comparison.hpp"
#include "host/tournament/run.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace host {

/// Returns the command that replays and shows all matches of a seed.
using SeedCommand = std::function<std::string(std::uint64_t seed)>;
/// Returns the command that compares the two strategies on `seeds` other seeds; if the result goes_on(), on `seeds`
/// seeds in total.
using NextCommand = std::function<std::string(std::uint64_t seeds)>;

/// Returns the names of the two strategies; if they are equal, "mybot (new)" and "mybot (old)".
std::array<std::string, 2> compared_names(const RunPlan& plan);

/// Returns the answer, a table of the two strategies, and the evidence. In JSON, NaN and infinity are written as null.
Report comparison_report(const RunPlan& plan, const ComparisonResult& result);

/// If no difference was found, adds the number of seeds needed to find one of the observed size, or to end the test,
/// and the command that plays them. Adds the seeds with the largest gains and losses, each with the command that plays
/// it.
void add_advice(Report& report, const ComparisonResult& result, const SeedCommand& command, const NextCommand& next);

/// Returns a heading and a line for each seed: seed, score of the first, score of the second, difference.
std::vector<std::string> comparison_csv(const std::vector<ComparedSeed>& seeds);

/// Compares two builds of a strategy. `measure` names what is compared. Returns the numbers of seeds on which the new
/// build is better, worse and the same, the means, and a table of the largest changes.
std::string build_report(const BuildChange& change, const std::string& measure);

}  // namespace host
