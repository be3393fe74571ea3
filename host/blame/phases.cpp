#include "host/blame/phases.hpp"

#include "host/blame/continuations.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>

namespace host {

namespace {

using Losses = std::array<double, phase_count + 1>;
using Seats = std::vector<const JudgedSeat*>;
using Group = std::pair<double, std::string>;  // its place and its name
using GroupOf = std::function<Group(const JudgedSeat& seat)>;

/// Returns the mean losses of each seed.
std::map<std::uint64_t, Losses> by_seed(const Seats& seats) {
  std::map<std::uint64_t, Losses> sums;
  std::map<std::uint64_t, double> counts;
  for (const JudgedSeat* const each : seats) {
    const Losses losses = each->losses();
    Losses& sum = sums[each->seed];
    for (std::size_t phase = 0; phase < losses.size(); ++phase) sum[phase] += losses[phase];
    ++counts[each->seed];
  }
  for (auto& [seed, sum] : sums) {
    for (double& each : sum) each /= counts[seed];
  }
  return sums;
}

void fill(PhaseRow& row, const std::vector<Losses>& seeds) {
  row.seeds = seeds.size();
  for (std::size_t phase = 0; phase < row.losses.size(); ++phase) {
    std::vector<double> values;
    for (const Losses& each : seeds) values.push_back(each[phase]);
    row.losses[phase] = stats::mean(values);
    row.intervals[phase] = stats::bootstrap_mean(values);
  }
}

PhaseRow row_of(const std::string& strategy, const std::string& group, const Seats& seats) {
  PhaseRow row{.strategy = strategy, .group = group};
  std::set<std::size_t> matches;
  for (const JudgedSeat* const each : seats) matches.insert(each->match);
  row.matches = matches.size();
  std::vector<Losses> seeds;
  for (const auto& [seed, losses] : by_seed(seats)) seeds.push_back(losses);
  fill(row, seeds);
  return row;
}

/// Returns "n=6", or a range if the parameter has many values, which must be numbers then.
class ParameterGroups {
 public:
  ParameterGroups(std::string name, const Seats& seats) : name_(std::move(name)) {
    constexpr std::size_t most_values = 8;
    std::set<std::string> different;
    std::vector<double> numbers;
    for (const JudgedSeat* const each : seats) {
      const std::string value = value_of(*each);
      different.insert(value);
      if (const auto number = finite_number(value)) numbers.push_back(*number);
    }
    varies_ = different.size() > 1;
    if (different.size() <= most_values) return;
    varies_ = numbers.size() == seats.size();
    std::sort(numbers.begin(), numbers.end());
    if (varies_) middle_ = numbers[(numbers.size() - 1) / 2];
  }

  [[nodiscard]] bool varies() const { return varies_; }
  [[nodiscard]] Group of(const JudgedSeat& seat) const {
    const std::string value = value_of(seat);
    const double number = finite_number(value).value_or(0);
    if (!middle_) return {number, name_ + "=" + value};
    return number <= *middle_ ? Group{0, name_ + " up to " + decimal(*middle_)}
                              : Group{1, name_ + " above " + decimal(*middle_)};
  }

 private:
  [[nodiscard]] std::string value_of(const JudgedSeat& seat) const {
    for (const auto& [name, value] : seat.parameters) {
      if (name == name_) return value;
    }
    return "";
  }

  std::string name_;
  bool varies_ = false;
  std::optional<double> middle_;
};

void add_groups(std::vector<PhaseRow>& rows, const std::map<std::string, Seats>& strategies, const GroupOf& group_of) {
  for (const auto& [strategy, seats] : strategies) {
    std::map<Group, Seats> groups;
    for (const JudgedSeat* const each : seats) groups[group_of(*each)].push_back(each);
    for (const auto& [group, members] : groups) rows.push_back(row_of(strategy, group.second, members));
  }
}

std::optional<PhaseRow> difference(const std::string& first, const Seats& firsts, const std::string& second,
                                   const Seats& seconds) {
  PhaseRow row{.strategy = first, .other = second};
  const std::map<std::uint64_t, Losses> others = by_seed(seconds);
  std::vector<Losses> seeds;
  for (const auto& [seed, losses] : by_seed(firsts)) {
    const auto same = others.find(seed);
    if (same == others.end()) continue;
    Losses& each = seeds.emplace_back();
    for (std::size_t phase = 0; phase < each.size(); ++phase) each[phase] = losses[phase] - same->second[phase];
  }
  if (seeds.empty()) return std::nullopt;
  fill(row, seeds);
  return row;
}

}  // namespace

Losses JudgedSeat::losses() const {
  Losses all{};
  const auto value = [&](std::size_t phase) {
    return phase == phase_count || begins[phase] == turns ? end : sums[phase] / static_cast<double>(draws);
  };
  for (std::size_t phase = 0; phase < phase_count; ++phase) all[phase] = value(phase) - value(phase + 1);
  all[phase_count] = value(0) - end;
  return all;
}

void find_phases(const Transcript& match, JudgedSeat& judged) {
  const std::vector<std::size_t> events = turns_of(match, judged.seat);
  judged.turns = events.size();
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    const auto first =
        std::lower_bound(events.begin(), events.end(), (phase * match.events.size() + phase_count - 1) / phase_count);
    judged.begins[phase] = phase == 0 ? 0 : static_cast<std::size_t>(first - events.begin());
  }
}

bool measure(JudgedSeat& judged, std::size_t draws, bool scores, const PlayProbes& play) {
  std::vector<Probe> probes;
  for (const std::size_t turn : judged.begins) {
    for (std::size_t draw = 0; turn < judged.turns && draw < draws; ++draw)
      probes.push_back({turn, false, judged.draws + draw});
  }
  const std::vector<Continuation> played = play(probes);
  if (played.size() < probes.size()) return false;
  std::size_t next = 0;
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    for (std::size_t draw = 0; judged.begins[phase] < judged.turns && draw < draws; ++draw, ++next)
      judged.sums[phase] += scores ? played[next].score : played[next].value;
  }
  judged.draws += draws;
  return true;
}

PhaseTable phase_table(const std::vector<JudgedSeat>& all, const std::function<std::string(std::int32_t)>& seat_name) {
  std::map<std::string, Seats> strategies;
  std::set<std::int32_t> seats;
  std::set<std::string> parameters;
  Seats measured;
  for (const JudgedSeat& each : all) {
    if (each.draws == 0) continue;
    strategies[each.strategy].push_back(&each);
    measured.push_back(&each);
    seats.insert(each.seat);
    for (const auto& [name, value] : each.parameters) parameters.insert(name);
  }
  PhaseTable table;
  add_groups(table.strategies, strategies, [](const JudgedSeat&) { return Group{}; });
  std::stable_sort(table.strategies.begin(), table.strategies.end(),
                   [](const PhaseRow& a, const PhaseRow& b) { return a.losses.back() > b.losses.back(); });
  if (seats.size() > 1)
    add_groups(table.seats, strategies, [&](const JudgedSeat& each) { return Group{each.seat, seat_name(each.seat)}; });
  for (const std::string& name : parameters) {
    const ParameterGroups groups(name, measured);
    if (groups.varies())
      add_groups(table.parameters, strategies, [&](const JudgedSeat& each) { return groups.of(each); });
  }
  for (std::size_t first = 0; first < table.strategies.size(); ++first) {
    for (std::size_t second = first + 1; second < table.strategies.size(); ++second) {
      const std::string& one = table.strategies[first].strategy;
      const std::string& other = table.strategies[second].strategy;
      if (auto row = difference(one, strategies.at(one), other, strategies.at(other)))
        table.differences.push_back(std::move(*row));
    }
  }
  return table;
}

}  // namespace host
