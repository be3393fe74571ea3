// The results of `compare`, of two strategies or of two builds of one.
#pragma once

#include "host/report/report.hpp"
#include "host/stats/elo.hpp"
#include "host/tournament/comparison.hpp"
#include "host/tournament/run.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Returns the answer, a table of the two strategies, and the evidence. In JSON, NaN and infinity are written as null.
Report comparison_report(const RunPlan& plan, const ComparisonResult& result);

/// If no difference was found, adds the number of seeds needed to find one of the observed size, or to end the test,
/// and the command that plays them. Adds the seeds with the largest gains and losses, each with the command that plays
/// it. `program` is the name under which the host was called.
void add_advice(Report& report, const RunPlan& plan, const ComparisonResult& result, const std::string& program);

/// Returns a heading and a line for each seed: seed, score of the first, score of the second, difference.

/// Compares two builds of a strategy. `measure` names what is compared. Returns the numbers of seeds on which the new
/// build is better, worse and the same, the means, and a table of the largest changes.
std::string build_report(const BuildChange& change, const std::string& measure);

/// Returns a line with a name, and a value in a column.
std::string fact(const std::string& name, const std::string& value);

/// Returns "1, 0, 9, 5, 15 with 0, 1/2, 1, 3/2, 2 points".
std::string pairs_text(const stats::Pentanomial& pairs);

/// What an interval counts.
struct IntervalUnits {
  std::size_t count = 0;
  std::string name = "seed";
  bool suffice = true;  // false: nearly all seeds are one of them
};

/// Returns the lines of Elo and normalised Elo.
std::string elo_facts(const stats::EloEstimate& elo, const IntervalUnits& units);

/// Returns the verdict; `model` is the kind of Elo of the bounds, and `played` such as "63 pairs".
std::string sprt_line(const ComparisonResult::Sprt& sprt, const std::string& model, const std::string& played);

nlohmann::ordered_json elo_json(const stats::EloEstimate& elo);
nlohmann::ordered_json sprt_json(const ComparisonResult::Sprt& sprt);

}  // namespace host
