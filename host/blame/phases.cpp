#include "host/blame/phases.hpp"

#include "host/blame/continuations.hpp"
#include "host/stats/intervals.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace host {

namespace {

using Json = nlohmann::ordered_json;
using Rows = Json::array_t;
using Losses = std::array<double, phase_count + 1>;
using Seats = std::vector<const JudgedSeat*>;
using Group = std::pair<double, std::string>;  // its place and its name
using GroupOf = std::function<Group(const JudgedSeat& seat)>;

/// Returns the mean losses of each seed.
std::map<std::uint64_t, Losses> by_seed(const Seats& seats) {
  std::map<std::uint64_t, Seats> of_seed;
  for (const JudgedSeat* const each : seats) of_seed[each->seed].push_back(each);
  std::map<std::uint64_t, Losses> means;
  for (const auto& [seed, members] : of_seed) {
    for (const JudgedSeat* const each : members) {
      for (std::size_t phase = 0; phase < loss_names.size(); ++phase)
        means[seed][phase] += each->losses()[phase] / static_cast<double>(members.size());
    }
  }
  return means;
}

/// Completes a row by the mean losses over the seeds.
Json over_seeds(Json row, const std::map<std::uint64_t, Losses>& seeds) {
  row["seeds"] = seeds.size();
  for (std::size_t phase = 0; phase < loss_names.size(); ++phase) {
    std::vector<double> values;
    for (const auto& [seed, losses] : seeds) values.push_back(losses[phase]);
    const stats::Interval interval = stats::bootstrap_mean(values);
    row[loss_names[phase]] = {{"loss", stats::mean(values)}, {"interval", {interval.low, interval.high}}};
  }
  return row;
}

/// Adds a row for each strategy and each of its groups.
void add_rows(Rows& rows, const std::map<std::string, Seats>& strategies, const GroupOf& group_of) {
  for (const auto& [strategy, seats] : strategies) {
    std::map<Group, Seats> groups;
    for (const JudgedSeat* const each : seats) groups[group_of(*each)].push_back(each);
    for (const auto& [group, members] : groups) {
      std::set<std::size_t> matches;
      for (const JudgedSeat* const each : members) matches.insert(each->match);
      rows.push_back(
          over_seeds({{"strategy", strategy}, {"group", group.second}, {"matches", matches.size()}}, by_seed(members)));
    }
  }
}

/// Returns the seats' groups by a parameter, "n=6", or two ranges if it has many values, which must be numbers then.
/// Returns nothing if it does not vary.
GroupOf groups_by(const std::string& name, const Seats& seats) {
  constexpr std::size_t most_values = 8;
  const auto value_of = [name](const JudgedSeat& seat) {
    for (const auto& [each, value] : seat.parameters) {
      if (each == name) return value;
    }
    return std::string();
  };
  std::set<std::string> different;
  std::vector<double> numbers;
  for (const JudgedSeat* const each : seats) {
    different.insert(value_of(*each));
    if (const auto number = finite_number(value_of(*each))) numbers.push_back(*number);
  }
  if (different.size() < 2) return {};
  if (different.size() <= most_values) {
    return [=](const JudgedSeat& seat) {
      return Group{finite_number(value_of(seat)).value_or(0), name + "=" + value_of(seat)};
    };
  }
  if (numbers.size() < seats.size()) return {};
  std::sort(numbers.begin(), numbers.end());
  return [=, middle = numbers[(numbers.size() - 1) / 2]](const JudgedSeat& seat) {
    return finite_number(value_of(seat)) <= middle ? Group{0, name + " up to " + decimal(middle)}
                                                   : Group{1, name + " above " + decimal(middle)};
  };
}

/// Adds by how much the first strategy loses more than the second, if there are seeds of both.
void add_difference(Rows& rows, const std::string& first, const std::string& second,
                    const std::map<std::string, Seats>& strategies) {
  std::map<std::uint64_t, Losses> seeds;
  const std::map<std::uint64_t, Losses> others = by_seed(strategies.at(second));
  for (const auto& [seed, losses] : by_seed(strategies.at(first))) {
    const auto same = others.find(seed);
    for (std::size_t phase = 0; same != others.end() && phase < losses.size(); ++phase)
      seeds[seed][phase] = losses[phase] - same->second[phase];
  }
  if (!seeds.empty()) rows.push_back(over_seeds({{"strategy", first}, {"other", second}}, seeds));
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

bool measure(JudgedSeat& judged, std::size_t draws, const PlayProbes& play) {
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
      judged.sums[phase] += played[next].value;
  }
  judged.draws += draws;
  return true;
}

Json loss_tables(const std::vector<JudgedSeat>& all) {
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
  Rows rows;
  Rows by_seat;
  Rows by_parameter;
  Rows differences;
  add_rows(rows, strategies, [](const JudgedSeat&) { return Group{}; });
  std::ranges::stable_sort(rows, std::greater<>(),
                           [](const Json& row) { return row.at("all").at("loss").get<double>(); });
  if (seats.size() > 1)
    add_rows(by_seat, strategies, [](const JudgedSeat& each) { return Group{each.seat, each.seat_name}; });
  for (const std::string& name : parameters) {
    if (const GroupOf groups = groups_by(name, measured)) add_rows(by_parameter, strategies, groups);
  }
  for (auto first = rows.begin(); first != rows.end(); ++first) {
    for (auto second = first + 1; second != rows.end(); ++second)
      add_difference(differences, first->at("strategy"), second->at("strategy"), strategies);
  }
  return {{"strategies", rows}, {"by_seat", by_seat}, {"by_parameter", by_parameter}, {"differences", differences}};
}

}  // namespace host
