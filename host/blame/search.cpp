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

/// Returns the stretch between measured turns over which the value falls most, or the widest one if none falls by more
/// than the least cost; of equal ones, the last one, whose continuations are the shortest. Closed turns don't fall.
BlameSearch::Stretch BlameSearch::next() const {
  Stretch steepest;
  Stretch widest;
  std::size_t first = 0;
  const auto end_at = [&](std::size_t last) {
    const bool closed = last == first + 1 && closed_.contains(first);
    const Stretch each{first, last, closed ? 0 : value_at(first) - value_at(last)};
    if (each.fall >= steepest.fall) steepest = each;
    if (each.width() > widest.width()) widest = each;
    first = last;
  };
  for (const auto& [turn, value] : values_) {
    if (turn > first) end_at(turn);
  }
  end_at(played_.size());
  return steepest.fall > options_.least ? steepest : widest;
}

/// Returns whether the turn was measured with fewer draws.
bool BlameSearch::is_rough(std::size_t turn, std::size_t draws) const {
  const auto known = values_.find(turn);
  return known != values_.end() && known->second.count() < draws;
}

/// Adds continuations up to this number to the turn's value. Returns whether all were played, as all functions do that
/// play.
bool BlameSearch::measure(std::size_t turn, std::size_t draws) {
  const auto known = values_.find(turn);
  std::vector<Probe> probes;
  for (std::uint64_t draw = known == values_.end() ? 0 : known->second.count(); draw < draws; ++draw)
    probes.push_back({turn, false, draw});
  const std::vector<Continuation> played = play_(probes);
  for (const Continuation& each : played) {
    values_.try_emplace(turn, 0, 1).first->second.add(each.value);
    if (each.action != played_[turn]) differs_.insert(turn);
  }
  return played.size() == probes.size();
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
  TestedTurn& test = tested(turn);
  const auto wanted = [&] {
    return test.established ? 2 * draws_ : test.cost() > options_.least ? 16 * draws_ : draws_;
  };
  while (test.pairs() < wanted()) {
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

/// Searches with draws_ continuations of each position. Those beside falls come first, and there are twice as many
/// beside a turn before its test, which takes many more.
bool BlameSearch::look() {
  const std::size_t narrow = std::max<std::size_t>(played_.size() / (4 * draws_), 1);
  closed_.clear();
  for (;;) {
    const Stretch stretch = next();
    const bool falls = stretch.fall > options_.least;
    const std::size_t draws = falls && stretch.width() == 1 ? 2 * draws_ : draws_;
    std::size_t turn = stretch.first + stretch.width() / 2;
    for (const std::size_t end : {stretch.first, stretch.last}) turn = is_rough(end, draws) ? end : turn;
    if (!falls) {
      const auto rough =
          std::find_if(values_.rbegin(), values_.rend(), [&](const auto& each) { return is_rough(each.first, draws); });
      if (rough == values_.rend() && stretch.width() <= narrow) return true;
      if (rough != values_.rend()) turn = rough->first;
    }
    if (is_rough(turn, draws) || !values_.contains(turn)) {
      if (!measure(turn, draws)) return false;
      continue;
    }
    closed_.insert(turn);
    if (differs_.contains(turn) && !test(turn)) return false;
  }
}

void BlameSearch::judge(std::size_t turn) {
  draws_ = 2 * options_.most_draws;
  complete_ = test(turn);
}

void BlameSearch::run() {
  for (draws_ = options_.draws; draws_ <= options_.most_draws; draws_ *= 2) {
    if (!look()) return;
    examined_ = draws_;
  }
  complete_ = true;
}

std::optional<std::pair<std::size_t, double>> BlameSearch::last_open() const {
  for (auto known = values_.rbegin(); known != values_.rend(); ++known) {
    const double at_least = known->second.at_least(options_.alpha / static_cast<double>(played_.size()));
    if (at_least > options_.least) return std::pair(known->first, at_least);
  }
  return std::nullopt;
}

}  // namespace host
