// The game's own estimate of its moves: how many points the rest of the match brings, one move ahead, all moves at
// once.
//
// The estimate of a position after a move is linear in three features: the filling of the board, the potential for
// lines, and the number of regions of empty cells. A window is a place where a line fits; its potential is higher the
// more of one number it contains, and lower the more other numbers it contains.
#pragma once

#include "regions.hpp"
#include "rules.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace linez {

/// Returns the sum of all windows' potentials.
double potential(const Board& board, int line);

/// Returns the estimate for a position after a move that a drop follows: `numbers` on the board after the drop.
double estimate(const Variant& variant, int numbers, double potential, int regions);

/// The values of all moves of a position. Borrows the match, which must not change while this object is used.
class Values {
 public:
  /// Requires a match that is not over.
  explicit Values(const Match& match);

  /// Calls visit(value) for each legal move, in the order of Steps.
  template <class Visit>
  void each(Visit&& visit) const;

 private:
  /// One value for each number 1 .. max_colours.
  using PerNumber = std::array<double, max_colours + 1>;
  using PerCell = std::array<double, cell_numbers>;

  /// A window's changes of the potential for one more, plus those for one less, of a number in it.
  struct Window {
    bool exists = false;
    PerNumber both{};
  };
  [[nodiscard]] Window& window(std::size_t direction, int first) {
    return windows_[direction][static_cast<std::size_t>(first)];
  }
  void add_window(std::size_t direction, int first);
  /// Returns the changes, for each cell where the number of `from` can go, by the windows that contain both.
  [[nodiscard]] PerCell shared(int from) const;
  /// Returns the value of a step that may make a line.
  [[nodiscard]] double exact(Step step) const;

  const Match& match_;
  Regions regions_;
  double total_ = 0;
  std::array<std::array<Window, cell_numbers>, directions.size()> windows_;  // by direction and first cell
  std::array<PerNumber, cell_numbers> gain_{};      // of potential, for a number that arrives at an empty cell
  PerCell loss_{};                                  // of potential, for the number that leaves a cell
  std::array<std::uint16_t, cell_numbers> ripe_{};  // bit n: a number n may make a line at this empty cell
};

template <class Visit>
void Values::each(Visit&& visit) const {
  const Board& board = match_.board();
  const Variant& variant = match_.variant();
  const double no_regions = estimate(variant, board.numbers() + variant.drop, total_, 0);
  const double change_worth = estimate(variant, 0, 1, 0) - estimate(variant, 0, 0, 0);
  const double region_worth = estimate(variant, 0, 0, 1) - estimate(variant, 0, 0, 0);
  const int last = cell_at(board.rows() - 1, board.columns() - 1);
  std::array<std::int16_t, max_side * max_side> empty;  // NOLINT(*-member-init): written before it is read
  std::size_t empties = 0;
  for (int cell = cell_at(0, 0); cell <= last; ++cell) {
    if (board.at(cell) == 0) empty[empties++] = static_cast<std::int16_t>(cell);
  }
  for (int from = cell_at(0, 0); from <= last; ++from) {
    if (board.at(from) <= 0) continue;
    const Regions::Place place = regions_.place(from);
    if (place.empty == 0) continue;
    const auto number = static_cast<std::size_t>(board.at(from));
    const double loss = loss_[static_cast<std::size_t>(from)];
    const PerCell corrections = shared(from);
    for (std::size_t i = 0; i < empties; ++i) {
      const int to = empty[i];
      if (!regions_.reaches(place, to)) continue;
      const auto at = static_cast<std::size_t>(to);
      if ((ripe_[at] >> number & 1) != 0) {
        visit(exact({from, to}));
      } else {
        visit(no_regions + change_worth * (loss + gain_[at][number] + corrections[at]) +
              region_worth * regions_.after(place, to));
      }
    }
  }
}

}  // namespace linez
