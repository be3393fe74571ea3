#include "host/tournament/breakdown.hpp"

#include <algorithm>

namespace host {

namespace {

/// Keeps the first few elements in the order of `before`.
template <class Before>
void keep(std::vector<SeedDifference>& best, const SeedDifference& one, Before before) {
  const auto at = std::find_if(best.begin(), best.end(),
                               [&](const SeedDifference& each) { return before(one.difference, each.difference); });
  if (at == best.end() && best.size() == Breakdown::most_seeds) return;
  best.insert(at, one);
  if (best.size() > Breakdown::most_seeds) best.pop_back();
}

}  // namespace

Breakdown::Breakdown(const StandingsTable& table, std::size_t first, std::size_t second)
    : standings_(table), first_(first), second_(second), index_(table.strategies()) {
  for (const SeedScores& each : table.seed_scores) shown_.insert(each.seed);
}

void Breakdown::add(const StoredMatch& match) {
  if (match.seed != seed_ || match.conditions != conditions_) close();
  conditions_ = match.conditions;
  seed_ = match.seed;
  const Seating& seated = index_.rows_of(match);
  // Another process may have stored it after the table was made.
  if (std::any_of(seated.begin(), seated.end(), [&](std::size_t row) { return row >= standings_.standings.size(); }))
    return;
  add_pair(match, seated);
}

void Breakdown::add_pair(const StoredMatch& match, const Seating& seated) {
  const bool one = second_ >= standings_.standings.size();
  double sums[2] = {0, 0};
  std::uint64_t counts[2] = {0, 0};
  for (std::size_t seat = 0; seat < seated.size(); ++seat) {
    const std::size_t which = seated[seat] == first_ ? 0 : 1;
    if (seated[seat] != first_ && (one || seated[seat] != second_)) continue;
    sums[which] += match.result.seats[seat].score;
    ++counts[which];
  }
  const bool together = counts[0] > 0 && counts[1] > 0;
  const bool alone = seated.size() == 1 && counts[0] + counts[1] > 0;
  if (!together && !alone && !(one && counts[0] > 0)) return;
  for (std::size_t which = 0; which < 2; ++which) {
    sums_[which] += sums[which];
    counts_[which] += counts[which];
  }
  matches_.push_back(reference_of(match));
}

void Breakdown::close() {
  const bool one = second_ >= standings_.standings.size();
  if (counts_[0] > 0 && (one || counts_[1] > 0)) {
    const double other = one ? 0 : sums_[1] / static_cast<double>(counts_[1]);
    SeedDifference difference{seed_, sums_[0] / static_cast<double>(counts_[0]) - other, {}};
    ++table_.compared;
    table_.positive += difference.difference > 0 ? 1 : 0;
    table_.negative += difference.difference < 0 ? 1 : 0;
    table_.mean += difference.difference;
    if (shown_.count(seed_) != 0) table_.differences.push_back(difference);
    difference.matches = std::move(matches_);
    keep(table_.highest, difference, [](double a, double b) { return a > b; });
    // For equal differences, keeps the later seed, so that seeds without any difference are not in both lists.
    keep(table_.lowest, difference, [](double a, double b) { return a <= b; });
  }
  for (std::size_t which = 0; which < 2; ++which) {
    sums_[which] = 0;
    counts_[which] = 0;
  }
  matches_.clear();
}

BreakdownTable Breakdown::finish() {
  close();
  if (table_.compared > 0) table_.mean /= static_cast<double>(table_.compared);
  // Keeps the lists disjoint; a seed with equal scores is in neither.
  const std::size_t most_low = std::min<std::size_t>(most_seeds, table_.compared / 2);
  const std::size_t most_high = std::min<std::size_t>(most_seeds, table_.compared - most_low);
  table_.lowest.erase(table_.lowest.begin() + static_cast<std::ptrdiff_t>(most_low), table_.lowest.end());
  table_.highest.erase(table_.highest.begin() + static_cast<std::ptrdiff_t>(most_high), table_.highest.end());
  if (second_ < standings_.standings.size()) {
    const auto is_equal = [](const SeedDifference& each) { return each.difference == 0; };
    std::erase_if(table_.highest, is_equal);
    std::erase_if(table_.lowest, is_equal);
  }
  return std::move(table_);
}

}  // namespace host
