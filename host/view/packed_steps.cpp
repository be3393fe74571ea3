#include "host/view/packed_steps.hpp"

#include "host/json.hpp"
#include "host/view/number_coder.hpp"

#include <agon/ext/scene.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// The kinds of numbers.
enum Kind : std::uint32_t {
  pattern_kind,
  mode_kind,
  value_kind,
  listed_kind,
  look_kind,
  marks_kind,
  count_kind,
  place_kind
};

// How a value of a pattern is told: itself, what it is more than the one before there, or more than one that this step
// has told already.
constexpr std::uint32_t itself = 0;
constexpr std::uint32_t more = 1;
constexpr std::uint32_t told = 2;
constexpr std::size_t most_told = 14;
constexpr std::uint32_t no_number = ~0U;
constexpr std::size_t offsets = 8;

constexpr std::uint32_t fading = AGON_MARK_LAST | AGON_MARK_HIGHLIGHT;  // marks that a cell seldom has twice

std::uint32_t word(std::int64_t value) {
  return static_cast<std::uint32_t>(value);
}

/// A number in a text, or a cell that the text names.
struct Value {
  std::int64_t number;
  bool is_cell;
};

/// A text: a pattern with its values, or none.
struct Text {
  std::size_t column;
  std::optional<std::size_t> pattern{};
  bool is_new = false;  // the pattern
  std::vector<Value> values{};
};

struct Cell {
  std::uint32_t look = 0;
  std::uint32_t marks = 0;
  bool operator==(const Cell&) const = default;
};

using Board = std::vector<Cell>;

struct Row {
  std::vector<Text> texts;
  std::int64_t lines = -1;                          // how many of them are lines of the board; -1: they did not change
  std::vector<std::uint32_t> words;                 // of what was revealed
  std::optional<Board> board;                       // a new one
  std::vector<std::pair<std::size_t, Cell>> cells;  // that changed
};

/// Takes steps apart.
class Parts {
 public:
  /// Learns what a step has before all steps are read.
  void learn(const Json& step) {
    for (const auto& [name, value] : step.items())
      if (name != "cells" && name != "lines" && columns_.try_emplace(name, fields_.size()).second)
        fields_.push_back({name, !value.is_string()});
  }

  /// The cells of what follows are numbers in this palette.
  void use(const Json& palette) { palette_ = &palette; }

  void know_tokens(const Json& cells) {
    tokens_.resize(std::max(tokens_.size(), cells.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) know_token(i, cells[i]);
  }
  void know_token(std::size_t cell, const Json& number) {
    if (cell >= tokens_.size()) return;
    const auto& token = (*palette_)[number.get<std::size_t>()][1].get_ref<const std::string&>();
    if (!tokens_[cell].empty() || token.empty()) return;
    tokens_[cell] = token;
    const bool named = token.size() > 1 && token.find_first_not_of("0123456789") != std::string::npos;
    if (named && named_.try_emplace(token, cell).second) longest_ = std::max(longest_, token.size());
  }

  Board board(Json& scene) {
    Board board;
    for (const Json& cell : scene["cells"]) board.push_back(look(board.size(), cell));
    scene.erase("cells");
    return board;
  }

  Row row(Json& step) {
    Row row;
    if (const auto scene = step.find("scene"); scene != step.end()) {
      row.board = board(*scene);
      across_ = (*scene)["columns"].get<std::int64_t>();
    }
    for (std::size_t column = 0; column < fields_.size(); ++column) {
      const auto field = step.find(fields_[column].first);
      if (field == step.end()) {
        row.texts.push_back({column});
      } else if (fields_[column].first == "arrows") {
        row.texts.push_back(arrows(column, *field));
      } else {
        const std::string text = field->is_string() ? field->get<std::string>() : field->dump();
        if (fields_[column].first == "reveals") row.words = words(text);
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
        row.cells.emplace_back(cell, look(cell, (*cells)[i + 1]));
      }
    return row;
  }

  void set_across(std::size_t columns) { across_ = static_cast<std::int64_t>(columns); }
  [[nodiscard]] std::size_t patterns() const { return patterns_.size(); }
  [[nodiscard]] std::size_t fields() const { return fields_.size(); }

  void add_to(Json& packed) const {
    packed["fields"] = fields_;
    packed["patterns"] = patterns_;
    packed["looks"] = looks_;
    packed["tokens"] = tokens_;
  }

 private:
  Cell look(std::size_t cell, const Json& number) {
    const Json& entry = (*palette_)[number.get<std::size_t>()];
    const bool own = cell < tokens_.size() && entry[1] == tokens_[cell];
    Json look = {entry[0], own ? Json() : entry[1], entry[2]};
    const auto [known, added] = known_looks_.try_emplace(look.dump(), looks_.size());
    if (added) looks_.push_back(std::move(look));
    return {static_cast<std::uint32_t>(known->second), entry[3].get<std::uint32_t>()};
  }

  Text text(std::size_t column, std::string pattern, std::vector<Value> values) {
    const auto [known, added] = known_patterns_.try_emplace(pattern, patterns_.size());
    if (added) patterns_.push_back(std::move(pattern));
    return {column, known->second, added, std::move(values)};
  }

  /// Numbers have at most nine digits, and none of them is a leading zero: else they stay in the pattern.
  Text parted(std::size_t column, std::string_view text) {
    constexpr std::size_t most_digits = 9;
    std::string pattern;
    std::vector<Value> values;
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
  [[nodiscard]] std::pair<std::size_t, std::size_t> named_cell(std::string_view text) const {
    for (std::size_t size = std::min(longest_, text.size()); size > 1; --size)
      if (const auto found = named_.find(text.substr(0, size)); found != named_.end()) return {found->second, size};
    return {0, 0};
  }

  Text arrows(std::size_t column, const Json& arrows) {
    std::string pattern;
    std::vector<Value> values;
    for (const Json& arrow : arrows) {
      pattern.append("\1\1").append(1, '\0');
      for (std::size_t end = 0; end < 4; end += 2)
        values.push_back({arrow[end].get<std::int64_t>() * across_ + arrow[end + 1].get<std::int64_t>(), false});
      values.push_back({arrow[4].get<std::int64_t>(), false});
    }
    return text(column, std::move(pattern), std::move(values));
  }

  std::vector<std::uint32_t> words(std::string_view text) {
    std::vector<std::uint32_t> found;
    for (std::size_t end = 0; end != std::string_view::npos;) {
      end = text.find_first_of("/ ");
      const auto [known, added] = known_words_.try_emplace(std::string(text.substr(0, end)), known_words_.size() + 1);
      found.push_back(static_cast<std::uint32_t>(known->second));
      if (end != std::string_view::npos) text.remove_prefix(end + 1);
    }
    return found;
  }

  const Json* palette_ = nullptr;
  std::int64_t across_ = 0;  // cells
  std::vector<std::pair<std::string, bool>> fields_;
  std::map<std::string, std::size_t> columns_;
  std::vector<std::string> tokens_;  // of the cells
  std::map<std::string, std::size_t, std::less<>> named_;
  std::size_t longest_ = 0;
  std::unordered_map<std::string, std::size_t> known_looks_, known_patterns_, known_words_;
  Json looks_ = Json::array();
  std::vector<std::string> patterns_;
};

/// How each value of each pattern is told with the least digits.
std::vector<std::vector<std::uint32_t>> modes_of(const std::vector<Row>& rows, std::size_t patterns) {
  struct Slot {
    std::int64_t before = 0;
    std::array<std::uint64_t, told + most_told> digits{};
  };
  std::vector<std::vector<Slot>> slots(patterns);
  for (const Row& row : rows) {
    std::vector<std::int64_t> said;
    for (const Text& text : row.texts) {
      if (!text.pattern) continue;
      std::vector<Slot>& own = slots[*text.pattern];
      own.resize(text.values.size());
      for (std::size_t i = 0; i < own.size(); ++i) {
        const std::int64_t number = text.values[i].number;
        const auto digits = [&](std::int64_t from) {
          return static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(std::abs(number - from))));
        };
        own[i].digits[itself] += digits(0);
        own[i].digits[more] += digits(own[i].before);
        for (std::size_t k = 0; k < most_told; ++k) own[i].digits[told + k] += k < said.size() ? digits(said[k]) : 64;
        own[i].before = number;
        said.push_back(number);
      }
    }
  }
  std::vector<std::vector<std::uint32_t>> modes(patterns);
  for (std::size_t pattern = 0; pattern < patterns; ++pattern)
    for (const Slot& slot : slots[pattern])
      modes[pattern].push_back(
          static_cast<std::uint32_t>(std::min_element(slot.digits.begin(), slot.digits.end()) - slot.digits.begin()));
  return modes;
}

/// Returns the number of the line that most often tells the first word of what was revealed.
std::size_t offset_of(const std::vector<Row>& rows, std::size_t fields) {
  std::size_t best = 0;
  std::size_t least = ~std::size_t{0};
  for (std::size_t offset = 0; offset < offsets; ++offset) {
    std::map<std::pair<std::size_t, std::size_t>, bool> pairs;
    for (const Row& row : rows)
      for (std::size_t i = 0; i < row.words.size() && fields + offset + i < row.texts.size(); ++i)
        pairs[{row.words[i], *row.texts[fields + offset + i].pattern}] = true;
    if (pairs.size() < least) std::tie(best, least) = std::pair(offset, pairs.size());
  }
  return best;
}

/// Writes the numbers of the steps.
class Numbers {
 public:
  Numbers(std::size_t steps, std::vector<std::vector<std::uint32_t>> modes, std::size_t fields, std::size_t offset)
      : coder_(steps), modes_(std::move(modes)), fields_(fields), offset_(offset), before_(modes_.size()) {
    for (std::size_t i = 0; i < modes_.size(); ++i) before_[i].resize(modes_[i].size());
  }

  void add_board(const Board& board, std::size_t across) {
    across_ = across;
    board_ = board;
    marked_.clear();
    for (std::size_t i = 0; i < board.size(); ++i) {
      const Cell left = i > 0 ? board[i - 1] : Cell();
      const Cell up = i >= across ? board[i - across] : Cell();
      coder_.add(look_kind, board[i].look, {left.look, mixed(left.look, up.look), 0});
      coder_.add(marks_kind, board[i].marks,
                 {board[i].look, mixed(board[i].look, left.marks), mixed(left.marks, up.marks)});
      if ((board[i].marks & fading) != 0) marked_.push_back(i);
    }
  }

  void add(const Row& row, std::size_t across) {
    add_texts(row);
    if (row.board) {
      add_board(*row.board, across);
    } else {
      add_cells(row);
    }
  }

  std::vector<std::uint8_t> finish() { return coder_.finish(); }

 private:
  /// A cell that the step's texts have named: the first one, the second one and so on of each pattern are alike.
  struct Named {
    std::size_t cell;
    std::uint32_t slot;
    std::uint32_t number;  // that the text tells next
  };

  void add_texts(const Row& row) {
    named_.clear();
    std::vector<std::int64_t> said;
    std::int64_t difference = 0;
    std::uint32_t last_pattern = 0;
    coder_.add_signed(count_kind, row.lines, {0, lines_, 1});
    lines_ = word(row.lines);
    for (const Text& text : row.texts) {
      const auto column = static_cast<std::uint32_t>(text.column);
      columns_.resize(std::max(columns_.size(), text.column + 1));
      const std::size_t at = text.column - fields_ - offset_;  // huge for those before
      const std::uint32_t code = text.is_new ? 0 : text.pattern ? 2 + static_cast<std::uint32_t>(*text.pattern) : 1;
      coder_.add(pattern_kind, code,
                 {mixed(column, last_pattern), mixed(column, columns_[column]),
                  mixed(column, at < row.words.size() ? row.words[at] : 0)});
      last_pattern = columns_[column] = text.pattern ? static_cast<std::uint32_t>(*text.pattern) + 1 : 0;
      if (!text.pattern) continue;
      const std::vector<std::uint32_t>& modes = modes_[*text.pattern];
      if (text.is_new)
        for (const std::uint32_t mode : modes) coder_.add(mode_kind, mode, {column, 0, 0});
      for (std::size_t i = 0; i < modes.size(); ++i) {
        const Value value = text.values[i];
        std::int64_t& before = before_[*text.pattern][i];
        const std::int64_t from = modes[i] == itself ? 0 : modes[i] == more ? before : said[modes[i] - told];
        const std::uint32_t slot = mixed(last_pattern, static_cast<std::uint32_t>(i));
        coder_.add_signed(value_kind, value.number - from,
                          {slot, mixed(slot, word(difference)), mixed(slot, word(before))});
        difference = value.number - from;
        before = value.number;
        said.push_back(value.number);
        if (value.is_cell) {
          named_.push_back({static_cast<std::size_t>(value.number), slot, no_number});
        } else if (!named_.empty() && named_.back().number == no_number) {
          named_.back().number = word(value.number);
        }
      }
    }
  }

  void add_cells(const Row& row) {
    std::map<std::size_t, Cell> listed;
    for (const std::size_t i : marked_) {
      listed[i] = board_[i];
      board_[i].marks &= ~fading;
    }
    marked_.clear();
    for (const auto& [i, cell] : row.cells) listed[i] = cell;
    std::erase_if(listed, [&](const auto& each) { return board_[each.first] == each.second; });
    std::uint32_t first = no_number;
    for (const Named& each : named_) {
      if (each.cell >= board_.size()) continue;
      const Cell& cell = board_[each.cell];
      if (first == no_number) first = cell.look;
      const auto found = listed.find(each.cell);
      coder_.add(listed_kind, found != listed.end() ? 1 : 0,
                 {each.slot, mixed(each.slot, each.number), mixed(each.slot, cell.look)});
      if (found == listed.end()) continue;
      set(each.cell, found->second,
          {mixed(each.slot, each.number), mixed(each.slot, first), mixed(each.slot, cell.look)}, each.slot);
      listed.erase(found);
    }
    const auto count = static_cast<std::uint32_t>(listed.size());
    coder_.add(
        count_kind, count,
        {2, columns_.size() > 1 ? mixed(columns_[1], 2) : 2, mixed(static_cast<std::uint32_t>(named_.size()), 3)});
    std::uint32_t left = count;
    std::uint32_t place = 0;
    std::array<std::uint32_t, 2> steps{};
    for (const auto& [i, cell] : listed) {
      const std::uint32_t step = static_cast<std::uint32_t>(i) - place;
      const std::uint32_t begun = left == count ? 1 : 0;
      coder_.add(place_kind, step,
                 {mixed(begun, std::min(left, 3U)), mixed(begun, steps[0]), mixed(mixed(begun, steps[0]), steps[1])});
      steps = {step, steps[0]};
      place = static_cast<std::uint32_t>(i);
      --left;
    }
    std::uint32_t last_look = no_number;
    for (const auto& [i, cell] : listed) {
      std::uint32_t around = 0;  // which of its neighbours change, too
      for (const std::size_t other : {i - across_, i + 1, i + across_, i - 1})
        around = 2 * around + (listed.contains(other) ? 1 : 0);
      set(i, cell, {last_look, mixed(board_[i].look, static_cast<std::uint32_t>(i)), mixed(board_[i].look, last_look)},
          around);
      last_look = cell.look;
    }
  }

  void set(std::size_t cell, Cell next, const Contexts& looks, std::uint32_t place) {
    coder_.add(look_kind, next.look, looks);
    coder_.add(marks_kind, next.marks, {mixed(next.look, board_[cell].marks), mixed(place, next.look), place});
    board_[cell] = next;
    if ((next.marks & fading) != 0) marked_.push_back(cell);
  }

  NumberCoder coder_;
  std::vector<std::vector<std::uint32_t>> modes_;
  std::size_t fields_;
  std::size_t offset_;
  std::vector<std::vector<std::int64_t>> before_;  // of each pattern
  std::vector<std::uint32_t> columns_;             // the last pattern of each, from 1 on
  std::uint32_t lines_ = 0;
  std::vector<Named> named_;
  Board board_;
  std::vector<std::size_t> marked_;  // cells with marks that fade
  std::size_t across_ = 0;
};

}  // namespace

PackedSteps packed_steps(const Steps& steps, std::size_t first, std::size_t most) {
  std::vector<Json> blocks;
  for (std::size_t number = first; number < std::min(first + most, steps.blocks()); ++number)
    blocks.push_back(parse_json(steps.block(number)));
  Parts parts;
  std::size_t count = 0;
  for (const Json& block : blocks) {
    parts.use(block["palette"]);
    parts.know_tokens(block["scene"]["cells"]);
    for (const Json& step : block["steps"]) {
      parts.learn(step);
      if (const auto cells = step.find("cells"); cells != step.end())
        for (std::size_t i = 0; i + 1 < cells->size(); i += 2)
          parts.know_token((*cells)[i].get<std::size_t>(), (*cells)[i + 1]);
    }
    count += block["steps"].size();
  }
  Json packed = {{"first", blocks[0]["first"]}, {"scores", blocks[0]["scores"]}, {"count", count}};
  parts.use(blocks[0]["palette"]);
  const Board board = parts.board(blocks[0]["scene"]);
  packed["scene"] = blocks[0]["scene"];
  auto across = packed["scene"]["columns"].get<std::size_t>();
  parts.set_across(across);
  std::vector<Row> rows;
  for (Json& block : blocks) {
    parts.use(block["palette"]);
    for (Json& step : block["steps"]) rows.push_back(parts.row(step));
  }
  const std::size_t offset = offset_of(rows, parts.fields());
  parts.add_to(packed);
  packed["offset"] = offset;
  Numbers numbers(count, modes_of(rows, parts.patterns()), parts.fields(), offset);
  numbers.add_board(board, across);
  std::size_t at = 0;
  for (const Json& block : blocks)
    for (const Json& step : block["steps"]) {
      if (step.contains("scene")) across = step["scene"]["columns"].get<std::size_t>();
      numbers.add(rows[at++], across);
    }
  return {packed.dump(), numbers.finish()};
}

}  // namespace host
