// The search is exact. It is fast for these reasons. Most gains (isles.hpp) are the same before and after a stone
// elsewhere, so they are computed once and updated only where a stone has changed them. For each first move, every
// answer gets a lower bound: what the answer gains, plus what good second stones still gain, each minus what the answer
// can take from it. Answers are tried in ascending order of the bound, until no bound is below the lowest value found.
// A first move is dropped as soon as one answer proves it strictly worse than the best so far; an equally good one is
// kept. The answer that dropped the previous first move is tried before any bound is computed (killer heuristic).
#include "search.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>

namespace tonga {

namespace {

constexpr Worth never = std::numeric_limits<Worth>::max() / 4;  // larger than any worth; four fit into a sum

using Gains = std::array<Worth, max_cells>;

std::size_t at(int square) {
  return static_cast<std::size_t>(square);
}

class Search {
 public:
  Search(const Board& board, Colour mover, Perimeter perimeter)
      : board_(board), mover_(mover), other_(other(mover)), isles_(board, perimeter), lead_(isles_.lead(mover)) {
    for (int square = 0; square < board.cells(); ++square) {
      if (!isles_.empty(square)) continue;
      empty_.push_back(square);
      mine_[at(square)] = isles_.gain(square, mover_);
      theirs_[at(square)] = isles_.gain(square, other_);
    }
  }

  Verdict run() {
    // If a good move is found early, the others are dropped earlier.
    by_gain_ = empty_;
    std::stable_sort(by_gain_.begin(), by_gain_.end(), [this](int a, int b) { return mine_[at(a)] > mine_[at(b)]; });
    Verdict verdict{-never, {}};
    for (const int first : by_gain_) {
      isles_.place(first, mover_);
      const Worth value = value_after(first, verdict.value);
      isles_.undo();
      if (value < verdict.value) continue;
      if (value > verdict.value) verdict = {value, {}};
      verdict.squares.push_back(first);
    }
    std::sort(verdict.squares.begin(), verdict.squares.end());
    return verdict;
  }

 private:
  /// Returns the value of the first move that was just placed; if that is below `floor`, any value below `floor`.
  Worth value_after(int first, Worth floor) {
    const Worth lead = lead_ + mine_[at(first)];
    if (empty_.size() == 1) return lead;
    if (empty_.size() == 2) {
      const int answer = empty_[0] == first ? empty_[1] : empty_[0];
      return lead - isles_.gain(answer, other_);
    }

    changed_ = isles_.changed(mover_);
    seconds_known_ = false;
    if (killer_ >= 0 && killer_ != first) {
      const Worth value = value_of(first, killer_, lead - isles_.gain(killer_, other_), floor);
      if (value < floor) return value;
    }
    seconds_ = mine_;
    changed_.for_each([this](int square) { seconds_[at(square)] = isles_.gain(square, mover_); });
    seconds_known_ = true;
    Gains answers = theirs_;
    isles_.changed(other_).for_each([&](int square) { answers[at(square)] = isles_.gain(square, other_); });

    const Gains least = least_seconds(first);
    Gains bounds;
    for (const int answer : empty_) bounds[at(answer)] = lead - answers[at(answer)] + least[at(answer)];
    bounds[at(first)] = never;
    Worth value = never;
    for (;;) {
      const int answer =
          *std::min_element(empty_.begin(), empty_.end(), [&](int a, int b) { return bounds[at(a)] < bounds[at(b)]; });
      if (bounds[at(answer)] >= value) return value;
      bounds[at(answer)] = never;
      value = std::min(value, value_of(first, answer, lead - answers[at(answer)], value));
      if (value < floor) {
        killer_ = answer;
        return value;
      }
    }
  }

  /// Returns the value of both moves, of which the first was placed and the answer leads to `lead`; if the value is at
  /// least `enough`, any value from `enough` on.
  Worth value_of(int first, int answer, Worth lead, Worth enough) {
    return lead + best_second(first, answer, enough - lead);
  }

  /// Returns for each answer a lower bound of the gain of the best second stone after it.
  Gains least_seconds(int first) const {
    constexpr std::size_t witness_count = 3;
    Gains least{};
    least.fill(-never);
    for (const int witness : best_witnesses<witness_count>(first)) {
      if (witness < 0) break;
      Isles::Changes changes = isles_.least_changes(witness, mover_);
      changes[at(witness)] = -never;
      for (const int answer : empty_) {
        least[at(answer)] = std::max(least[at(answer)], seconds_[at(witness)] + changes[at(answer)]);
      }
    }
    return least;
  }

  /// Returns the `count` second stones that gain most if the other seat passes, best first; -1 for missing ones.
  template <std::size_t count>
  std::array<int, count> best_witnesses(int first) const {
    std::array<int, count> best{};
    best.fill(-1);
    for (const int square : empty_) {
      if (square == first) continue;
      int candidate = square;
      for (int& place : best) {
        if (place < 0 || seconds_[at(candidate)] > seconds_[at(place)]) std::swap(candidate, place);
        if (candidate < 0) break;
      }
    }
    return best;
  }

  /// Returns the gain of the best second stone after that answer; if that is at least `enough`, any value from `enough`
  /// on.
  Worth best_second(int first, int answer, Worth enough) {
    isles_.place(answer, other_);
    const SquareSet changed = isles_.changed(mover_);
    Worth best = -never;
    const auto consider = [&](int square, Worth gain) {
      if (gain <= best) return;
      best = gain;
      favourite_ = square;
    };
    // First tries stones that are often good enough: those that enclose the answer's isle, or the previous best one.
    for (const int square : board_.neighbours(answer)) {
      if (changed.contains(square)) consider(square, isles_.gain(square, mover_));
    }
    if (changed.contains(favourite_)) consider(favourite_, isles_.gain(favourite_, mover_));
    if (best < enough) {
      // Of the squares that neither stone has changed, the first in order gains most.
      for (const int square : by_gain_) {
        if (mine_[at(square)] <= best) break;
        if (square == first || square == answer || changed_.contains(square) || changed.contains(square)) continue;
        consider(square, mine_[at(square)]);
        break;
      }
      changed_.for_each([&](int square) {
        if (best >= enough || square == answer || changed.contains(square)) return;
        consider(square, seconds_known_ ? seconds_[at(square)] : isles_.gain(square, mover_));
      });
    }
    changed.for_each([&](int square) {
      if (best < enough) consider(square, isles_.gain(square, mover_));
    });
    isles_.undo();
    return best;
  }

  const Board& board_;  // for adjacent squares
  Colour mover_;
  Colour other_;
  Isles isles_;
  Worth lead_;                // of the mover, on the current board
  std::vector<int> empty_;    // the board's empty squares
  std::vector<int> by_gain_;  // the same, in descending order of mine_
  Gains mine_{};              // for a stone of the mover, and of the other seat, on the current board
  Gains theirs_{};
  Gains seconds_{};  // for a second stone of the mover, after the first move being tried
  bool seconds_known_ = false;
  SquareSet changed_;  // the squares whose gain for the mover the first move has changed
  int favourite_ = 0;  // the previous best second stone
  int killer_ = -1;    // the answer that dropped the last first move for which bounds were computed
};

}  // namespace

Verdict best_squares(const Board& board, Colour mover, Perimeter perimeter) {
  return Search(board, mover, perimeter).run();
}

}  // namespace tonga
