#include "host/console/completions.hpp"

#include "host/escape.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace host {

std::vector<std::string> continued(const std::vector<std::string>& lines, const std::string& begun) {
  std::set<std::string> found;
  for (const std::string& line : lines) {
    if (line.starts_with(begun)) found.insert(line.substr(0, line.find(' ', begun.size())));
  }
  std::vector<std::string> sorted(found.begin(), found.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return sorted;  // so that 2 is before 10
}

std::string common_beginning(const std::vector<std::string>& lines) {
  std::string common = lines.front();
  for (const std::string& line : lines) {
    const auto [end, other] = std::mismatch(common.begin(), common.end(), line.begin(), line.end());
    common.erase(end, common.end());
  }
  return common;
}

std::vector<std::string> last_words(const std::vector<std::string>& lines) {
  std::vector<std::string> words;
  words.reserve(lines.size());
  for (const std::string& line : lines) words.push_back(line.substr(line.rfind(' ') + 1));
  return words;
}

std::string in_columns(const std::vector<std::string>& words, std::size_t width) {
  std::size_t widest = 1;
  std::vector<std::string> shown;
  shown.reserve(words.size());
  for (const std::string& word : words) {
    shown.push_back(printable(word));
    widest = std::max(widest, host::width(shown.back()));
  }
  const std::size_t columns = std::max<std::size_t>(1, (width + 2) / (widest + 2));
  std::string text;
  for (std::size_t index = 0; index < shown.size(); ++index) {
    text += shown[index];
    const bool last = (index + 1) % columns == 0 || index + 1 == shown.size();
    text += last ? "\n" : std::string(widest + 2 - host::width(shown[index]), ' ');
  }
  return text;
}

}  // namespace host
