#include "host/match/contest.hpp"

#include "host/plugin/tester_settings.hpp"

#include <agon/game.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace host {

double contest_score(std::int32_t contest, double score) {
  return contest == AGON_CONTEST_SIGNED_ROOT_SUM ? std::copysign(std::sqrt(std::abs(score)), score) : score;
}

bool is_relative(std::int32_t contest) {
  return contest == AGON_CONTEST_RELATIVE_SUM || contest == AGON_CONTEST_RELATIVE_COST_SUM || contest == contest_ranked;
}

double relative_score(std::int32_t contest, double score, double best) {
  if (contest == AGON_CONTEST_RELATIVE_COST_SUM) {
    const double cost = std::max(-score, 0.0);
    const double lowest = std::max(-best, 0.0);
    return cost > lowest ? lowest / cost : 1;
  }
  if (best > 0) return std::max(score, 0.0) / best;
  return score >= best ? 1 : 0;
}

double ranked_score(double score, std::span<const double> all) {
  double beaten = -0.5;  // it is a tie with itself
  for (const double other : all) beaten += other < score ? 1 : other == score ? 0.5 : 0;
  return all.size() > 1 ? beaten / static_cast<double>(all.size() - 1) : 1;
}

std::vector<double> measured(Measure measure, std::int32_t contest, const std::vector<double>& scores) {
  if (measure == Measure::score) return scores;
  std::vector<double> values;
  for (const double score : scores) {
    values.push_back(contest == contest_ranked ? ranked_score(score, scores)
                     : is_relative(contest)
                         ? relative_score(contest, score, *std::max_element(scores.begin(), scores.end()))
                         : contest_score(contest, score));
  }
  return values;
}

std::string measure_text(Measure measure, std::int32_t contest) {
  if (measure == Measure::score) return "score";
  switch (contest) {
    case AGON_CONTEST_SIGNED_ROOT_SUM:
      return "signed root of the score";
    case AGON_CONTEST_RELATIVE_SUM:
      return "share of the best score";
    case AGON_CONTEST_RELATIVE_COST_SUM:
      return "lowest cost divided by the own cost";
    case contest_ranked:
      return "share of the others beaten";
    default:
      return "score";
  }
}

double combine(std::int32_t contest, std::span<const double> counts) {
  const double sum = std::accumulate(counts.begin(), counts.end(), 0.0);
  return contest == AGON_CONTEST_MEAN && !counts.empty() ? sum / static_cast<double>(counts.size()) : sum;
}

std::string contest_name(std::int32_t contest) {
  switch (contest) {
    case AGON_CONTEST_MEAN:
      return "mean";
    case AGON_CONTEST_SUM:
      return "sum";
    case AGON_CONTEST_SIGNED_ROOT_SUM:
      return "sum of signed roots";
    case AGON_CONTEST_RELATIVE_COST_SUM:
      return "sum (lowest cost relative to own)";
    case contest_ranked:
      return "sum (by rank)";
    default:
      return "sum (relative to the best)";
  }
}

}  // namespace host
