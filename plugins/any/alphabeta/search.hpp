// Alpha-beta search with iterative deepening, for two seats whose scores add up to the same, in games without chance
// and hidden information. Values are half of the difference of the scores, seat 0's less seat 1's: seat 0 maximises it.
#pragma once

#include "../budget.hpp"
#include "table.hpp"

#include <agon/model.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace any {

/// Why a game is not for this search; NULL: it is.
const char* unfit_for_alphabeta(const agon::Model& model, std::int32_t seats);

class AlphaBeta {
 public:
  struct Result {
    std::size_t action = 0;  // the number of the best one
    double value = 0;        // of the deepest search that was finished
    int depth = 0;           // of that search; 0: none was
    bool exact = false;      // the value is that of the match, not of an estimate at some depth
  };

  /// `table_bytes` of memory keep what positions are worth.
  AlphaBeta(const agon::Model& model, std::size_t table_bytes);

  /// Begins to count positions anew.
  void begin() { positions_ = 0; }

  /// Looks at `root`, which is not over, deeper and deeper, up to `most` actions ahead, until this part of the budget
  /// is spent or the value is exact. Counts positions as the budget's simulations. So many `playouts` of random actions
  /// estimate a position in the middle of a match; 0: its scores as they are.
  Result search(const agon::State& root, int most, int playouts, Budget& budget, double part = 1);

  [[nodiscard]] std::uint64_t positions() const { return positions_; }

 private:
  static constexpr std::size_t history_size = 4096;

  /// What one level of the search needs; kept, so that its memory serves again.
  struct Level {
    struct Choice {
      std::int64_t rank = 0;  // the higher, the earlier
      std::uint32_t number = 0;
      std::uint32_t slot = 0;  // in the history
    };
    agon::Actions actions;
    std::vector<Choice> choices;
    std::unique_ptr<agon::State> state;  // a copy, without undo
    std::uint32_t killer = UINT32_MAX;   // the slot of an action that refuted a sibling
  };

  /// Half of the difference of the scores.
  static double worth(const agon::State& state) { return (state.score(0) - state.score(1)) / 2; }
  /// The same of a position in the middle of a match: never as much as a match can bring, so that it proves nothing.
  double estimate(const agon::State& state);

  /// The value of `state` within alpha .. beta. Throws Stop when the budget is spent.
  double value(agon::State& state, int depth, double alpha, double beta, std::size_t level);
  /// One action after another, the promising ones first; `best` is the number of the best one.
  double best_value(agon::State& state, int depth, double alpha, double beta, std::size_t level, std::uint32_t& best);
  void order(agon::State& state, std::size_t level, std::uint32_t first);
  double value_after(agon::State& state, agon_bytes action, int depth, double alpha, double beta, std::size_t level);
  Level& level_at(std::size_t index);

  struct Stop {};

  agon::Model model_;
  int playouts_ = 0;
  std::unique_ptr<agon::State> played_;  // a playout's
  TranspositionTable table_;
  std::vector<std::unique_ptr<Level>> levels_;
  std::array<std::array<std::int64_t, history_size>, 2> history_{};  // by seat: how often an action cut off
  Budget* budget_ = nullptr;
  double part_ = 1;
  std::uint64_t positions_ = 0;
  std::uint64_t horizons_ = 0;  // positions that were estimated
  // Of the search at the present depth, at the root:
  std::size_t root_looked_at_ = 0;  // so many actions
  std::uint32_t root_best_ = 0;     // the best of them
  double root_found_ = 0;           // what it is worth
  double least_ = 0;                // what a match from the root can bring
  double most_ = 0;
};

}  // namespace any
