#include "host/tournament/breakdown.hpp"

#include "host/match/contest.hpp"
#include "host/tournament/parameter_groups.hpp"

#include <algorithm>
#include <cmath>

namespace host {

namespace {

bool are_same(const SeatIdentity& a, const SeatIdentity& b) {
  return a.name == b.name && a.strategy == b.strategy && a.version == b.version && a.sha256 == b.sha256 &&
         a.options == b.options;
}

/// Keeps the first few in the order that `before` says.
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
    : standings_(table), first_(first), second_(second) {
  const std::size_t rows = table.standings.size();
  table_.meetings.assign(rows, std::vector<Meeting>(rows));
  table_.failures.resize(table.failures.size());
  for (std::size_t i = 0; i < table.failures.size(); ++i)
    failed_[{table.failures[i].run, table.failures[i].number}].push_back(i);
  for (const SeedScores& each : table.seed_scores) shown_.insert(each.seed);
}

std::size_t Breakdown::row_of(const StoredMatch& match, std::size_t seat) {
  const std::shared_ptr<const SeatIdentity>& strategy = match.strategies[seat];
  const std::string& name = seat < match.place.names.size() ? match.place.names[seat] : strategy->name;
  const std::pair<const SeatIdentity*, std::string> key(strategy.get(), name);
  const auto known = index_.find(key);
  if (known != index_.end()) return known->second;
  SeatIdentity identity = *strategy;
  identity.name = name;
  const auto found = std::find_if(standings_.standings.begin(), standings_.standings.end(),
                                  [&](const Standing& each) { return are_same(each.strategy, identity); });
  known_.push_back(strategy);
  return index_.emplace(key, static_cast<std::size_t>(found - standings_.standings.begin())).first->second;
}

void Breakdown::add(const StoredMatch& match) {
  if (!conditions_ || match.seed != seed_ || match.conditions.get() != conditions_.get()) close();
  conditions_ = match.conditions;
  seed_ = match.seed;
  values_ = match.drawn ? *match.drawn : match.conditions->parameters;
  seated_.clear();
  for (std::size_t seat = 0; seat < match.result.seats.size(); ++seat) {
    seated_.push_back(row_of(match, seat));
    // Another process has stored it since the table was made.
    if (seated_.back() == standings_.standings.size()) return;
  }
  if (seated_.size() == 1) {
    alone_.push_back({seated_.front(), match.result.seats.front().score});
  } else {
    add_together(match);
  }
  add_pair(match);
  note(match);
}

void Breakdown::meet(std::size_t a, std::size_t b, double score, double other) {
  Meeting& meeting = table_.meetings[a][b];
  ++meeting.matches;
  ++(score > other ? meeting.wins : score < other ? meeting.losses : meeting.ties);
  meeting.difference += score - other;
}

void Breakdown::add_together(const StoredMatch& match) {
  const std::vector<SeatResult>& seats = match.result.seats;
  double best = seats.front().score;
  for (const SeatResult& seat : seats) best = std::max(best, seat.score);
  const auto leaders =
      std::count_if(seats.begin(), seats.end(), [&](const SeatResult& seat) { return seat.score == best; });
  for (std::size_t a = 0; a < seats.size(); ++a) {
    const double won = seats[a].score < best ? 0 : leaders > 1 ? 0.5 : 1;
    add_parameters(seated_[a], seats[a].score, won);
    for (std::size_t b = 0; b < seats.size(); ++b) {
      if (seated_[a] != seated_[b]) meet(seated_[a], seated_[b], seats[a].score, seats[b].score);
    }
  }
}

void Breakdown::add_parameters(std::size_t row, double score, double share) {
  for (const auto& [name, value] : values_) {
    Parameter& parameter = parameters_[name];
    if (parameter.endless) continue;
    Cells& cells = parameter.values[value];
    cells.resize(standings_.standings.size());
    ++cells[row].matches;
    cells[row].score_sum += score;
    cells[row].share_sum += share;
    if (parameter.values.size() <= most_values) continue;
    parameter.endless = true;
    parameter.values.clear();
  }
}

void Breakdown::add_pair(const StoredMatch& match) {
  const bool one = second_ >= standings_.standings.size();
  double sums[2] = {0, 0};
  std::uint64_t counts[2] = {0, 0};
  for (std::size_t seat = 0; seat < seated_.size(); ++seat) {
    const std::size_t which = seated_[seat] == first_ ? 0 : 1;
    if (seated_[seat] != first_ && (one || seated_[seat] != second_)) continue;
    sums[which] += match.result.seats[seat].score;
    ++counts[which];
  }
  const bool together = counts[0] > 0 && counts[1] > 0;
  const bool alone = seated_.size() == 1 && counts[0] + counts[1] > 0;
  if (!together && !alone && !(one && counts[0] > 0)) return;
  for (const std::size_t which : {0, 1}) {
    sums_[which] += sums[which];
    counts_[which] += counts[which];
  }
  matches_.push_back({match.run, match.place.number, match.seed, match.conditions, match.seats()});
}

void Breakdown::note(const StoredMatch& match) {
  const auto found = failed_.find({match.run, match.place.number});
  if (found == failed_.end()) return;
  for (const std::size_t place : found->second)
    table_.failures[place] = MatchReference{match.run, match.place.number, match.seed, match.conditions, match.seats()};
}

void Breakdown::close() {
  close_alone();
  close_pair();
}

void Breakdown::close_alone() {
  if (alone_.empty()) return;
  double best = alone_.front().score;
  for (const Alone& one : alone_) best = std::max(best, one.score);
  for (const Alone& one : alone_) {
    add_parameters(one.row, one.score, relative_score(one.score, best));
    for (const Alone& other : alone_) {
      if (one.row != other.row) meet(one.row, other.row, one.score, other.score);
    }
  }
  alone_.clear();
}

void Breakdown::close_pair() {
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
    // Of equal ones the last, so that seeds without any difference are not in both.
    keep(table_.lowest, difference, [](double a, double b) { return a <= b; });
  }
  for (const std::size_t which : {0, 1}) {
    sums_[which] = 0;
    counts_[which] = 0;
  }
  matches_.clear();
}

BreakdownTable Breakdown::finish() {
  close();
  if (table_.compared > 0) table_.mean /= static_cast<double>(table_.compared);
  // No seed is in both, and none where the two are equal.
  const std::size_t most_low = std::min<std::size_t>(most_seeds, table_.compared / 2);
  const std::size_t most_high = std::min<std::size_t>(most_seeds, table_.compared - most_low);
  table_.lowest.erase(table_.lowest.begin() + static_cast<std::ptrdiff_t>(most_low), table_.lowest.end());
  table_.highest.erase(table_.highest.begin() + static_cast<std::ptrdiff_t>(most_high), table_.highest.end());
  if (second_ < standings_.standings.size()) {
    const auto is_equal = [](const SeedDifference& each) { return each.difference == 0; };
    std::erase_if(table_.highest, is_equal);
    std::erase_if(table_.lowest, is_equal);
  }
  for (auto& [name, parameter] : parameters_) {
    if (auto results = grouped(name, std::move(parameter.values))) table_.parameters.push_back(std::move(*results));
  }
  return std::move(table_);
}

}  // namespace host
