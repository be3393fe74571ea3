#include "host/view/step_hints.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <map>
#include <set>

namespace host {

namespace {

constexpr std::size_t most_last = 6;

std::uint64_t digits_of(std::int64_t difference) {
  return static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(std::abs(difference))));
}

/// How each value of each pattern is told with the least digits.
std::vector<StepModes> modes_of(const StepParts& parts) {
  struct Slot {
    std::int64_t before = 0;
    std::array<std::uint64_t, last_mode + most_last> digits{};
  };
  std::vector<std::vector<Slot>> slots(parts.patterns());
  for (const StepRow& row : parts.rows()) {
    std::vector<std::int64_t> said;
    for (const StepText& text : row.texts) {
      if (!text.pattern) continue;
      std::vector<Slot>& own = slots[*text.pattern];
      own.resize(text.values.size());
      for (std::size_t i = 0; i < own.size(); ++i) {
        const std::int64_t number = text.values[i].number;
        own[i].digits[itself_mode] += digits_of(number);
        own[i].digits[more_mode] += digits_of(number - own[i].before);
        for (std::uint32_t mode = told_mode; mode < own[i].digits.size(); ++mode) {
          const std::size_t k = told_at(mode, said.size());
          own[i].digits[mode] += k < said.size() ? digits_of(number - said[k]) : 64;
        }
        own[i].before = number;
        said.push_back(number);
      }
    }
  }
  std::vector<StepModes> modes;
  for (const std::vector<Slot>& own : slots)
    for (modes.emplace_back(); const Slot& slot : own)
      modes.back().push_back(
          static_cast<std::uint32_t>(std::min_element(slot.digits.begin(), slot.digits.end()) - slot.digits.begin()));
  return modes;
}

/// Returns the number of the line that most often tells the first word of what was revealed.
std::size_t offset_of(const StepParts& parts) {
  constexpr std::size_t offsets = 8;
  std::array<std::set<std::pair<std::size_t, std::size_t>>, offsets> pairs;
  for (const StepRow& row : parts.rows())
    for (std::size_t offset = 0; offset < offsets; ++offset)
      for (std::size_t i = 0; i < row.words.size() && parts.fields() + offset + i < row.texts.size(); ++i)
        pairs[offset].emplace(row.words[i], *row.texts[parts.fields() + offset + i].pattern);
  const auto fewer = [](const auto& a, const auto& b) { return a.size() < b.size(); };
  return static_cast<std::size_t>(std::min_element(pairs.begin(), pairs.end(), fewer) - pairs.begin());
}

StepNear near_of(const StepParts& parts) {
  constexpr std::size_t most = 6;
  std::map<StepNear, std::uint64_t> digits;
  for (const StepRow& row : parts.rows()) {
    std::vector<std::int64_t> said;
    for (const StepText& text : row.texts)
      for (const StepValue& value : text.values) said.push_back(value.number);
    for (std::size_t i = 0; i < most && !row.cells.empty(); ++i)
      for (std::size_t j = i == 0 ? 0 : 1; j < most; ++j) {
        const std::int64_t cell = cell_at(said, {i, j}, row.across);
        std::uint64_t least = 64;
        for (const auto& [at, look] : row.cells)
          least = std::min(least, digits_of(static_cast<std::int64_t>(at) - cell));
        digits[{i, j}] += least;
      }
  }
  const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto best = std::min_element(digits.begin(), digits.end(), fewer);
  return best == digits.end() ? StepNear() : best->first;
}

}  // namespace

StepHints::StepHints(const StepParts& parts) : modes(modes_of(parts)), offset(offset_of(parts)), near(near_of(parts)) {}

std::int64_t cell_at(const std::vector<std::int64_t>& said, StepNear near, std::size_t across) {
  if (near.first == near.second || std::max(near.first, near.second) >= said.size()) return 0;
  return said[near.first] * static_cast<std::int64_t>(across) + said[near.second];
}

}  // namespace host
