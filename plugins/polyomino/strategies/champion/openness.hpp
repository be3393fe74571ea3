// How open the board is around each free square: what a later large tile loses if the square is covered.
//
// A large tile fits where nearly all squares of a neighbourhood are free, and the number of its placements there
// decreases exponentially with the covered ones. So the potential of a board is the sum, over its free squares, of
// exp(sharpness * (share - 1)), where share is the weighted share of free squares within `radius`. The loss of a square
// is how much the potential decreases when it is covered, to first order. All numbers are integers, so that the same
// board gives the same losses on every machine and whatever was placed before.
#pragma once

#include "../../bit_rows.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <polyomino/polyomino.hpp>
#include <span>
#include <vector>

namespace polyomino::champion {

class Openness {
 public:
  static constexpr int radius = 3;
  static constexpr int sharpness = 12;

  explicit Openness(const Position& position);

  /// Returns the loss of a square: 0 if it is not free. The square must be on the board.
  [[nodiscard]] std::int64_t loss(int x, int y) const { return losses_[index(x, y)]; }
  /// Returns the sum over the squares, moved by (x, y).
  [[nodiscard]] std::int64_t loss(std::span<const Square> squares, int x, int y) const;

  /// Covers free squares, moved by (x, y).
  void cover(std::span<const Square> squares, int x, int y);

  /// Returns the weight of a square at that distance, and the sum over all within `radius`.
  [[nodiscard]] static int weight(int dx, int dy);
  [[nodiscard]] static int total_weight();
  /// Returns the potential of a free square, as a fixed-point number, if the free squares around it have this weight.
  [[nodiscard]] static std::int64_t potential(int free_weight);

 private:
  struct Neighbour {
    int dx;
    int dy;
    int weight;
  };

  [[nodiscard]] std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }
  [[nodiscard]] bool on_board(int x, int y) const { return x >= 0 && y >= 0 && x < width_ && y < height_; }
  /// Computes the potentials of the squares x0 .. x1, y0 .. y1 and the losses that depend on them.
  void update(int x0, int y0, int x1, int y1);
  [[nodiscard]] std::int64_t computed_loss(int x, int y) const;

  int width_;
  int height_;
  std::vector<Neighbour> neighbours_;
  std::vector<std::int64_t> table_;       // potential() by weight
  std::vector<bool> free_;                // these four: a value for each square
  std::vector<int> free_weights_;         // of the free squares around it
  std::vector<std::int64_t> potentials_;  // 0 if it is not free
  std::vector<std::int64_t> losses_;
};

}  // namespace polyomino::champion
