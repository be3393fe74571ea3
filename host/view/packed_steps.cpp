#include "host/view/packed_steps.hpp"

#include "host/json.hpp"

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

/// A list of integers as JSON: a tree would take most of the time.
class Integers {
 public:
  void add(std::int64_t number) {
    if (!text_.empty()) text_ += ',';
    add_integer(text_, number);
  }
  [[nodiscard]] std::string json() const { return "[" + text_ + "]"; }

 private:
  std::string text_;
};

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
    values_.add(static_cast<std::int64_t>(known->second));
    std::vector<std::int64_t>& last = last_[known->second];
    for (std::size_t i = 0; i < numbers.size(); ++i) values_.add(numbers[i] - last[i]);
    last = numbers;
  }
  void add_none() { values_.add(-1); }
  /// `is_json`: what the texts are.
  [[nodiscard]] std::string json(bool is_json = false) const {
    return R"({"patterns":)" + patterns_.dump() + R"(,"values":)" + values_.json() +
           (is_json ? R"(,"json":true})" : "}");
  }

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
  Integers values_;
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
    counts_.add(static_cast<std::int64_t>(listed.size()));
    std::size_t before = 0;
    for (const auto& [number, cell] : listed) {
      places_.add(static_cast<std::int64_t>(number - before));
      looks_.add(static_cast<std::int64_t>(cell.look) - look_);
      marks_.add(cell.marks);
      before = number;
      look_ = static_cast<std::int64_t>(cell.look);
      set(number, cell);
    }
  }

  [[nodiscard]] std::string json() const {
    return R"({"palette":)" + palette_.dump() + R"(,"counts":)" + counts_.json() + R"(,"places":)" + places_.json() +
           R"(,"looks":)" + looks_.json() + R"(,"marks":)" + marks_.json() + "}";
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
  Integers counts_;  // of changed cells, for each step
  Integers places_;  // the number of each, minus that of the one before
  Integers looks_;   // likewise
  Integers marks_;
};

/// The lines below the board: how many each step has, -1 for those of the step before, and a column for each.
class LineColumns {
 public:
  void add(const Json& step) {
    const auto found = step.find("lines");
    counts_.add(found == step.end() ? -1 : static_cast<std::int64_t>(found->size()));
    if (found == step.end()) return;
    lines_.resize(std::max(lines_.size(), found->size()));
    for (std::size_t i = 0; i < found->size(); ++i) lines_[i].add((*found)[i].get<std::string>());
  }
  [[nodiscard]] std::string json() const {
    std::string columns;
    for (const TextColumn& line : lines_) columns.append(columns.empty() ? "" : ",").append(line.json());
    return R"({"counts":)" + counts_.json() + R"(,"columns":[)" + columns + "]}";
  }

 private:
  Integers counts_;
  std::vector<TextColumn> lines_;
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
  [[nodiscard]] std::string json() const {
    std::string fields;
    for (const auto& [name, column] : columns_) {
      add_quoted(fields += fields.empty() ? '{' : ',', name);
      fields.append(":").append(column.texts.json(column.is_json));
    }
    return fields.empty() ? "{}" : fields + "}";
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
    Json block = parse_json(steps.block(number));
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
  std::string json = packed.dump();
  json.pop_back();  // its bracket
  return json + R"(,"cells":)" + cells.json() + R"(,"lines":)" + lines.json() + R"(,"fields":)" + fields.json() + "}";
}

}  // namespace host
