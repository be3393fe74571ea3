// What a strategy has reported in its turn: of the position, and between which actions it has chosen.
#pragma once

#include "host/util/escape.hpp"
#include "host/util/shared_memory.hpp"

#include <agon/ext/analysis.h>
#include <agon/ext/candidates.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// The last report of a turn.
struct Evaluation {
  double value = 0;
  std::int32_t unit = AGON_VALUE_SCORE;
  std::int32_t depth = 0;
  std::int64_t nodes = 0;
  std::string line{};
  std::size_t action = 0;  // in a match: number of the turn's last event, from 1

  bool operator==(const Evaluation&) const = default;
};

/// Returns whether a report, an Evaluation or an agon_evaluation, can have these numbers.
template <class Report>
bool is_evaluation(const Report& told) {
  if (!std::isfinite(told.value) || told.depth < 0 || told.nodes < 0) return false;
  if (told.unit == AGON_VALUE_CONTEST) return told.value >= 0 && told.value <= 1;
  constexpr double most_moves = 1e9;
  if (told.unit == AGON_VALUE_MATE) return told.value == std::trunc(told.value) && std::abs(told.value) <= most_moves;
  return told.unit == AGON_VALUE_SCORE || told.unit == AGON_VALUE_PAWNS;
}

/// Returns the share of its opponents that a player with this report, which is no score, expects to beat.
inline double share_of(const Evaluation& told) {
  constexpr double hundredths_of_tenfold_odds = 400;  // Elo's formula
  if (told.unit == AGON_VALUE_MATE) return told.value > 0 ? 1 : 0;
  return told.unit == AGON_VALUE_CONTEST ? told.value
                                         : 1 / (1 + std::pow(10, -told.value / hundredths_of_tenfold_odds));
}

/// Memory for a report, which may be shared with a worker: nothing in it can be relied on.
struct EvaluationSlot {
  static constexpr std::size_t line_capacity = 240;  // bytes

  std::uint32_t reported;  // 0: nothing in this turn
  agon_evaluation told;    // whose line is that of the slot
  char line[line_capacity];

  /// Stores a report in place of the last one. Drops it if a number is out of range.
  void store(const agon_evaluation& evaluation) {
    if (!is_evaluation(evaluation)) return;
    reported = 1;
    told = evaluation;
    told.line = {line, std::min(evaluation.line.size, line_capacity)};
    if (told.line.size > 0) std::memcpy(line, evaluation.line.data, told.line.size);
  }

  /// Returns a checked copy; nothing if there is none, or it is damaged.
  [[nodiscard]] std::optional<Evaluation> read() const {
    if (read_once(reported) == 0) return std::nullopt;
    const EvaluationSlot copy = copied_once(*this);
    const agon_evaluation& numbers = copy.told;
    if (numbers.line.size > line_capacity || !is_evaluation(numbers)) return std::nullopt;
    std::string text(copy.line, numbers.line.size);
    text.resize(text.size() - unfinished(text));
    return Evaluation{numbers.value, numbers.unit, numbers.depth, numbers.nodes, std::move(text)};
  }
};

// The actions between which a strategy says that it chooses (agon/ext/candidates.h).

/// An action, not yet checked, and its share of the search.
struct Candidate {
  std::vector<std::byte> action;
  double share = 0;
};

/// Memory for the candidates of a turn, which may be shared with a worker: nothing in it can be relied on.
struct CandidateSlot {
  static constexpr std::uint32_t most = 64;
  static constexpr std::uint32_t action_capacity = 64;  // bytes

  struct Entry {
    double share;
    std::uint64_t size;
    std::byte action[action_capacity];
  };

  std::uint32_t wanted;  // 0: the strategy is not asked
  std::uint32_t count;
  Entry entries[most];

  /// Stores the candidates with the largest shares, in place of the last ones.
  void store(const agon_candidate* candidates, std::uint64_t all);

  /// Returns checked copies, those with the largest shares first.
  [[nodiscard]] std::vector<Candidate> read() const;
};

}  // namespace host
