// What a strategy has reported of the position in its turn (agon/ext/analysis.h).
#pragma once

#include <agon/ext/analysis.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace host {

/// The last report of a turn.
struct Evaluation {
  double value = 0;
  std::int32_t unit = AGON_VALUE_SCORE;
  std::int32_t depth = 0;
  std::int64_t nodes = 0;
  std::string line{};

  bool operator==(const Evaluation&) const = default;
};

/// Returns whether a report can have these numbers.
inline bool is_evaluation(double value, std::int32_t unit, std::int32_t depth, std::int64_t nodes) {
  if (!std::isfinite(value) || depth < 0 || nodes < 0) return false;
  return unit == AGON_VALUE_SCORE || (unit == AGON_VALUE_CONTEST && value >= 0 && value <= 1);
}

/// Memory for a report, which may be shared with a worker: nothing in it can be relied on.
struct EvaluationSlot {
  static constexpr std::uint32_t line_capacity = 240;  // bytes

  std::uint32_t reported;  // 0: nothing in this turn
  std::int32_t unit;
  std::int32_t depth;
  std::uint32_t line_size;
  std::int64_t nodes;
  double value;
  char line[line_capacity];

  /// Stores a report in place of the last one. Drops it if a number is out of range.
  void store(const agon_evaluation& evaluation) {
    if (!is_evaluation(evaluation.value, evaluation.unit, evaluation.depth, evaluation.nodes)) return;
    reported = 1;
    unit = evaluation.unit;
    depth = evaluation.depth;
    nodes = evaluation.nodes;
    value = evaluation.value;
    line_size = static_cast<std::uint32_t>(std::min<std::uint64_t>(evaluation.line.size, line_capacity));
    if (line_size > 0) std::memcpy(line, evaluation.line.data, line_size);
  }

  /// Returns a checked copy; nothing if there is none, or it is damaged.
  [[nodiscard]] std::optional<Evaluation> read() const;
};

}  // namespace host
