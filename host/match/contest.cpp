#include "host/match/contest.hpp"

#include "host/plugin/tester_settings.hpp"

#include <agon/game.h>

#include <algorithm>
#include <cmath>
#include <iterator>

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

const char* measure_name(Measure measure) {
  return measure == Measure::score ? "score" : "contest";
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

namespace {

struct ContestTexts {
  std::int32_t contest;
  const char* name;
  const char* measure;
};
constexpr ContestTexts all_texts[] = {
    {AGON_CONTEST_MEAN, "mean", "score"},
    {AGON_CONTEST_SUM, "sum", "score"},
    {AGON_CONTEST_SIGNED_ROOT_SUM, "sum of signed roots", "signed root of the score"},
    {AGON_CONTEST_RELATIVE_COST_SUM, "sum (lowest cost relative to own)", "lowest cost divided by the own cost"},
    {contest_ranked, "sum (by rank)", "share of the others beaten"},
    {AGON_CONTEST_RELATIVE_SUM, "sum (relative to the best)", "share of the best score"}};

const ContestTexts& texts_of(std::int32_t contest) {
  return *std::find_if(std::begin(all_texts), std::end(all_texts) - 1,
                       [&](const ContestTexts& each) { return each.contest == contest; });
}

}  // namespace

std::string measure_text(Measure measure, std::int32_t contest) {
  return measure == Measure::score ? "score" : texts_of(contest).measure;
}

std::string contest_name(std::int32_t contest) {
  return texts_of(contest).name;
}

}  // namespace host
