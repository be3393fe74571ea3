// An arrangement of tiles on a board that can still be changed: nothing of it has been placed in the match.
//
// A tile is moved as in a simulation of a physical system at some temperature: it is taken off the board, and one of
// the places where it fits is drawn, the more probable the more value it leaves to the free squares. Single tiles that
// move at random let the others come closer together, which a choice of the best place at each time does not.
//
// The larger the tiles, the less the value of the board depends on where one of them lies, while its places are as many
// as before. Without a lower temperature, tiles of some hundred squares would move at random.
#pragma once

#include "grid.hpp"
#include "openness.hpp"
#include "piece.hpp"

#include <agon/random.hpp>
#include <cstddef>
#include <cstdint>
#include <polyomino/polyomino.hpp>
#include <vector>

namespace polyomino::champion {

class Packing {
 public:
  /// `contact` and `room`: see Openness. `cold`: the size from which on the temperature falls. The squares that are not
  /// free at that position stay so.
  Packing(const Position& position, int contact, int room, int cold, std::uint64_t seed);

  [[nodiscard]] const Grid& grid() const { return grid_; }
  /// Return the tiles that were added: those that have a place, in the order in which they found one, and the others.
  [[nodiscard]] const std::vector<Piece>& placed() const { return placed_; }
  [[nodiscard]] const std::vector<Piece>& waiting() const { return waiting_; }

  /// Prepares for tiles of `size` squares.
  void adapt(int size);
  /// Adds a tile where the board loses least, or lets it wait if it fits nowhere.
  void add(const Tile& tile);
  /// Tries some of the tiles that wait, in turn, and places those that now fit.
  void retry();
  /// Moves a random tile.
  void move();

 private:
  /// A place for a piece.
  struct Option {
    std::int64_t loss = 0;
    int turned = 0;
    int square = 0;
  };

  /// Finds the most promising places of a piece by Openness::estimate() and computes their losses: that from which it
  /// was lifted, and those from `first_turn` and `first_row` on, until about `most_squares` squares have been looked
  /// at.
  void find_options(const Piece& piece, std::size_t first_turn, int first_row, std::int64_t most_squares);
  /// Adds an option if it is among the most promising ones.
  void consider(const Piece& piece, int turned, int square);
  /// Returns the option with the least loss; there must be one.
  [[nodiscard]] const Option& best() const;
  /// Draws an option; there must be one.
  [[nodiscard]] const Option& draw();
  /// Lays a piece that has no place where the board loses least. Returns whether it fits anywhere.
  [[nodiscard]] bool place_best(Piece& piece);
  void lay(Piece& piece, const Option& option);
  void lift(Piece& piece);

  Grid grid_;
  Openness openness_;
  agon::Random random_;
  int cold_;
  int adapted_ = 0;  // the size for which openness_ and temperature_ were computed
  std::int64_t temperature_ = Openness::temperature;
  std::vector<Piece> placed_;
  std::vector<Piece> waiting_;
  std::size_t retried_ = 0;      // how many times a waiting tile was tried
  std::vector<Option> options_;  // of find_options()
};

}  // namespace polyomino::champion
