// Prices of the ways into cells: how scarce they are. From a relaxation of the match to a market.
//
// A click uses one way into its cell, and the removed tile makes one way into one of its targets. If ways were bought
// and sold at fixed prices, each stack could be played without regard to the others: its next tile is clicked if that
// is expected to gain. A click gains 1 and the dearest way that its tile makes, less the price of a way into its cell.
// At any prices, what all stacks gain is an upper bound of the clicks still possible. The best prices give the lowest
// bound: with them, as many ways into each cell are made as are used. (This is Lagrangian relaxation: the stacks are
// optimal stopping problems, and the prices are the multipliers of the constraint that ways made = ways used.)
//
// adapt() approaches these prices in small steps. It is smooth, so that it settles: a tile makes ways into all of its
// targets in proportion to the 8th power of their prices, and a click that gains about 0 is made with a probability.
#pragma once

#include "graph.hpp"
#include "known.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace chesspuzzle::champion {

class Prices {
 public:
  explicit Prices(const Graph& graph);

  /// Adapts the prices to a position in so many rounds, starting from the prices that there are.
  void adapt(const Known& known, int rounds);

  /// Returns what the market loses if `removed`, removed from `from` (-1: nothing was), is followed by a click on `to`:
  /// the way that it used was worth less than the one it could have made, or the click is one that gains nothing.
  [[nodiscard]] float loss(int from, Kind removed, int to) const {
    const float had = from < 0 ? 0 : made_[index(from, removed)];
    return had + entry_losses_[static_cast<std::size_t>(to)];
  }

  /// Returns the price of a way into a cell, in clicks.
  [[nodiscard]] float way(int cell) const { return ways_[static_cast<std::size_t>(cell)]; }

  /// Returns the upper bound of the clicks still expected from a position, at these prices.
  [[nodiscard]] double bound(const Known& known) const;

 private:
  static std::size_t index(int cell, Kind kind) {
    return static_cast<std::size_t>(cell * tile_kinds + static_cast<int>(kind) - 1);
  }

  /// Sets made_ and shares_.
  void value_tiles(const Known& known);
  /// Sets supply_, demand_ and entry_losses_: what the market would do.
  void trade(const Known& known);
  void trade_stack(const Known& known, int cell);
  void make_ways(int cell, int kind, float amount);

  const Graph& graph_;
  std::array<float, max_cells> ways_{};          // prices
  std::array<float, max_cells> entry_losses_{};  // of a click on the visible tile, less the price of the way
  std::array<float, max_cells> demand_{};        // ways used
  std::array<float, max_cells> supply_{};        // ways made
  std::vector<float> made_;                      // [cell][kind]: worth of the way that the tile makes
  std::vector<std::array<float, 8>> shares_;  // [cell][kind][target]: of the ways that the tile makes; their sum is 1
};

}  // namespace chesspuzzle::champion
