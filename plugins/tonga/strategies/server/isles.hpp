// The worth of isles for the contest's own opponent, updated incrementally while stones are placed and removed.
//
// An isle's worth is its area squared times its perimeter. The contest's definition of the perimeter is lost, so there
// are three alternatives.
#pragma once

#include "../../rules.hpp"
#include "square_set.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tonga {

enum class Perimeter {
  squares,  // the number of different empty squares adjacent to the isle
  edges,    // the number of pairs of a stone of the isle and an adjacent empty square
  outline   // the number of sides of its stones not shared with the isle's other stones, including the board's border
};

/// Parses the name; throws std::invalid_argument for an unknown one.
Perimeter perimeter_from(std::string_view word);

/// Worth, or a difference of two worths. All areas together are at most 256 and a perimeter is at most 4 * 256, so no
/// sum of area^2 * perimeter exceeds 2^26.
using Worth = std::int32_t;

/// The isles of a board, including stones placed on trial.
class Isles {
 public:
  Isles(const Board& board, Perimeter perimeter);

  [[nodiscard]] bool empty(int square) const { return colours_[at(square)] == Colour::none; }

  /// Returns the worth of all isles of `colour` minus that of all isles of the other colour.
  [[nodiscard]] Worth lead(Colour colour) const;

  /// Returns how much a stone of `colour` on an empty square increases lead(colour).
  [[nodiscard]] Worth gain(int square, Colour colour) const;

  /// Puts a stone on an empty square, on trial.
  void place(int square, Colour colour);

  /// Removes the last trial stone.
  void undo();

  /// Returns a superset of the empty squares whose gain for `colour` the last trial stone has changed.
  [[nodiscard]] SquareSet changed(Colour colour) const;

  /// For each square, a lower bound of what a stone of the other colour there adds to gain(square, colour), which may
  /// be negative; 0 for stones without effect. The element for `square` itself has no meaning.
  using Changes = std::array<Worth, max_cells>;
  [[nodiscard]] Changes least_changes(int square, Colour colour) const;

 private:
  struct Isle {
    int area = 0;
    int perimeter = 0;
    SquareSet liberties;  // the empty adjacent squares

    [[nodiscard]] Worth worth() const { return area * area * perimeter; }
  };

  /// An isle adjacent to a square, and how many of its stones are adjacent.
  struct Contact {
    std::int16_t isle = 0;
    std::int16_t stones = 0;
  };

  /// The neighbourhood of a square, from the view of a player who puts a stone there.
  struct Contacts {
    std::array<Contact, 4> friends{};
    std::array<Contact, 4> foes{};
    std::array<std::int16_t, 4> open{};  // empty squares
    int friend_count = 0;
    int foe_count = 0;
    int open_count = 0;
  };

  /// A trial stone, and the data for removing it.
  struct Trial {
    int square = 0;
    Colour colour = Colour::none;
    Contacts contacts;
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  /// Returns the current isle of the stone on `square`, including trial stones.
  [[nodiscard]] std::int16_t isle_at(int square) const;
  [[nodiscard]] Contacts contacts(int square, Colour colour) const;
  /// Returns the liberties of the isle that a stone on `square` would form.
  [[nodiscard]] SquareSet joined_liberties(int square, const Contacts& contacts) const;
  /// Returns the perimeter of that isle.
  [[nodiscard]] int joined_perimeter(int square, const Contacts& contacts) const;
  /// Returns how much the perimeter of an isle shrinks when an enemy takes a square adjacent to `stones` of its stones.
  [[nodiscard]] int shrinkage(int stones) const;
  /// Returns how many stones of the isle are adjacent to `square`.
  [[nodiscard]] int stones_beside(int square, std::int16_t isle) const;
  void add_isle(const Board& board, int start);

  Perimeter perimeter_;
  const Board& board_;  // for adjacent squares
  std::array<Colour, max_cells> colours_{};
  std::array<std::int16_t, max_cells> label_{};  // the isle that a stone formed or initially belonged to
  // A trial stone forms a new isle from all isles that it joins. Those stay unchanged, so that removing the stone need
  // not rebuild them. `joined_` has the isle into which an isle was merged, or the isle itself.
  std::vector<Isle> isles_;
  std::vector<std::int16_t> joined_;
  std::vector<Trial> trials_;
};

}  // namespace tonga
