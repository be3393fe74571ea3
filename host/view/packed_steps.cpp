#include "host/view/packed_steps.hpp"

#include <agon/ext/scene.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Texts, one for each step or none: each is a pattern, with a zero byte in place of each number, and these numbers
/// minus those of the last text with this pattern.
class TextColumn {
 public:
  void add(const std::string& text) {
    const auto [pattern, numbers] = parted(text);
    const auto [known, added] = known_.try_emplace(pattern, last_.size());
    if (added) {
      patterns_.push_back(pattern);
      last_.emplace_back(numbers.size());
    }
    values_.push_back(known->second);
    std::vector<std::int64_t>& last = last_[known->second];
    for (std::size_t i = 0; i < numbers.size(); ++i) values_.push_back(numbers[i] - last[i]);
    last = numbers;
  }
  void add_none() { values_.push_back(-1); }
  [[nodiscard]] Json json() const { return {{"patterns", patterns_}, {"values", values_}}; }

 private:
  /// Numbers have at most nine digits, and none of them is a leading zero: else they stay in the pattern.
  static std::pair<std::string, std::vector<std::int64_t>> parted(const std::string& text) {
    constexpr std::size_t most_digits = 9;
    std::pair<std::string, std::vector<std::int64_t>> parts;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
      const std::string digits = text.substr(at, end - at);
      if (digits.empty()) {
        parts.first += text[at++];
        continue;
      }
      at = end;
      if (digits.size() > most_digits || (digits.size() > 1 && digits.front() == '0')) {
        parts.first += digits;
      } else {
        parts.first += '\0';
        parts.second.push_back(std::stoll(digits));
      }
    }
    return parts;
  }

  std::map<std::string, std::size_t> known_;
  std::vector<std::vector<std::int64_t>> last_;  // the numbers of each pattern
  Json patterns_ = Json::array();
  Json values_ = Json::array();
};

/// What the cells of the board are after each step. A cell is a look, that is glyph, token and role, and marks.
class CellColumns {
 public:
  /// The cells of what follows are numbers in this palette.
  void use(const Json& palette) {
    used_.clear();
    for (const Json& entry : palette) {
      Json look = {entry[0], entry[1], entry[2]};
      const auto [known, added] = known_.try_emplace(look.dump(), palette_.size());
      if (added) palette_.push_back(std::move(look));
      used_.push_back({known->second, entry[3].get<std::uint32_t>()});
    }
  }

  /// Replaces the numbers of a scene's cells by looks and marks.
  Json scene(Json scene) {
    board_.clear();
    marked_.clear();
    Json looks = Json::array();
    Json marks = Json::array();
    for (const Json& cell : scene["cells"]) {
      set(board_.size(), used_[cell.get<std::size_t>()]);
      looks.push_back(board_.back().look);
      marks.push_back(board_.back().marks);
    }
    scene["cells"] = looks;
    scene["marks"] = marks;
    return scene;
  }

  /// Adds the changes of a step: [cell, number in the palette, ...].
  void add(const Json& changes) {
    std::map<std::size_t, Cell> listed;
    for (const std::size_t number : marked_) listed[number] = board_[number];  // those that keep the mark
    for (std::size_t i = 0; i + 1 < changes.size(); i += 2) {
      const auto number = changes[i].get<std::size_t>();
      const Cell cell = used_[changes[i + 1].get<std::size_t>()];
      listed[number] = cell;
      if (marked_.contains(number) && cell == unmarked(board_[number])) listed.erase(number);
    }
    for (const std::size_t number : std::set<std::size_t>(marked_)) set(number, unmarked(board_[number]));
    counts_.push_back(listed.size());
    std::size_t before = 0;
    for (const auto& [number, cell] : listed) {
      places_.push_back(number - before);
      looks_.push_back(static_cast<std::int64_t>(cell.look) - look_);
      marks_.push_back(cell.marks);
      before = number;
      look_ = static_cast<std::int64_t>(cell.look);
      set(number, cell);
    }
  }

  [[nodiscard]] Json json() const {
    return {{"palette", palette_}, {"counts", counts_}, {"places", places_}, {"looks", looks_}, {"marks", marks_}};
  }

 private:
  struct Cell {
    std::size_t look = 0;
    std::uint32_t marks = 0;
    bool operator==(const Cell&) const = default;
  };

  static Cell unmarked(Cell cell) {
    cell.marks &= ~std::uint32_t{AGON_MARK_LAST};
    return cell;
  }

  void set(std::size_t number, Cell cell) {
    if (number == board_.size()) board_.emplace_back();
    board_[number] = cell;
    if ((cell.marks & AGON_MARK_LAST) != 0) {
      marked_.insert(number);
    } else {
      marked_.erase(number);
    }
  }

  std::map<std::string, std::size_t> known_;  // the looks in palette_
  std::vector<Cell> used_;                    // a block's palette
  std::vector<Cell> board_;
  std::set<std::size_t> marked_;  // as the last ones
  std::int64_t look_ = 0;         // of the cell before
  Json palette_ = Json::array();
  Json counts_ = Json::array();  // of changed cells, for each step
  Json places_ = Json::array();  // the number of each, minus that of the one before
  Json looks_ = Json::array();   // likewise
  Json marks_ = Json::array();
};

/// The lines below the board: how many each step has, -1 for those of the step before, and a column for each.
struct LineColumns {
  Json counts = Json::array();
  std::vector<TextColumn> lines;

  void add(const Json& step) {
    const auto found = step.find("lines");
    counts.push_back(found == step.end() ? -1 : static_cast<int>(found->size()));
    if (found == step.end()) return;
    lines.resize(std::max(lines.size(), found->size()));
    for (std::size_t i = 0; i < found->size(); ++i) lines[i].add((*found)[i].get<std::string>());
  }
};

/// All other fields: texts, and what else there is, as JSON. A step without the field has none.
class FieldColumns {
 public:
  void add(const Json& step, std::size_t before) {
    for (const auto& [name, value] : step.items()) {
      if (name == "cells" || name == "lines") continue;
      const auto [column, added] = columns_.try_emplace(name, Column{!value.is_string(), {}});
      for (std::size_t i = 0; added && i < before; ++i) column->second.texts.add_none();
      column->second.texts.add(value.is_string() ? value.get<std::string>() : value.dump());
    }
    for (auto& [name, column] : columns_)
      if (!step.contains(name)) column.texts.add_none();
  }
  [[nodiscard]] Json json() const {
    Json fields = Json::object();
    for (const auto& [name, column] : columns_) {
      fields[name] = column.texts.json();
      if (column.is_json) fields[name]["json"] = true;
    }
    return fields;
  }

 private:
  struct Column {
    bool is_json;
    TextColumn texts;
  };
  std::map<std::string, Column> columns_;
};

}  // namespace

std::string packed_steps(const Steps& steps, std::size_t first, std::size_t most) {
  const std::size_t end = std::min(first + most, steps.blocks());
  Json packed = Json::object();
  CellColumns cells;
  LineColumns lines;
  FieldColumns fields;
  std::size_t count = 0;
  for (std::size_t number = first; number < end; ++number) {
    Json block = Json::parse(steps.block(number));
    cells.use(block["palette"]);
    if (number == first)
      packed = {{"first", block["first"]}, {"scores", block["scores"]}, {"scene", cells.scene(block["scene"])}};
    for (Json& step : block["steps"]) {
      if (step.contains("scene")) step["scene"] = cells.scene(step["scene"]);
      cells.add(step.contains("cells") ? step["cells"] : Json::array());
      lines.add(step);
      fields.add(step, count++);
    }
  }
  packed["count"] = count;
  packed["cells"] = cells.json();
  packed["lines"] = {{"counts", lines.counts}, {"columns", Json::array()}};
  for (const TextColumn& line : lines.lines) packed["lines"]["columns"].push_back(line.json());
  packed["fields"] = fields.json();
  return packed.dump();
}

}  // namespace host
