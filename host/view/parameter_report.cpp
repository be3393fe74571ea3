#include "host/view/parameter_report.hpp"

#include "host/text.hpp"
#include "host/view/csv.hpp"
#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace host {

namespace {

using Kind = ValueGroup::Kind;

/// Returns the row's numbers in the group; zeros if the strategy has no match in it.
TallyRow row_of(const ValueGroup& group, std::size_t row) {
  return row < group.rows.size() ? group.rows[row] : TallyRow{};
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

}  // namespace

std::string parameter_text(const ParameterResults& results, const RunRows& rows,
                           const std::vector<std::size_t>& ranking) {
  std::vector<TallyRow> all;
  for (const ValueGroup& group : results.groups) {
    for (const std::size_t row : ranking) all.push_back(row_of(group, row));
  }
  TallyColumns columns(rows, all);
  columns.versus = ranking.size() > 1;
  std::vector<std::vector<std::string>> lines = {columns.heading()};
  lines.front().insert(lines.front().begin(), {results.parameter, "strategy"});
  for (const ValueGroup& group : results.groups) {
    for (const std::size_t row : ranking) {
      const TallyRow numbers = row_of(group, row);
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
  std::string text = csv_line({results.parameter, "name", "matches", "mean", "contest", "contest_mean", "wins", "ties",
                               "losses", "failures", "cpu_s"}) +
                     "\n";
  for (const ValueGroup& group : results.groups) {
    for (const std::size_t row : ranking) {
      const nlohmann::ordered_json numbers = tally_json(rows.names[row], row_of(group, row), rows.contest);
      if (numbers["matches"] == 0) continue;
      std::vector<std::string> cells = {group.label(), rows.names[row]};
      for (const char* const number :
           {"matches", "mean_score", "contest", "contest_per_match", "wins", "ties", "losses", "failures", "cpu_s"})
        cells.push_back(decimal(numbers[number]));
      text += csv_line(cells) + "\n";
    }
  }
  return text;
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
      const TallyRow numbers = row_of(group, row);
      if (numbers.matches > 0) one["strategies"].push_back(tally_json(rows.names[row], numbers, rows.contest));
    }
    groups.push_back(std::move(one));
  }
  return {{"parameter", results.parameter}, {"groups", groups}};
}

}  // namespace host
