#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

namespace host {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) text += separator;
    text += part;
  }
  return text;
}

std::string last_lines(std::string_view text) {
  constexpr std::size_t most_bytes = 300;
  constexpr std::size_t most_lines = 3;
  std::vector<std::string> lines;
  while (lines.size() < most_lines) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
    if (text.empty()) break;
    const std::size_t begin = text.rfind('\n') + 1;  // npos + 1 is 0
    const std::size_t letter = std::min(text.find_first_not_of(" \t", begin), text.size());
    lines.insert(lines.begin(), std::string(text.substr(letter)));
    text = text.substr(0, begin);
  }
  std::string all = join(lines, " / ");
  if (all.size() > most_bytes) all.erase(0, all.size() - most_bytes);
  return all;
}

std::string trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return std::string(text.substr(0, text.find_last_not_of(blanks) + 1));
}

std::pair<std::string, std::string> first_word(std::string_view line) {
  const std::string text = trimmed(line);
  const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
  return {text.substr(0, end), trimmed(std::string_view(text).substr(end))};
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& each : lower) {
    if (each >= 'A' && each <= 'Z') each = static_cast<char>(each - 'A' + 'a');
  }
  return lower;
}

namespace {

/// Returns the number of insertions, deletions, replacements and swaps of neighbours between the words (optimal string
/// alignment).
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> cost(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) cost[i][0] = i;
  std::iota(cost[0].begin(), cost[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = cost[i - 1][j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[from.size()][to.size()];
}

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  std::string nearest;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;  // up to a third of the letters may differ
  for (const std::string& candidate : candidates) {
    const bool begins = word.size() >= 2 && candidate.starts_with(word);
    const std::size_t found = begins ? 1 : distance(word, candidate);
    if (found < least) {
      least = found;
      nearest = candidate;
    }
  }
  return nearest.empty() ? "" : " (did you mean '" + nearest + "'?)";
}

std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string counted(std::uint64_t number, std::string_view what) {
  std::string text = std::to_string(number).append(" ").append(what);
  if (number == 1) return text;
  if (!what.ends_with("y")) return text.append(what.ends_with("ch") ? "es" : "s");
  text.pop_back();
  return text.append("ies");
}

std::optional<double> finite_number(std::string_view text) {
  double number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::string in_mebibytes(std::int64_t bytes) {
  return decimal(std::round(static_cast<double>(bytes) / (1 << 20) * 100) / 100) + " MiB";
}

std::string in_seconds(std::int64_t nanoseconds) {
  return decimal(std::floor(static_cast<double>(nanoseconds) / 1e6) / 1e3) + " s";
}

std::string decimal(double number) {
  if (number == 0) return "0";  // not "-0"
  std::array<char, 32> text{};
  char* const end = text.data() + text.size();
  constexpr double exact = 9007199254740992;  // 2^53: up to here, integers are exact
  const bool whole = std::abs(number) <= exact && std::trunc(number) == number;
  const auto result = whole ? std::to_chars(text.data(), end, number, std::chars_format::fixed)
                            : std::to_chars(text.data(), end, number);
  return {text.data(), result.ptr};
}

}  // namespace host
