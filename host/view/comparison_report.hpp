// What a comparison of two strategies found, in words, as JSON and as CSV.
#pragma once

#include "host/tournament/comparison.hpp"
#include "host/tournament/run.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace host {

/// The command line that plays all matches of a seed again, to be looked at.
using SeedCommand = std::function<std::string(std::uint64_t seed)>;
/// The command line that compares the two on so many other seeds, or, where the result goes_on(), so many in all.
using NextCommand = std::function<std::string(std::uint64_t seeds)>;

/// How the two are called: by their names, or, if these are the same, "mybot (new)" and "mybot (old)".
std::array<std::string, 2> compared_names(const RunPlan& plan);

/// The answer, a table of the two strategies, and the evidence.
std::string comparison_text(const RunPlan& plan, const ComparisonResult& result);

/// Where no difference was found: how many seeds it takes to find one as large as was seen, or until the test stops,
/// and the command that plays them; empty if none was seen.
std::string next_comparison_text(const ComparisonResult& result, const NextCommand& command);

/// The seeds with the largest gains and losses, each with the command that plays it.
std::string extreme_seeds_text(const ComparisonResult& result, const SeedCommand& command);

/// All of it as an object. A number that is none, or infinite, becomes null when it is written.
nlohmann::ordered_json comparison_json(const RunPlan& plan, const ComparisonResult& result, const SeedCommand& command,
                                       const NextCommand& next);

/// A line for each seed, below a heading: seed, score of the first, of the second, difference.
std::vector<std::string> comparison_csv(const std::vector<ComparedSeed>& seeds);

}  // namespace host
