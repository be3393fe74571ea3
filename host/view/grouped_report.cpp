#include "host/view/grouped_report.hpp"

#include "host/text.hpp"
#include "host/view/csv.hpp"
#include "host/view/numbers.hpp"
#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace host {

namespace {

using Kind = ValueGroup::Kind;

/// Returns the row's numbers in the group; zeros if the strategy has no match in it.
Totals row_of(const ValueGroup& group, std::size_t row) {
  return row < group.rows.size() ? group.rows[row] : Totals{};
}

bool has(const ParameterResults& results, Kind kind) {
  return std::any_of(results.groups.begin(), results.groups.end(),
                     [&](const ValueGroup& group) { return group.kind == kind; });
}

/// Shortens long values, such as whole boards.
std::string shortened(const std::string& label) {
  constexpr std::size_t longest = 40;
  return label.size() <= longest ? label : label.substr(0, longest - 3) + "...";
}

std::string verdict(const MachineRow& machine, const RunRows& rows) {
  std::vector<std::string> found;
  const MachineRow::Difference& difference = machine.difference;
  if (difference.p < machine_alpha)
    found.push_back(rows.names[difference.strategy] + (difference.mean < 0 ? " " : " +") + fixed(difference.mean, 3) +
                    " (" + p_text(difference.p) + ")");
  if (machine.failures_p < machine_alpha) found.push_back("more failures (" + p_text(machine.failures_p) + ")");
  if (!found.empty()) return "off: " + join(found);
  return machine.is_compared ? "as the others" : "too little to compare";
}

}  // namespace

std::string parameter_text(const ParameterResults& results, const RunRows& rows,
                           const std::vector<std::size_t>& ranking) {
  std::vector<Totals> all;
  for (const ValueGroup& group : results.groups) {
    for (const std::size_t row : ranking) all.push_back(row_of(group, row));
  }
  TallyColumns columns(rows, all);
  columns.versus = ranking.size() > 1;
  std::vector<std::vector<std::string>> lines = {columns.heading()};
  lines.front().insert(lines.front().begin(), {results.parameter, "strategy"});
  for (const ValueGroup& group : results.groups) {
    for (const std::size_t row : ranking) {
      const Totals numbers = row_of(group, row);
      if (numbers.matches == 0) continue;
      lines.push_back(columns.cells(numbers));
      lines.back().insert(lines.back().begin(), {shortened(group.label()), rows.names[row]});
    }
  }
  std::string text = "By " + results.parameter + "\n" + table(lines);
  if (has(results, Kind::range))
    text += results.parameter + " has many values: each line covers a range with about equal numbers of matches.\n";
  if (has(results, Kind::others))
    text += results.parameter + " has many values: the most frequent have a line each, the others are together.\n";
  return text;
}

std::string parameter_csv(const ParameterResults& results, const RunRows& rows,
                          const std::vector<std::size_t>& ranking) {
  nlohmann::ordered_json lines = nlohmann::ordered_json::array();
  for (const ValueGroup& group : results.groups) {
    for (const std::size_t row : ranking) {
      const Totals numbers = row_of(group, row);
      if (numbers.matches == 0) continue;
      lines.push_back(tally_json(rows.names[row], numbers, rows.contest));
      lines.back()["value"] = group.label();
    }
  }
  return csv_table({results.parameter + "=value", "name", "matches", "mean=mean_score", "contest",
                    "contest_mean=contest_per_match", "wins", "ties", "losses", "failures", "cpu_s"},
                   lines);
}

nlohmann::ordered_json parameter_json(const ParameterResults& results, const RunRows& rows,
                                      const std::vector<std::size_t>& ranking) {
  nlohmann::ordered_json groups = nlohmann::ordered_json::array();
  for (const ValueGroup& group : results.groups) {
    nlohmann::ordered_json one = {{"values", group.label()}};
    if (group.kind == Kind::one || group.kind == Kind::range) {
      one["low"] = group.low;
      one["high"] = group.high;
    }
    one["matches"] = group.matches;
    one["strategies"] = nlohmann::ordered_json::array();
    for (const std::size_t row : ranking) {
      const Totals numbers = row_of(group, row);
      if (numbers.matches > 0) one["strategies"].push_back(tally_json(rows.names[row], numbers, rows.contest));
    }
    groups.push_back(std::move(one));
  }
  return {{"parameter", results.parameter}, {"groups", groups}};
}

std::string machine_text(const std::vector<MachineRow>& machines, const RunRows& rows) {
  std::vector<std::vector<std::string>> lines = {
      {"machine", "matches", "failures", "CPU s a match", "speed", "processor", "results"}};
  for (const MachineRow& machine : machines)
    lines.push_back({machine.name, std::to_string(machine.matches), std::to_string(machine.failures),
                     fixed(machine.cpu_s / machine.matches, 4), machine.speed > 0 ? fixed(machine.speed, 0) : "-",
                     machine.cpu.empty() ? "unknown" : machine.cpu, verdict(machine, rows)});
  return "Machines\n" + table(lines) +
         "Each strategy's mean on a machine is compared with that on all others (Welch's t-test, over seeds), and "
         "each\n"
         "machine's failures (Fisher's exact test). A machine is off if p < 0.05 after Holm's correction.\n";
}

std::string machine_csv(const std::vector<MachineRow>& machines, const RunRows& rows) {
  return csv_table(
      {"machine", "cpu", "speed", "matches", "seats", "failures", "failures_p", "cpu_s",
       "strategy=largest_difference/strategy", "difference=largest_difference/mean", "p=largest_difference/p", "off"},
      machine_json(machines, rows));
}

nlohmann::ordered_json machine_json(const std::vector<MachineRow>& machines, const RunRows& rows) {
  using Json = nlohmann::ordered_json;
  Json all = Json::array();
  for (const MachineRow& machine : machines) {
    Json json = {{"machine", machine.name},          {"cpu", machine.cpu},     {"speed", machine.speed},
                 {"matches", machine.matches},       {"seats", machine.seats}, {"failures", machine.failures},
                 {"failures_p", machine.failures_p}, {"cpu_s", machine.cpu_s}, {"largest_difference", nullptr},
                 {"off", machine.is_off()}};
    if (machine.is_compared)
      json["largest_difference"] = {{"strategy", rows.names[machine.difference.strategy]},
                                    {"mean", machine.difference.mean},
                                    {"p", machine.difference.p}};
    all.push_back(std::move(json));
  }
  return all;
}

}  // namespace host
