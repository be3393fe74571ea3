// Takes the steps of a match apart: texts into patterns and the numbers in them, boards into looks and marks of cells.
#pragma once

#include "host/report/steps.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace host {

/// A number in a text, or a cell that the text names.
struct StepValue {
  std::int64_t number;
  bool is_cell;
};

/// A text: a pattern with its values, or none.
struct StepText {
  std::size_t column;  // the number of its field, and after the fields the lines of the board
  std::optional<std::size_t> pattern{};
  bool is_new = false;  // the pattern
  std::vector<StepValue> values{};
};

struct StepCell {
  std::uint32_t look = 0;
  std::uint32_t marks = 0;
  bool operator==(const StepCell&) const = default;
};

using StepBoard = std::vector<StepCell>;

struct StepRow {
  std::vector<StepText> texts;
  std::int64_t lines = -1;                              // how many of them are lines; -1: they did not change
  std::vector<std::size_t> words;                       // of what was revealed
  std::optional<StepBoard> board;                       // a new one
  std::size_t across = 0;                               // its columns, or those of the one before
  std::vector<std::pair<std::size_t, StepCell>> cells;  // that changed
};

class StepParts {
 public:
  /// Takes blocks of Steps apart.
  explicit StepParts(std::vector<nlohmann::ordered_json> blocks);

  [[nodiscard]] const std::vector<StepRow>& rows() const { return rows_; }
  [[nodiscard]] const StepBoard& board() const { return board_; }  // at the begin
  [[nodiscard]] std::size_t across() const { return begin_["scene"]["columns"].get<std::size_t>(); }
  [[nodiscard]] std::size_t patterns() const { return patterns_.size(); }
  [[nodiscard]] std::size_t fields() const { return fields_.size(); }
  /// Returns what the numbers of rows and boards stand for, and the scene and the scores at the begin.
  [[nodiscard]] nlohmann::ordered_json texts() const;

 private:
  using Json = nlohmann::ordered_json;

  void know_fields(const Json& step);
  void know_token(const Json& palette, std::size_t cell, const Json& number);
  StepRow row(const Json& palette, Json& step);
  StepBoard board(const Json& palette, Json& scene);
  StepCell look(const Json& palette, std::size_t cell, const Json& number);
  StepText text(std::size_t column, std::string pattern, std::vector<StepValue> values);
  StepText parted(std::size_t column, std::string_view text);
  [[nodiscard]] std::pair<std::size_t, std::size_t> named_cell(std::string_view text) const;
  StepText arrows(std::size_t column, const Json& arrows);
  std::vector<std::size_t> words(std::string_view text);

  std::size_t across_ = 0;
  std::vector<std::pair<std::string, bool>> fields_;
  std::map<std::string, std::size_t> columns_;
  std::vector<std::string> tokens_;  // of the cells
  std::map<std::string, std::size_t, std::less<>> named_;
  std::size_t longest_ = 0;
  std::unordered_map<std::string, std::size_t> known_looks_, known_patterns_, known_words_;
  Json looks_ = Json::array();
  std::vector<std::string> patterns_;
  Json begin_;
  StepBoard board_;
  std::vector<StepRow> rows_;
};

// How a value of a pattern is told: itself, what it is more than the one before there, more than the first, second and
// so on that this step has told, or more than the last, the last but one and so on.
constexpr std::uint32_t itself_mode = 0;
constexpr std::uint32_t more_mode = 1;
constexpr std::uint32_t told_mode = 2;
constexpr std::uint32_t last_mode = 16;

/// Returns the number of the value that is meant by a mode from told_mode on, after so many of a step; at least `count`
/// if there is none.
constexpr std::size_t told_at(std::uint32_t mode, std::size_t count) {
  return mode < last_mode ? mode - told_mode : count + last_mode - mode - 1;
}

using StepModes = std::vector<std::uint32_t>;
using StepNear = std::pair<std::size_t, std::size_t>;

struct StepPrediction {
  explicit StepPrediction(const StepParts& parts);

  std::vector<StepModes> modes;  // of each pattern: those that tell its values with the least bits
  std::size_t offset;            // the line that most often tells the first word of what was revealed
  StepNear
      near;  // the two values of a step that are next to the row and the column of a cell that changes; equal: none
};

/// Returns the cell that these values of a step tell, or 0.
std::int64_t cell_at(const std::vector<std::int64_t>& said, StepNear near, std::size_t across);

}  // namespace host
