#include "host/tournament/by_machine.hpp"

#include "host/stats/fisher.hpp"
#include "host/stats/holm.hpp"
#include "host/stats/student.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace host {

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
    if (!result.outcome.ok()) ++row.failures;
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

}  // namespace host
