#include "host/report/step_parts.hpp"

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

StepParts::StepParts(std::vector<Json> blocks) {
  for (const Json& block : blocks) {
    const Json& palette = block["palette"];
    const Json& cells = block["scene"]["cells"];
    tokens_.resize(std::max(tokens_.size(), cells.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) know_token(palette, i, cells[i]);
    for (const Json& step : block["steps"]) {
      know_fields(step);
      if (const auto changed = step.find("cells"); changed != step.end())
        for (std::size_t i = 0; i + 1 < changed->size(); i += 2)
          know_token(palette, (*changed)[i].get<std::size_t>(), (*changed)[i + 1]);
    }
  }
  Json& first = blocks[0];
  board_ = board(first["palette"], first["scene"]);
  begin_ = {{"first", first["first"]}, {"scores", first["scores"]}, {"count", 0}, {"scene", first["scene"]}};
  across_ = across();  // NOLINT(cppcoreguidelines-prefer-member-initializer): of the board
  for (Json& block : blocks)
    for (Json& step : block["steps"]) rows_.push_back(row(block["palette"], step));
  begin_["count"] = rows_.size();
}

nlohmann::ordered_json StepParts::texts() const {
  Json all = begin_;
  all.update({{"fields", fields_}, {"patterns", patterns_}, {"looks", looks_}, {"tokens", tokens_}});
  return all;
}

void StepParts::know_fields(const Json& step) {
  for (const auto& [name, value] : step.items())
    if (name != "cells" && name != "lines" && columns_.try_emplace(name, fields_.size()).second)
      fields_.emplace_back(name, !value.is_string());
}

void StepParts::know_token(const Json& palette, std::size_t cell, const Json& number) {
  if (cell >= tokens_.size()) return;
  const auto& token = palette[number.get<std::size_t>()][1].get_ref<const std::string&>();
  if (!tokens_[cell].empty() || token.empty()) return;
  tokens_[cell] = token;
  const bool named = token.size() > 1 && token.find_first_not_of("0123456789") != std::string::npos;
  if (named && named_.try_emplace(token, cell).second) longest_ = std::max(longest_, token.size());
}

StepRow StepParts::row(const Json& palette, Json& step) {
  StepRow row;
  if (const auto scene = step.find("scene"); scene != step.end()) {
    row.board = board(palette, *scene);
    across_ = (*scene)["columns"].get<std::size_t>();
  }
  row.across = across_;
  for (std::size_t column = 0; column < fields_.size(); ++column) {
    const auto& name = fields_[column].first;
    const auto field = step.find(name);
    if (field == step.end()) {
      row.texts.push_back({column});
    } else if (name == "arrows") {
      row.texts.push_back(arrows(column, *field));
    } else {
      const std::string text = field->is_string() ? field->get<std::string>() : field->dump();
      if (name == "reveals") row.words = words(text);
      row.texts.push_back(parted(column, text));
    }
  }
  if (const auto lines = step.find("lines"); lines != step.end()) {
    row.lines = static_cast<std::int64_t>(lines->size());
    for (const Json& line : *lines) row.texts.push_back(parted(row.texts.size(), line.get<std::string>()));
  }
  if (const auto cells = step.find("cells"); cells != step.end())
    for (std::size_t i = 0; i + 1 < cells->size(); i += 2) {
      const auto cell = (*cells)[i].get<std::size_t>();
      row.cells.emplace_back(cell, look(palette, cell, (*cells)[i + 1]));
    }
  return row;
}

StepBoard StepParts::board(const Json& palette, Json& scene) {
  StepBoard board;
  for (const Json& cell : scene["cells"]) board.push_back(look(palette, board.size(), cell));
  scene.erase("cells");
  return board;
}

StepCell StepParts::look(const Json& palette, std::size_t cell, const Json& number) {
  const Json& entry = palette[number.get<std::size_t>()];
  const bool own = cell < tokens_.size() && entry[1] == tokens_[cell];
  Json look = {entry[0], own ? Json() : entry[1], entry[2]};
  const auto [known, added] = known_looks_.try_emplace(look.dump(), looks_.size());
  if (added) looks_.push_back(std::move(look));
  return {static_cast<std::uint32_t>(known->second), entry[3].get<std::uint32_t>()};
}

StepText StepParts::text(std::size_t column, std::string pattern, std::vector<StepValue> values) {
  const auto [known, added] = known_patterns_.try_emplace(pattern, patterns_.size());
  if (added) patterns_.push_back(std::move(pattern));
  return {column, known->second, added, std::move(values)};
}

/// Numbers have at most nine digits, and none of them is a leading zero: else they stay in the pattern.
StepText StepParts::parted(std::size_t column, std::string_view text) {
  constexpr std::size_t most_digits = 9;
  std::string pattern;
  std::vector<StepValue> values;
  while (!text.empty()) {
    if (const auto [cell, size] = named_cell(text); size > 0) {
      pattern += '\1';
      values.push_back({static_cast<std::int64_t>(cell), true});
      text.remove_prefix(size);
      continue;
    }
    const std::string digits(text.substr(0, std::min(text.find_first_not_of("0123456789"), text.size())));
    if (digits.empty() || digits.size() > most_digits || (digits.size() > 1 && digits.front() == '0')) {
      const std::size_t size = std::max<std::size_t>(digits.size(), 1);
      pattern += text.substr(0, size);
      text.remove_prefix(size);
    } else {
      pattern += '\0';
      values.push_back({std::stoll(digits), false});
      text.remove_prefix(digits.size());
    }
  }
  return this->text(column, std::move(pattern), std::move(values));
}

/// Returns the cell whose token is the longest one that the text begins with, and the token's size, else 0.
std::pair<std::size_t, std::size_t> StepParts::named_cell(std::string_view text) const {
  for (std::size_t size = std::min(longest_, text.size()); size > 1; --size)
    if (const auto found = named_.find(text.substr(0, size)); found != named_.end()) return {found->second, size};
  return {0, 0};
}

StepText StepParts::arrows(std::size_t column, const Json& arrows) {
  std::string pattern;
  std::vector<StepValue> values;
  const auto across = static_cast<std::int64_t>(across_);
  for (const Json& arrow : arrows) {
    pattern.append("\1\1").append(1, '\0');
    for (std::size_t end = 0; end < 4; end += 2)
      values.push_back({arrow[end].get<std::int64_t>() * across + arrow[end + 1].get<std::int64_t>(), false});
    values.push_back({arrow[4].get<std::int64_t>(), false});
  }
  return text(column, std::move(pattern), std::move(values));
}

std::vector<std::size_t> StepParts::words(std::string_view text) {
  std::vector<std::size_t> found;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find_first_of("/ ");
    found.push_back(known_words_.try_emplace(std::string(text.substr(0, end)), known_words_.size()).first->second);
    if (end != std::string_view::npos) text.remove_prefix(end + 1);
  }
  return found;
}

StepPrediction::StepPrediction(const StepParts& parts)
    : modes(modes_of(parts)), offset(offset_of(parts)), near(near_of(parts)) {}

std::int64_t cell_at(const std::vector<std::int64_t>& said, StepNear near, std::size_t across) {
  if (near.first == near.second || std::max(near.first, near.second) >= said.size()) return 0;
  return said[near.first] * static_cast<std::int64_t>(across) + said[near.second];
}

}  // namespace host
