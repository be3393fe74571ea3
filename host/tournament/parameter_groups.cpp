#include "host/tournament/parameter_groups.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>

namespace host {

namespace {

struct Value {
  std::string text;
  std::optional<double> number;
  const std::vector<ParameterCell>* cells = nullptr;
  std::uint64_t matches = 0;
};

std::optional<double> number_of(const std::string& text) {
  double number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

/// Numbers in their order, other values in that of their characters.
std::vector<Value> sorted(const std::map<std::string, std::vector<ParameterCell>>& values) {
  std::vector<Value> all;
  for (const auto& [text, cells] : values) {
    Value value{text, number_of(text), &cells, 0};
    for (const ParameterCell& cell : cells) value.matches += cell.matches;
    all.push_back(value);
  }
  if (std::all_of(all.begin(), all.end(), [](const Value& value) { return value.number.has_value(); }))
    std::stable_sort(all.begin(), all.end(), [](const Value& a, const Value& b) { return *a.number < *b.number; });
  return all;
}

/// For each value the number of its group: so that the groups have about as many matches.
std::vector<std::size_t> groups_of(const std::vector<Value>& values, std::size_t most) {
  std::vector<std::size_t> groups;
  double all = 0;
  for (const Value& value : values) all += static_cast<double>(value.matches);
  double before = 0;
  std::size_t group = 0;
  for (const Value& value : values) {
    const auto count = static_cast<double>(value.matches);
    const auto wanted = static_cast<std::size_t>((before + count / 2) / all * static_cast<double>(most));
    if (!groups.empty() && wanted > groups.back()) ++group;
    // No group is empty: a value with many matches may leap over some.
    groups.push_back(values.size() <= most ? groups.size() : std::min(group, most - 1));
    before += count;
  }
  return groups;
}

}  // namespace

std::optional<ParameterTable> grouped(const std::string& name,
                                      const std::map<std::string, std::vector<ParameterCell>>& values) {
  if (values.size() < 2) return std::nullopt;
  const std::vector<Value> all = sorted(values);
  const bool numbers = std::all_of(all.begin(), all.end(), [](const Value& value) { return value.number.has_value(); });
  const bool some_long = std::any_of(all.begin(), all.end(),
                                     [](const Value& value) { return value.text.size() > Breakdown::longest_word; });
  if (!numbers && (some_long || all.size() > Breakdown::most_words)) return std::nullopt;
  const std::vector<std::size_t> groups = groups_of(all, numbers ? Breakdown::most_groups : all.size());
  ParameterTable results;
  results.name = name;
  results.groups.resize(groups.back() + 1);
  results.cells.assign(all.front().cells->size(), std::vector<ParameterCell>(results.groups.size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::string& label = results.groups[groups[i]];
    const bool first = i == 0 || groups[i - 1] != groups[i];
    const bool last = i + 1 == all.size() || groups[i + 1] != groups[i];
    if (first) label = all[i].text;
    if (!first && last) label += " to " + all[i].text;
    for (std::size_t row = 0; row < results.cells.size(); ++row) {
      ParameterCell& cell = results.cells[row][groups[i]];
      const ParameterCell& from = (*all[i].cells)[row];
      cell.matches += from.matches;
      cell.score_sum += from.score_sum;
      cell.share_sum += from.share_sum;
    }
  }
  return results;
}

}  // namespace host
