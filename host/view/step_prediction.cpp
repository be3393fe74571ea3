#include "host/view/step_prediction.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

namespace host {

namespace {

constexpr std::size_t most_last = 6;

std::uint64_t digits_of(std::int64_t difference) {
  return static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(std::abs(difference))));
}

/// How many bits the numbers of a mode take: by how often each has the same leading digits, and the others as they are.
class Cost {
 public:
  void add(std::int64_t difference) {
    constexpr std::uint64_t leading = 8;
    const std::uint64_t digits = digits_of(difference);
    const std::uint64_t rest = digits - std::min(digits, leading);
    ++counts_[(difference >> rest) * 64 + static_cast<std::int64_t>(digits)];
    ++numbers_;
    rest_ += rest;
  }
  /// The mode can't tell each number.
  void forbid() { rest_ = std::numeric_limits<std::uint32_t>::max(); }
  [[nodiscard]] double bits() const {
    constexpr double learnt = 6;  // until it is known how often the digits come
    double sum = static_cast<double>(rest_) + learnt * static_cast<double>(counts_.size());
    for (const auto& [digits, count] : counts_) sum += count * std::log2(numbers_ / count);
    return sum;
  }

 private:
  std::unordered_map<std::int64_t, double> counts_;
  double numbers_ = 0;
  std::uint64_t rest_ = 0;
};

/// A value of a pattern.
struct Slot {
  std::array<std::uint64_t, last_mode + most_last> digits{};  // what the modes from told_mode on would take
  std::uint32_t told = told_mode;                             // that of these with the least
  std::int64_t before = 0;
  std::array<Cost, 3> costs{};  // of itself_mode, more_mode and `told`
};
using Slots = std::vector<std::vector<Slot>>;

/// Calls use(slot, number, what the step has told before) for each value.
template <class Use>
void each_value(const StepParts& parts, Slots& slots, Use&& use) {
  for (const StepRow& row : parts.rows()) {
    std::vector<std::int64_t> said;
    for (const StepText& text : row.texts) {
      if (!text.pattern) continue;
      std::vector<Slot>& own = slots[*text.pattern];
      own.resize(text.values.size());
      for (std::size_t i = 0; i < own.size(); ++i) {
        use(own[i], text.values[i].number, said);
        said.push_back(text.values[i].number);
      }
    }
  }
}

/// How each value of each pattern is told with the least bits.
std::vector<StepModes> modes_of(const StepParts& parts) {
  constexpr std::uint64_t missing = 64;
  Slots slots(parts.patterns());
  each_value(parts, slots, [](Slot& slot, std::int64_t number, const std::vector<std::int64_t>& said) {
    for (std::uint32_t mode = told_mode; mode < slot.digits.size(); ++mode) {
      const std::size_t k = told_at(mode, said.size());
      slot.digits[mode] += k < said.size() ? digits_of(number - said[k]) : missing;
    }
  });
  for (std::vector<Slot>& own : slots)
    for (Slot& slot : own)
      slot.told = static_cast<std::uint32_t>(std::min_element(slot.digits.begin() + told_mode, slot.digits.end()) -
                                             slot.digits.begin());
  each_value(parts, slots, [](Slot& slot, std::int64_t number, const std::vector<std::int64_t>& said) {
    slot.costs[0].add(number);
    slot.costs[1].add(number - slot.before);
    slot.before = number;
    if (const std::size_t k = told_at(slot.told, said.size()); k < said.size())
      slot.costs[2].add(number - said[k]);
    else
      slot.costs[2].forbid();
  });
  std::vector<StepModes> modes;
  for (const std::vector<Slot>& own : slots)
    for (modes.emplace_back(); const Slot& slot : own) {
      const auto fewer = [](const Cost& a, const Cost& b) { return a.bits() < b.bits(); };
      const auto best = std::min_element(slot.costs.begin(), slot.costs.end(), fewer) - slot.costs.begin();
      modes.back().push_back(best == 0 ? itself_mode : best == 1 ? more_mode : slot.told);
    }
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

StepPrediction::StepPrediction(const StepParts& parts)
    : modes(modes_of(parts)), offset(offset_of(parts)), near(near_of(parts)) {}

std::int64_t cell_at(const std::vector<std::int64_t>& said, StepNear near, std::size_t across) {
  if (near.first == near.second || std::max(near.first, near.second) >= said.size()) return 0;
  return said[near.first] * static_cast<std::int64_t>(across) + said[near.second];
}

}  // namespace host
