// The potential of a position: an estimate of the trouble that its tiles still make. Lower is better.
//
// It is the sum over all cells of h^a / (S + c)^b, where h is the number of tiles left in a cell and S its supply: the
// expected number of ways into it, counting each visible tile that leads there by the weight of its kind, and each
// hidden tile by the chance that it does. High stacks with little supply are what remains at the end.
#pragma once

#include "graph.hpp"
#include "known.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace chesspuzzle::champion {

struct Parameters {
  double height_power = 2;   // a
  double supply_power = .5;  // b
  double offset = 1;         // c
  double hidden_weight = 1;  // of a hidden tile, compared to a visible one
  double rider_weight = 1;   // of a bishop, rook or queen, compared to a number or knight
  double edge_factor = 1;    // of the term of a cell at the edge of the board
  double share_power = 0;    // p: a tile with n targets counts n^-p for each of them
  // What a click costs beyond the potential, by what it removes. On large boards the ways from the edge to the inside
  // become scarce first.
  double return_cost = 0;  // a number or knight at the edge: it could have led inside
  double inside_cost = 0;  // a number or knight inside
  double exit_cost = 0;    // a bishop, rook or queen inside: it leads to the edge
  // Of what a click loses at the prices of prices.hpp, compared to the potential. 0: prices are not computed.
  double price_weight = 0;
};

/// Supplies are multiples of 1 / supply_unit.
using Supply = std::int16_t;
inline constexpr int supply_unit = 32;

class Potential {
 public:
  Potential(const Graph& graph, const Parameters& parameters);

  /// Returns the supply of each cell.
  [[nodiscard]] std::array<Supply, max_cells> supplies(const Known& known) const;

  /// Returns what a visible tile adds to the supply of each of its targets.
  [[nodiscard]] Supply weight(int cell, Kind kind) const {
    return weights_[static_cast<std::size_t>(cell * tile_kinds + static_cast<int>(kind) - 1)];
  }

  /// Returns the term of a cell with so many tiles left.
  [[nodiscard]] float term(int cell, int left, Supply supply) const {
    return factors_[static_cast<std::size_t>(cell)] * heights_[static_cast<std::size_t>(left)] *
           decline_[static_cast<std::size_t>(supply < 0 ? 0 : supply)];
  }

  /// Returns what a click costs beyond what it changes in the terms.
  [[nodiscard]] float cost(int cell, Kind kind) const {
    return costs_[static_cast<std::size_t>(cell * tile_kinds + static_cast<int>(kind) - 1)];
  }

  [[nodiscard]] float price_weight() const { return price_weight_; }

  /// Returns the sum of all terms.
  [[nodiscard]] float sum(const Known& known, std::span<const Supply> supplies) const;

 private:
  static constexpr int most_supply = 24 * supply_unit * 10;

  /// Fills weights_, costs_ and hidden_.
  void weigh_tiles(const Parameters& parameters);

  const Graph& graph_;
  float price_weight_;
  std::vector<Supply> weights_;
  std::vector<float> costs_;
  std::array<float, max_cells> factors_{};
  std::array<float, max_depth + 1> heights_{};  // h^a
  std::vector<float> decline_;                  // (S + c)^-b
  std::vector<float> hidden_;                   // [from][to]: supply by one hidden tile
};

}  // namespace chesspuzzle::champion
