// Which sizes of tiles still fit on a board that fills and is rearranged: learned from tiles that it grows itself, by
// the same rule as the game.
#pragma once

#include "../../rules.hpp"
#include "grid.hpp"

#include <agon/random.hpp>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace polyomino::champion {

/// A tile grown square by square on a Grid: its first k squares are a tile of k squares.
class Probe {
 public:
  /// `growth`: the squares in the order in which they came, the first of them (0, 0).
  Probe(std::span<const Cell> growth, int stride);

  /// Finds the largest size, at most `limit`, with which it fits. Tries the place first where it fitted last.
  void measure(const Grid& grid, int limit);
  /// Returns the size that the last call of measure() found.
  [[nodiscard]] int reach() const { return reach_; }
  /// Returns the number of its squares.
  [[nodiscard]] int limit() const { return static_cast<int>(turns_.front().size()); }

 private:
  struct Place {
    std::size_t turn;
    int square;
  };

  [[nodiscard]] bool still_fits(const Grid& grid, int limit) const;
  /// Grows it from each of 64 squares at once, as long as one of them has room.
  void grow(const Grid& grid, std::size_t turn, int square, int limit);

  std::array<std::vector<int>, 4> turns_;  // distances from its first square
  int reach_ = 0;
  std::optional<Place> fitted_;
};

class Forecast {
 public:
  /// Grows `samples` tiles for that board.
  Forecast(const Grid& grid, std::size_t samples, double exponent, agon::Random& random);

  /// Returns the size to request: see best_size(); 0 if none. Never returns more than before. Measures only some of the
  /// samples again.
  int size(const Grid& grid);

 private:
  void grow(const Grid& grid, std::size_t samples, int limit, agon::Random& random);
  [[nodiscard]] int best() const;

  double exponent_;
  std::vector<Probe> probes_;
  int size_ = max_size;
  std::size_t turn_ = 0;  // which part of the probes is measured next
};

}  // namespace polyomino::champion
