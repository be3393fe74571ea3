#include "host/view/elo_report.hpp"

#include "host/text.hpp"
#include "host/view/numbers.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace host {

namespace {

const char* word(stats::SprtVerdict verdict) {
  return verdict == stats::SprtVerdict::running     ? "running"
         : verdict == stats::SprtVerdict::accept_h0 ? "accept H0"
                                                    : "accept H1";
}

}  // namespace

std::string with_interval(double confidence, const stats::Interval& interval, std::size_t seeds) {
  if (seeds < stats::least_seeds) return " (an interval needs " + std::to_string(stats::least_seeds) + " seeds)";
  return ", " + percent(confidence) + " interval " + interval_text(interval, with_sign, true);
}

std::string fact(const std::string& name, const std::string& value) {
  constexpr std::size_t column = 16;
  return name + std::string(column - name.size(), ' ') + value + "\n";
}

std::string pairs_text(const stats::Pentanomial& pairs) {
  std::vector<std::string> counts;
  for (const std::uint64_t count : pairs) counts.push_back(std::to_string(count));
  return join(counts) + " with 0, 1/2, 1, 3/2, 2 points";
}

namespace {

std::string normalised_elo(const stats::EloEstimate& elo, std::size_t observations) {
  if (std::isnan(elo.normalised_elo)) return "none: all results are the same";
  const std::string value = with_sign(elo.normalised_elo);
  if (observations >= stats::least_seeds && !std::isfinite(elo.normalised_interval.low))
    return value + " (an interval needs " + rounded(stats::least_points) + " points for each)";
  return value + with_interval(0.95, elo.normalised_interval, observations);
}

}  // namespace

std::string elo_facts(const stats::EloEstimate& elo, std::size_t observations) {
  return fact("Elo", with_sign(elo.elo) + with_interval(0.95, elo.elo_interval, observations)) +
         fact("normalised Elo", normalised_elo(elo, observations));
}

std::string sprt_line(const ComparisonResult::Sprt& sprt, const std::string& model, const std::string& played) {
  const std::string ratio = "log-likelihood ratio " + rounded(sprt.log_likelihood_ratio) + ", bounds " +
                            rounded(sprt.bounds.lower) + " and " + rounded(sprt.bounds.upper);
  if (sprt.verdict == stats::SprtVerdict::running) return "no answer after " + played + "; " + ratio;
  const std::string h0 = "H0 (" + rounded(sprt.test.elo0) + ")";
  const std::string h1 = "H1 (" + rounded(sprt.test.elo1) + ")";
  const bool first = sprt.verdict == stats::SprtVerdict::accept_h1;
  return "accepted " + (first ? h1 : h0) + " over " + (first ? h0 : h1) + ", in " + model + " Elo, after " + played +
         "; " + ratio;
}

nlohmann::ordered_json elo_json(const stats::EloEstimate& elo) {
  return {{"elo", elo.elo},
          {"elo_interval", interval_json(elo.elo_interval)},
          {"normalised_elo", elo.normalised_elo},
          {"normalised_interval", interval_json(elo.normalised_interval)},
          {"superiority", elo.superiority}};
}

nlohmann::ordered_json sprt_json(const ComparisonResult::Sprt& sprt) {
  return {{"verdict", word(sprt.verdict)},    {"elo0", sprt.test.elo0},
          {"elo1", sprt.test.elo1},           {"alpha", sprt.test.alpha},
          {"beta", sprt.test.beta},           {"log_likelihood_ratio", sprt.log_likelihood_ratio},
          {"lower_bound", sprt.bounds.lower}, {"upper_bound", sprt.bounds.upper}};
}

}  // namespace host
