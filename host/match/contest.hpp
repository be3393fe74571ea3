// Computes the contest score from match scores; see AGON_CONTEST_... in agon/game.h. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace host {

/// Returns the contribution of a score in one test. A relative score depends on the table's other strategies, so here
/// it is returned unchanged.
double contest_score(std::int32_t contest, double score);

/// Returns whether this contest counts scores relative to the others of the test.
bool is_relative(std::int32_t contest);

/// Returns a score's contribution relative to the best score of the test, from 0 to 1. For costs
/// (AGON_CONTEST_RELATIVE_COST_SUM) this is the lowest cost divided by the own cost: 1 for the lowest. Otherwise it is
/// the share of the best score. If the best score is not above 0, it is 1 for the best and 0 for all others.
double relative_score(std::int32_t contest, double score, double best);

/// Returns the share of the other scores of a test that a score, one of `all`, beats; a tie counts half. 1 if it is
/// alone.
double ranked_score(double score, std::span<const double> all);

/// What comparisons judge.
enum class Measure {
  contest,  // what a match counts in the contest
  score     // the score itself
};

/// Returns "contest" or "score".
const char* measure_name(Measure measure);

/// Returns what each score of a test counts; `scores` are those of a match's seats, or of all that played a seed alone.
std::vector<double> measured(Measure measure, std::int32_t contest, const std::vector<double>& scores);

/// Returns "score", "signed root of the score", "share of the best score", "lowest cost divided by the own cost" or
/// "share of the others beaten".
std::string measure_text(Measure measure, std::int32_t contest);

/// Returns "mean", "sum", "sum of signed roots", "sum (relative to the best)", "sum (lowest cost relative to own)" or
/// "sum (by rank)".
std::string contest_name(std::int32_t contest);

}  // namespace host
