#include "host/tournament/by_group.hpp"

#include "host/stats/intervals.hpp"
#include "host/stats/significance.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace host {

namespace {

/// Adds the content of `more` to `group`, whose kind and values stay unchanged.
void merge(ValueGroup& group, const ValueGroup& more) {
  group.matches += more.matches;
  group.rows.resize(std::max(group.rows.size(), more.rows.size()));
  for (std::size_t row = 0; row < more.rows.size(); ++row) group.rows[row] += more.rows[row];
}

std::vector<ValueGroup> in_ranges(std::vector<ValueGroup> all) {
  std::size_t matches = 0;
  for (const ValueGroup& group : all) matches += group.matches;
  std::vector<ValueGroup> found;
  std::size_t before = 0;  // matches with smaller values
  std::size_t last = ByParameter::ranges;
  for (ValueGroup& group : all) {
    // Uses the middle of the value's matches, so that a frequent value does not shift the following ones.
    const std::size_t range = (2 * before + group.matches) * ByParameter::ranges / (2 * matches);
    before += group.matches;
    if (found.empty() || range != last) {
      found.push_back(std::move(group));
    } else {
      found.back().kind = ValueGroup::Kind::range;
      found.back().high = group.high;
      merge(found.back(), group);
    }
    last = range;
  }
  return found;
}

std::vector<ValueGroup> most_frequent(std::vector<ValueGroup> all) {
  constexpr std::size_t most_groups = ByParameter::most_groups;
  std::vector<std::size_t> counts;
  for (const ValueGroup& group : all) counts.push_back(group.matches);
  std::nth_element(counts.begin(), counts.begin() + (most_groups - 1), counts.end(), std::greater<>());
  const std::size_t least = counts[most_groups - 1];
  // Among values as frequent as the last one, the first in order are kept.
  auto left = static_cast<std::size_t>(std::count(counts.begin(), counts.begin() + most_groups, least));
  std::vector<ValueGroup> found;
  ValueGroup others{ValueGroup::Kind::others, {}, {}, 0, {}};
  for (ValueGroup& group : all) {
    if (group.matches > least || (group.matches == least && left > 0)) {
      if (group.matches == least) --left;
      found.push_back(std::move(group));
    } else {
      merge(others, group);
    }
  }
  found.push_back(std::move(others));
  return found;
}

}  // namespace

std::string ValueGroup::label() const {
  switch (kind) {
    case Kind::one:
      return low;
    case Kind::range:
      return low + " to " + high;
    case Kind::others:
      return "others";
    default:
      return "none";
  }
}

ByParameter::Key ByParameter::key_of(const std::string& value) {
  // Values that are not finite can't be ordered as numbers.
  if (const auto number = finite_number(value)) return *number;
  return value;
}

ByParameter::Bucket& ByParameter::bucket_of(const std::string& value) {
  if (value.empty()) return none_;
  const Key key = key_of(value);
  const auto found = buckets_.find(key);
  if (found != buckets_.end()) return found->second;
  if (buckets_.size() < most_values)
    return buckets_.emplace(key, Bucket{Tally(0, contest_), value, value, 0}).first->second;
  if (key.index() == text) return others_;
  // Merges it into the next smaller neighbour, or into the first.
  auto near = buckets_.upper_bound(key);
  if (near != buckets_.begin()) --near;
  if (near->first.index() == text) return others_;
  Bucket& bucket = near->second;
  if (key < key_of(bucket.low)) bucket.low = value;
  if (key > key_of(bucket.high)) bucket.high = value;
  return bucket;
}

void ByParameter::add(const MatchRow& match) {
  const auto found = std::find_if(match.parameters.begin(), match.parameters.end(),
                                  [&](const auto& parameter) { return parameter.first == name_; });
  Bucket& bucket = bucket_of(found == match.parameters.end() ? "" : found->second);
  bucket.tally.add(match);
  ++bucket.matches;
}

ParameterResults ByParameter::results() {
  const auto group_of = [](ValueGroup::Kind kind, Bucket& bucket) {
    return ValueGroup{kind, bucket.low, bucket.high, bucket.matches, bucket.tally.rows()};
  };
  std::vector<ValueGroup> all;
  bool numbers = true;
  for (auto& [key, bucket] : buckets_) {
    const auto kind = bucket.low == bucket.high ? ValueGroup::Kind::one : ValueGroup::Kind::range;
    all.push_back(group_of(kind, bucket));
    numbers = numbers && key.index() != text;
  }
  if (all.size() > most_groups) all = numbers ? in_ranges(std::move(all)) : most_frequent(std::move(all));
  if (others_.matches > 0) {
    const ValueGroup more = group_of(ValueGroup::Kind::others, others_);
    if (all.back().kind == ValueGroup::Kind::others) {
      merge(all.back(), more);
    } else {
      all.push_back(more);
    }
  }
  if (none_.matches > 0) all.push_back(group_of(ValueGroup::Kind::none, none_));
  return {name_, std::move(all)};
}

bool MachineRow::is_off() const {
  return difference.p < machine_alpha || failures_p < machine_alpha;
}

void ByMachine::Moments::add(double value) {
  seed_sum += value;
  ++seed_count;
}

void ByMachine::Moments::end_seed() {
  if (seed_count == 0) return;
  const double mean = seed_sum / static_cast<double>(seed_count);
  ++count;
  sum += mean;
  squares += mean * mean;
  seed_sum = 0;
  seed_count = 0;
}

void ByMachine::add(const StoredMatch& match, const Seating& players) {
  if (match.seed != seed_ || match.conditions.get() != conditions_) end_seed();
  seed_ = match.seed;
  conditions_ = match.conditions.get();
  Entry& entry = machines_[match.machine ? match.machine->name : "unknown"];
  MachineRow& row = entry.row;
  ++row.matches;
  if (match.machine) {
    row.cpu = match.machine->cpu;
    row.speed += (match.machine->speed - row.speed) / static_cast<double>(row.matches);
  }
  for (std::size_t seat = 0; seat < match.result.seats.size(); ++seat) {
    const SeatResult& result = match.result.seats[seat];
    ++row.seats;
    if (result.outcome.failed()) ++row.failures;
    row.cpu_s += static_cast<double>(result.usage.cpu_ns) / 1e9;
    entry.strategies[players[seat]].add(match.contest[seat]);
  }
}

void ByMachine::end_seed() {
  for (auto& [name, entry] : machines_) {
    for (auto& [strategy, moments] : entry.strategies) moments.end_seed();
  }
}

/// Returns the p-value for equal means; 1 where there is too little to compare.
double ByMachine::welch(const Moments& one, const Moments& rest, double& difference) {
  const auto sample = [](const Moments& moments) {
    const auto n = static_cast<double>(moments.count);
    const double mean = moments.sum / n;
    return stats::Sample{
        .count = n, .mean = mean, .variance = std::max(0.0, moments.squares / n - mean * mean) * n / (n - 1)};
  };
  const stats::Sample a = sample(one);
  const stats::Sample b = sample(rest);
  difference = a.mean - b.mean;
  return stats::welch_p(a, b);
}

std::vector<MachineRow> ByMachine::results() {
  end_seed();
  std::map<std::size_t, Moments> total;
  std::uint32_t seats = 0;
  std::uint32_t failures = 0;
  for (const auto& [name, entry] : machines_) {
    seats += entry.row.seats;
    failures += entry.row.failures;
    for (const auto& [strategy, moments] : entry.strategies) {
      Moments& all = total[strategy];
      all.count += moments.count;
      all.sum += moments.sum;
      all.squares += moments.squares;
    }
  }
  struct Test {
    std::size_t machine;
    MachineRow::Difference difference;
    bool of_failures;
  };
  std::vector<MachineRow> rows;
  std::vector<Test> tests;
  std::vector<double> p;
  for (auto& [name, entry] : machines_) {
    const std::size_t machine = rows.size();
    rows.push_back(entry.row);
    rows.back().name = name;
    if (machines_.size() < 2) continue;
    for (const auto& [strategy, moments] : entry.strategies) {
      const Moments& all = total[strategy];
      const Moments rest{
          .count = all.count - moments.count, .sum = all.sum - moments.sum, .squares = all.squares - moments.squares};
      if (moments.count < 2 || rest.count < 2) continue;
      rows.back().is_compared = true;
      MachineRow::Difference difference{.strategy = strategy, .mean = 0, .p = 1};
      p.push_back(welch(moments, rest, difference.mean));
      tests.push_back({machine, difference, false});
    }
    p.push_back(stats::fisher_more(entry.row.failures, entry.row.seats, failures, seats));
    tests.push_back({machine, {}, true});
  }
  const std::vector<double> corrected = stats::holm(p);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    MachineRow& row = rows[tests[i].machine];
    if (tests[i].of_failures) {
      row.failures_p = corrected[i];
    } else if (corrected[i] < row.difference.p || row.difference.mean == 0) {
      row.difference = tests[i].difference;
      row.difference.p = corrected[i];
    }
  }
  return rows;
}

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
    : pair_{first, second}, one_(second >= table.standings.size()) {
  for (const SeedScores& each : table.seed_scores) shown_.insert(each.seed);
}

void Breakdown::add(const StoredMatch& match, const Seating& players) {
  if (match.seed != seed_ || match.conditions != conditions_) close();
  conditions_ = match.conditions;
  seed_ = match.seed;
  const auto plays = [&](std::size_t standing) { return std::ranges::find(players, standing) != players.end(); };
  const bool alone = one_ || players.size() == 1;
  if (alone ? !plays(pair_[0]) && !plays(pair_[1]) : !plays(pair_[0]) || !plays(pair_[1])) return;
  for (std::size_t seat = 0; seat < players.size(); ++seat) {
    for (std::size_t which = 0; which < pair_.size(); ++which)
      if (players[seat] == pair_[which]) scores_[which].push_back(match.result.seats[seat].score);
  }
  matches_.push_back(reference_of(match));
}

void Breakdown::close() {
  if (!scores_[0].empty() && (one_ || !scores_[1].empty())) {
    SeedDifference difference{seed_, stats::mean(scores_[0]) - stats::mean(scores_[1]), {}};
    ++table_.compared;
    table_.positive += difference.difference > 0 ? 1 : 0;
    table_.negative += difference.difference < 0 ? 1 : 0;
    table_.mean += difference.difference;
    if (shown_.contains(seed_)) table_.differences.push_back(difference);
    difference.matches = std::move(matches_);
    keep(table_.highest, difference, [](double a, double b) { return a > b; });
    // For equal differences, keeps the later seed, so that seeds without any difference are not in both lists.
    keep(table_.lowest, difference, [](double a, double b) { return a <= b; });
  }
  scores_ = {};
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
  if (!one_) {
    const auto is_equal = [](const SeedDifference& each) { return each.difference == 0; };
    std::erase_if(table_.highest, is_equal);
    std::erase_if(table_.lowest, is_equal);
  }
  return std::move(table_);
}

}  // namespace host
