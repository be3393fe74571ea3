#include "host/blame/search.hpp"

#include <algorithm>
#include <numbers>
#include <utility>

namespace host {

namespace {

/// The draws of tests, which the search has not seen.
constexpr std::uint64_t first_test_draw = 1'000'000;

double part_of(double alpha, std::size_t number) {
  const double root = std::numbers::pi * static_cast<double>(number);
  return alpha * 6 / (root * root);
}

}  // namespace

BlameSearch::BlameSearch(std::vector<std::string> played, double end, PlayProbes play, const BlameOptions& options)
    : played_(std::move(played)), end_(end), play_(std::move(play)), options_(options) {}

/// Returns the mean of the values before the turn. That of the first one is guessed until it is measured, because its
/// continuations are the longest.
double BlameSearch::value_at(std::size_t turn) const {
  constexpr double guess = 0.75;
  if (turn == played_.size()) return end_;
  const auto known = values_.find(turn);
  return known == values_.end() ? guess : known->second.mean();
}

/// Returns the stretch between measured turns over which the value falls most; of equal ones, the last one, whose
/// continuations are the shortest. If none falls by more than the least cost, returns the widest one, or nothing if all
/// are narrow. Leaves out closed turns.
std::optional<BlameSearch::Stretch> BlameSearch::next() const {
  const std::size_t narrow = std::max<std::size_t>(played_.size() / (4 * draws_), 1);
  Stretch steepest;
  Stretch widest;
  std::size_t first = 0;
  const auto end_at = [&](std::size_t last) {
    const bool closed = last == first + 1 && closed_.contains(first);
    const double fall = closed ? 0 : value_at(first) - value_at(last);
    if (fall >= steepest.fall) steepest = {first, last, fall};
    if (last - first > widest.last - widest.first) widest = {first, last, fall};
    first = last;
  };
  for (const auto& [turn, value] : values_) {
    if (turn > first) end_at(turn);
  }
  end_at(played_.size());
  if (steepest.fall > options_.least) return steepest;
  return widest.last - widest.first > narrow ? std::optional(widest) : std::nullopt;
}

/// Adds continuations up to this number to the mean. Returns whether all were played, as all functions do that play.
bool BlameSearch::measure(std::map<std::size_t, stats::BoundedMean>& means, const Probe& first, std::size_t draws) {
  const auto known = means.find(first.turn);
  std::vector<Probe> probes;
  for (std::uint64_t draw = known == means.end() ? 0 : known->second.count(); draw < draws; ++draw)
    probes.push_back({first.turn, first.acted, draw, first.quick});
  const std::vector<Continuation> played = play_(probes);
  for (const Continuation& each : played) {
    means.try_emplace(first.turn, 0, 1).first->second.add(each.value);
    if (!first.acted && each.action != played_[first.turn]) differs_.insert(first.turn);
  }
  return played.size() == probes.size();
}

/// Finds out by quick continuations whether the turn's cost deserves a test.
bool BlameSearch::screen(std::size_t turn, bool& costly) {
  if (!measure(values_, {turn, false, 0, true}, 2 * draws_) || !measure(after_, {turn, true, 0, true}, 2 * draws_))
    return false;
  costly = values_.at(turn).mean() - after_.at(turn).mean() > options_.least;
  return true;
}

TestedTurn& BlameSearch::tested(std::size_t turn) {
  const auto known =
      std::find_if(tested_.begin(), tested_.end(), [&](const TestedTurn& each) { return each.turn == turn; });
  if (known != tested_.end()) return *known;
  return tested_.emplace_back(TestedTurn{.turn = turn, .alpha = part_of(options_.alpha, tested_.size() + 1)});
}

const TestedTurn* BlameSearch::found() const {
  const TestedTurn* most = nullptr;
  for (const TestedTurn& each : tested_) {
    if (each.established && (most == nullptr || each.cost() > most->cost())) most = &each;
  }
  return most;
}

/// Tests until the cost is known to be more than the least one and roughly estimated, or little speaks for it.
bool BlameSearch::test(std::size_t turn) {
  constexpr std::size_t batch = 3;
  const std::size_t least = options_.quick < 1 ? draws_ : 2 * draws_;  // quick ones have told something already
  const std::size_t most = 16 * draws_;
  TestedTurn& test = tested(turn);
  while (test.pairs() < (!test.established && test.cost() > options_.least ? most : least)) {
    std::vector<Probe> probes;
    for (std::size_t pair = 0; pair < batch; ++pair) {
      const std::uint64_t draw = first_test_draw + 2 * (test.pairs() + pair);
      probes.push_back({turn, false, draw});
      probes.push_back({turn, true, draw + 1});
    }
    const std::vector<Continuation> played = play_(probes);
    for (std::size_t at = 0; at + 1 < played.size(); at += 2) {
      test.before.add(played[at].value);
      test.after.add(played[at + 1].value);
      ++test.instead[played[at].action];
    }
    test.established = test.established || (test.cost() > options_.least && test.at_least() > options_.least);
    if (played.size() < probes.size()) return false;
  }
  return true;
}

/// Searches with draws_ continuations of each position.
bool BlameSearch::look() {
  const auto evaluate = [&](std::size_t turn) {
    return measure(values_, {turn, false, 0, options_.quick < 1}, draws_);
  };
  closed_.clear();
  std::vector<std::size_t> turns;
  for (const auto& [turn, value] : values_) turns.push_back(turn);
  for (const std::size_t turn : turns) {
    if (!evaluate(turn)) return false;
  }
  while (const std::optional<Stretch> stretch = next()) {
    const std::size_t middle = stretch->first + (stretch->last - stretch->first) / 2;
    if (middle != stretch->first || !values_.contains(middle)) {
      if (!evaluate(middle)) return false;
      continue;
    }
    closed_.insert(middle);
    bool costly = differs_.contains(middle);
    if (costly && options_.quick < 1 && !screen(middle, costly)) return false;
    if (costly && !test(middle)) return false;
  }
  return true;
}

void BlameSearch::judge(std::size_t turn) {
  draws_ = options_.most_draws;
  complete_ = test(turn);
}

void BlameSearch::run() {
  for (draws_ = options_.draws; draws_ <= options_.most_draws; draws_ *= 2) {
    if (!look()) return;
  }
  complete_ = true;
}

}  // namespace host
