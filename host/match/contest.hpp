// How scores become the score that a contest counts; see AGON_CONTEST_... in agon/game.h. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace host {

/// What a score counts in one test. A relative score depends on the other strategies in the table, so here it counts as
/// it is.
double contest_score(std::int32_t contest, double score);

/// What a score counts in one test where it counts relative to the best one of the test: its share of that, from 0 to
/// 1; if even the best is not above 0, 1 for those that have it and 0 for the others.
double relative_score(double score, double best);

/// The contest score of many tests, from what each counts.
double combine(std::int32_t contest, std::span<const double> counts);

/// "mean", "sum", "sum of signed roots", "sum (relative to the best)".
std::string contest_name(std::int32_t contest);

}  // namespace host
