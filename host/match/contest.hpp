// How scores become the score that a contest counts; see AGON_CONTEST_... in agon/game.h. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace host {

/// What a score counts in one test. A relative score depends on the other strategies in the table, so here it counts as
/// it is.
double contest_score(std::int32_t contest, double score);

/// Whether a score of this contest counts relative to the best one of the test.
bool is_relative(std::int32_t contest);

/// What a score counts relative to the best one of the test, from 0 to 1. Of costs (AGON_CONTEST_RELATIVE_COST_SUM), it
/// is the lowest cost divided by its own, 1 for the lowest. Otherwise it is the share of the best score; if even the
/// best is not above 0, 1 for those that have it and 0 for the others.
double relative_score(std::int32_t contest, double score, double best);

/// The contest score of many tests, from what each counts.
double combine(std::int32_t contest, std::span<const double> counts);

/// "mean", "sum", "sum of signed roots", "sum (relative to the best)", "sum (lowest cost relative to own)".
std::string contest_name(std::int32_t contest);

}  // namespace host
