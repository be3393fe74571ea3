#include "host/tournament/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace host {

namespace {

/// Returns the seeds with the largest differences of one sign.
std::vector<ComparedSeed> largest(const std::vector<ComparedSeed>& seeds, double sign, std::size_t most) {
  std::vector<ComparedSeed> found;
  std::copy_if(seeds.begin(), seeds.end(), std::back_inserter(found),
               [&](const ComparedSeed& one) { return sign * one.difference() > 0; });
  std::stable_sort(found.begin(), found.end(), [&](const ComparedSeed& a, const ComparedSeed& b) {
    return sign * a.difference() > sign * b.difference();
  });
  if (found.size() > most) found.resize(most);
  return found;
}

/// Accepting one hypothesis only rejects the other one. This shows a difference only if all rejected values are on one
/// side of 0. If the first strategy is not stronger by elo1, `points` tells whether it is weaker.
Answer answer(const ComparisonResult::Sprt& sprt, stats::SequentialVerdict points) {
  using stats::SprtVerdict;
  if (sprt.verdict == SprtVerdict::accept_h1 && sprt.test.elo0 >= 0) return Answer::better;
  if (sprt.verdict != SprtVerdict::accept_h0) return Answer::no_difference_found;
  return sprt.test.elo1 <= 0 || points == stats::SequentialVerdict::worse ? Answer::worse : Answer::no_difference_found;
}

/// Assumes that the log-likelihood ratio grows by about the same amount with each seed.
std::optional<std::uint64_t> seeds_to_stop(const ComparisonResult::Sprt& sprt, std::size_t seeds) {
  constexpr double most = 1e15;
  const double ratio = sprt.log_likelihood_ratio;
  const double needed = static_cast<double>(seeds) * (ratio > 0 ? sprt.bounds.upper : sprt.bounds.lower) / ratio;
  if (!(needed < most)) return std::nullopt;
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(std::ceil(needed)), seeds + 1);
}

Answer answer(stats::SequentialVerdict verdict) {
  if (verdict == stats::SequentialVerdict::better) return Answer::better;
  return verdict == stats::SequentialVerdict::worse ? Answer::worse : Answer::no_difference_found;
}

Answer answer(const stats::Paired& paired, double alpha) {
  if (!paired.can_be_tested()) return Answer::no_test;
  if (paired.p() > alpha) return Answer::no_difference_found;
  if (paired.clustered) return paired.mean > 0 ? Answer::better : Answer::worse;
  const stats::SignedRank& ranks = paired.signed_rank;
  if (ranks.positive > ranks.negative && paired.mean > 0) return Answer::better;
  return ranks.positive < ranks.negative && paired.mean < 0 ? Answer::worse : Answer::no_difference_found;
}

}  // namespace

const char* answer_name(Answer answer) {
  constexpr std::array<const char*, 5> names = {"better", "worse", "no difference found", "no answer", "no test"};
  return names.at(static_cast<std::size_t>(answer));
}

bool ComparisonResult::second_fails() const {
  const Totals& second = rows.at(1);
  return static_cast<double>(second.failures) > most_failing * static_cast<double>(second.matches);
}

Comparison::Comparison(const ComparisonOptions& options)
    : options_(options),
      tally_(2, options.contest),
      observations_(options.openings),
      sequential_(stats::SequentialOptions{.alpha = options.alpha, .most = options.seeds}),
      points_(stats::SequentialOptions{.alpha = options.alpha, .warm_up = 10, .most = options.seeds}) {}

void Comparison::add(const Result& match, const Seating& seating) {
  if (decided_) return;
  playing_.push_back({match, seating});
  close_seed_if_complete();
}

void Comparison::leave_out() {
  if (decided_) return;
  ++left_out_;
  close_seed_if_complete();
}

void Comparison::close_seed_if_complete() {
  if (playing_.size() + left_out_ < options_.matches_a_seed) return;
  if (left_out_ == 0) return close_seed();
  playing_.clear();
  left_out_ = 0;
}

void Comparison::close_seed() {
  ComparedSeed seed{.seed = playing_.front().result.seed};
  std::array<double, 2> taken{};  // seats
  std::size_t points = 0;         // points of the first; a win counts two
  std::vector<double> alone;      // in games with one seat: the score of each
  BlockDigest digest;
  for (const auto& [result, seating] : playing_) {
    digest.add(result.digests);
    tally_.add(result, seating);
    std::array<double, 2> scores{};
    const std::vector<double> all = result.scores();
    const std::vector<double> values = measured(options_.measure, options_.contest, all);
    for (std::size_t seat = 0; seat < seating.size(); ++seat) {
      const std::size_t participant = seating[seat];
      scores[participant] += all[seat];
      seed.scores[participant] += all[seat];
      seed.values[participant] += values[seat];
      ++taken[participant];
    }
    if (all.size() == 1) alone.push_back(all.front());
    points += scores[0] > scores[1] ? 2 : scores[0] == scores[1] ? 1 : 0;
  }
  for (std::size_t participant = 0; participant < taken.size(); ++participant) {
    seed.scores[participant] /= taken[participant];
    seed.values[participant] /= taken[participant];
  }
  if (alone.size() == seed.scores.size()) {  // relative scores depend on both
    const std::vector<double> values = measured(options_.measure, options_.contest, alone);
    std::copy(values.begin(), values.end(), seed.values.begin());
  }
  seeds_.push_back(seed);
  if (playing_.size() == 2 && playing_.front().seating.size() == 2) {
    ++pairs_[points];
    shares_.push_back(static_cast<double>(points) / 4);
  }
  playing_.clear();
  blocks_.push_back(digest.block(seed.seed));
  if (observations_.add(blocks_.back())) test(seed, points);
}

void Comparison::test(const ComparedSeed& seed, std::size_t points) {
  ++tested_;
  if (options_.sprt) {
    ++tested_pairs_[points];
    points_.add(static_cast<double>(points) - 2);
    sprt_ = stats::verdict(*options_.sprt, tested_pairs_);
    decided_ = sprt_ != stats::SprtVerdict::running;
  }
  if (options_.sequential) {
    const stats::SequentialVerdict verdict = sequential_.add(seed.difference());
    decided_ = verdict == stats::SequentialVerdict::better || verdict == stats::SequentialVerdict::worse;
  }
}

Answer Comparison::answer(const ComparisonResult& result) const {
  const Answer tested = tested_answer(result);
  return tested == Answer::better && result.second_fails() ? Answer::no_answer : tested;
}

Answer Comparison::tested_answer(const ComparisonResult& result) const {
  if (!result.sprt && !result.sequential) return host::answer(result.paired, options_.alpha);
  const Answer found =
      result.sprt ? host::answer(*result.sprt, points_.verdict()) : host::answer(result.sequential->verdict);
  return decided_ || result.paired.can_be_tested() ? found : Answer::no_test;
}

ComparisonResult Comparison::result(std::size_t shown) const {
  const stats::Units units = observations_.units();
  std::vector<std::uint64_t> unit_of_seed;
  for (const stats::PlayedBlock& block : blocks_) unit_of_seed.push_back(units.of(block));
  std::array<std::vector<double>, 2> values;
  for (const ComparedSeed& seed : seeds_) {
    for (std::size_t participant = 0; participant < values.size(); ++participant)
      values[participant].push_back(seed.values[participant]);
  }
  ComparisonResult result;
  result.measure = options_.measure;
  result.alpha = options_.alpha;
  result.confidence = 1 - options_.alpha;
  stats::BootstrapOptions bootstrap;
  bootstrap.confidence = result.confidence;
  result.paired = stats::compare(values[0], values[1], bootstrap, unit_of_seed);
  if (!(stats::mean(values[0]) > 0 && stats::mean(values[1]) > 0))
    result.paired.ratio = std::numeric_limits<double>::quiet_NaN();
  result.rows = Tally(tally_).rows();
  result.observations = units.counts();
  result.tested = tested_;
  if (!shares_.empty()) {
    result.elo = {pairs_, result.paired.clustered
                              ? stats::estimate_elo(pairs_, stats::clustered_mean(shares_, unit_of_seed))
                              : stats::estimate_elo(pairs_)};
  }
  if (options_.sprt) {
    result.sprt = {*options_.sprt, stats::bounds(*options_.sprt),
                   stats::log_likelihood_ratio(*options_.sprt, tested_pairs_), sprt_};
  }
  if (options_.sequential)
    result.sequential = {sequential_.verdict(), sequential_.p(), sequential_.interval(), sequential_.warm_up()};
  result.gains = largest(seeds_, 1, shown);
  result.losses = largest(seeds_, -1, shown);
  result.answer = answer(result);
  if (result.paired.clustered) return result;
  if (result.goes_on()) {
    result.seeds_to_find = seeds_to_stop(*result.sprt, seeds_.size());
  } else if (result.answer == Answer::no_difference_found) {
    result.seeds_to_find = stats::seeds_to_find(result.paired.mean, result.paired.deviation, options_.alpha);
    if (result.seeds_to_find && !result.sequential)
      result.seeds_to_find = std::max<std::uint64_t>(*result.seeds_to_find, seeds_.size() + 1);
  }
  return result;
}

BuildChange compare_builds(const std::vector<SeedScore>& before, const std::vector<SeedScore>& after, std::size_t most,
                           const PairMeasure& measure) {
  BuildChange change;
  std::vector<ComparedSeed> seeds;
  for (std::size_t index = 0; index < std::min(before.size(), after.size()); ++index) {
    std::vector<double> values = {after[index].score, before[index].score};
    if (measure) values = measure(values);
    const ComparedSeed& here =
        seeds.emplace_back(ComparedSeed{.seed = after[index].seed, .values = {values[0], values[1]}});
    change.mean_after += here.values[0];
    change.mean_before += here.values[1];
    ++(here.difference() > 0 ? change.better : here.difference() < 0 ? change.worse : change.same);
  }
  if (change.seeds() > 0) {
    change.mean_before /= static_cast<double>(change.seeds());
    change.mean_after /= static_cast<double>(change.seeds());
  }
  change.gains = largest(seeds, 1, most);
  change.losses = largest(seeds, -1, most);
  return change;
}

}  // namespace host
