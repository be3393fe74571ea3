#include "host/tournament/blame_judged.hpp"

#include "host/match/contest.hpp"
#include "host/stats/intervals.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;
using Rows = Json::array_t;
using Losses = std::array<double, phase_count + 1>;
using BySeed = std::map<std::uint64_t, Losses>;
using Seats = std::vector<const JudgedSeat*>;
using Group = std::pair<double, std::string>;  // its place and its name
using GroupOf = std::function<Group(const JudgedSeat& seat)>;

/// Returns the mean losses of each seed.
BySeed by_seed(const Seats& seats) {
  std::map<std::uint64_t, double> counts;
  for (const JudgedSeat* const each : seats) ++counts[each->seed];
  BySeed means;
  for (const JudgedSeat* const each : seats) {
    for (std::size_t phase = 0; phase < loss_names.size(); ++phase)
      means[each->seed][phase] += each->losses()[phase] / counts[each->seed];
  }
  return means;
}

/// Completes a row by the mean losses over the seeds.
Json over_seeds(Json row, const BySeed& seeds) {
  row["seeds"] = seeds.size();
  for (std::size_t phase = 0; phase < loss_names.size(); ++phase) {
    std::vector<double> values;
    for (const auto& [seed, losses] : seeds) values.push_back(losses[phase]);
    const stats::Interval interval = stats::bootstrap_mean(values);
    row[loss_names[phase]] = {{"loss", stats::mean(values)}, {"interval", {interval.low, interval.high}}};
  }
  return row;
}

/// Returns a row for each strategy and each of its groups; none if there are fewer groups than `least`.
Rows rows_of(const Seats& seats, std::size_t least, const GroupOf& group_of) {
  std::map<std::pair<std::string, Group>, Seats> members;
  std::set<Group> groups;
  for (const JudgedSeat* const each : seats) {
    groups.insert(group_of(*each));
    members[{each->strategy, group_of(*each)}].push_back(each);
  }
  Rows rows;
  for (const auto& [of, group] : members) {
    std::set<std::size_t> matches;
    for (const JudgedSeat* const each : group) matches.insert(each->match);
    rows.push_back(
        over_seeds({{"strategy", of.first}, {"group", of.second.second}, {"matches", matches.size()}}, by_seed(group)));
  }
  return groups.size() < least ? Rows() : rows;
}

/// Returns the rows of the values of a parameter that varies, "n=6", or of two ranges if it has many; none if not all
/// of these are numbers.
Rows rows_of_parameter(const Seats& seats, const std::string& name) {
  constexpr std::size_t most_values = 8;
  const auto value_of = [&](const JudgedSeat& seat) {
    const auto found = seat.parameters.find(name);
    const std::string text = found == seat.parameters.end() ? "" : found->second;
    return Group{finite_number(text).value_or(0), text};
  };
  std::vector<Group> values;
  for (const JudgedSeat* const each : seats) values.push_back(value_of(*each));
  std::sort(values.begin(), values.end());
  const double middle = values[(values.size() - 1) / 2].first;
  const bool each_value = std::set(values.begin(), values.end()).size() <= most_values;
  const auto is_number = [](const Group& value) { return finite_number(value.second).has_value(); };
  if (!each_value && !std::ranges::all_of(values, is_number)) return {};
  return rows_of(seats, 2, [&](const JudgedSeat& seat) {
    const auto [number, text] = value_of(seat);
    if (each_value) return Group{number, name + "=" + text};
    return Group{number > middle, name + (number > middle ? " above " : " up to ") + decimal(middle)};
  });
}

/// Returns by how much the losses of one are larger than those of the other, on the seeds of both.
BySeed differences(const BySeed& one, const BySeed& other) {
  BySeed all;
  for (const auto& [seed, losses] : one) {
    if (const auto same = other.find(seed); same != other.end())
      std::ranges::transform(losses, same->second, all[seed].begin(), std::minus());
  }
  return all;
}

}  // namespace

std::vector<std::size_t> turns_of(const Transcript& match, std::int32_t seat) {
  std::vector<std::size_t> turns;
  for (std::size_t event = match.opening.size(); event < match.events.size(); ++event) {
    if (match.events[event].seat == seat) turns.push_back(event);
  }
  return turns;
}

double worth(const BlameTask& task, const MatchResult& result) {
  const auto seat = static_cast<std::size_t>(task.seat);
  const double own = result.seats[seat].score;
  if (task.target) {
    const double from = task.match.result.seats[seat].score;
    return std::clamp((own - from) / (*task.target - from), 0.0, 1.0);
  }
  if (result.seats.size() == 1) return own;
  return ranked_score(own, result.scores());
}

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
  for (std::size_t phase = 1; phase < phase_count; ++phase) {
    const std::size_t begin = (phase * match.events.size() + phase_count - 1) / phase_count;
    judged.begins[phase] = static_cast<std::size_t>(std::ranges::lower_bound(events, begin) - events.begin());
  }
}

bool measure(JudgedSeat& judged, std::size_t draws, const PlayProbes& play) {
  std::vector<Probe> probes;
  std::vector<double*> sums;  // to which their values belong
  for (std::size_t phase = 0; phase < phase_count; ++phase) {
    for (std::size_t draw = 0; judged.begins[phase] < judged.turns && draw < draws; ++draw) {
      probes.push_back({judged.begins[phase], false, judged.draws + draw});
      sums.push_back(&judged.sums[phase]);
    }
  }
  const std::vector<Continuation> played = play(probes);
  if (played.size() < probes.size()) return false;
  for (std::size_t at = 0; at < played.size(); ++at) *sums[at] += played[at].value;
  judged.draws += draws;
  return true;
}

Json loss_tables(const std::vector<JudgedSeat>& all) {
  Seats measured;
  std::map<std::string, Seats> strategies;
  std::set<std::string> parameters;
  for (const JudgedSeat& each : all) {
    if (each.draws == 0) continue;
    measured.push_back(&each);
    strategies[each.strategy].push_back(&each);
    for (const auto& [name, value] : each.parameters) parameters.insert(name);
  }
  Rows rows = rows_of(measured, 1, [](const JudgedSeat&) { return Group{}; });
  std::ranges::stable_sort(rows, std::greater<>(),
                           [](const Json& row) { return row.at("all").at("loss").get<double>(); });
  Rows by_parameter;
  for (const std::string& name : parameters)
    std::ranges::move(rows_of_parameter(measured, name), std::back_inserter(by_parameter));
  Rows pairs;
  for (auto first = rows.begin(); first != rows.end(); ++first) {
    for (auto second = first + 1; second != rows.end(); ++second) {
      const std::string one = first->at("strategy");
      const std::string other = second->at("strategy");
      const BySeed seeds = differences(by_seed(strategies[one]), by_seed(strategies[other]));
      if (!seeds.empty()) pairs.push_back(over_seeds({{"strategy", one}, {"other", other}}, seeds));
    }
  }
  const Rows by_seat = rows_of(measured, 2, [](const JudgedSeat& each) { return Group{each.seat, each.seat_name}; });
  return {{"strategies", rows}, {"by_seat", by_seat}, {"by_parameter", by_parameter}, {"differences", pairs}};
}

}  // namespace host
