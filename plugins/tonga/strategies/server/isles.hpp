// What isles are worth to the contest's own opponent, kept up to date while stones are put down and taken back.
//
// An isle's worth is its area squared times its perimeter. The contest's definition of the perimeter is lost, so there
// are three to choose from.
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
  squares,  // the distinct empty squares beside the isle
  edges,    // the pairs of a stone of the isle and an empty square beside it
  outline   // the sides of its stones that no other stone of the isle shares; the board's border counts
};

/// From the word that names it; throws std::invalid_argument for any other.
Perimeter perimeter_from(std::string_view word);

/// Worth, or a difference of two worths. All areas together are at most 256 and a perimeter is at most 4 * 256, so no
/// sum of area^2 * perimeter exceeds 2^26.
using Worth = std::int32_t;

/// The isles of a board, and the stones put on top of it for trial.
class Isles {
 public:
  Isles(const Board& board, Perimeter perimeter);

  [[nodiscard]] bool empty(int square) const { return colours_[at(square)] == Colour::none; }

  /// The worth of all isles of `colour` less that of all isles of the other colour.
  [[nodiscard]] Worth lead(Colour colour) const;

  /// How much lead(colour) grows by a stone of `colour` on an empty square.
  [[nodiscard]] Worth gain(int square, Colour colour) const;

  /// Puts a stone on an empty square, for trial.
  void place(int square, Colour colour);

  /// Takes the last trial stone back.
  void undo();

  /// A superset of the empty squares whose gain for `colour` the last trial stone has changed.
  [[nodiscard]] SquareSet changed(Colour colour) const;

  /// For each square, the least that a stone of the other colour there adds to gain(square, colour), which may be
  /// negative; 0 for stones that do not matter. `square` itself has no meaning.
  using Changes = std::array<Worth, max_cells>;
  [[nodiscard]] Changes least_changes(int square, Colour colour) const;

 private:
  struct Isle {
    int area = 0;
    int perimeter = 0;
    SquareSet liberties;  // the empty squares beside it

    [[nodiscard]] Worth worth() const { return area * area * perimeter; }
  };

  /// An isle beside a square, and how many of its stones are.
  struct Contact {
    std::int16_t isle = 0;
    std::int16_t stones = 0;
  };

  /// What lies beside a square, as a player sees it who puts a stone there.
  struct Contacts {
    std::array<Contact, 4> friends{};
    std::array<Contact, 4> foes{};
    std::array<std::int16_t, 4> open{};  // empty squares
    int friend_count = 0;
    int foe_count = 0;
    int open_count = 0;
  };

  /// A trial stone, and what it takes to take it back.
  struct Trial {
    int square = 0;
    Colour colour = Colour::none;
    Contacts contacts;
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  /// The isle that the stone on `square` belongs to now, trial stones included.
  [[nodiscard]] std::int16_t isle_at(int square) const;
  [[nodiscard]] Contacts contacts(int square, Colour colour) const;
  /// The liberties of the isle that a stone on `square` would make.
  [[nodiscard]] SquareSet joined_liberties(int square, const Contacts& contacts) const;
  /// The perimeter of that isle.
  [[nodiscard]] int joined_perimeter(int square, const Contacts& contacts) const;
  /// By how much the perimeter of an isle shrinks when a foe takes a square beside `stones` of its stones.
  [[nodiscard]] int shrinkage(int stones) const;
  /// How many stones of the isle are beside `square`.
  [[nodiscard]] int stones_beside(int square, std::int16_t isle) const;
  void add_isle(const Board& board, int start);

  Perimeter perimeter_;
  const Board& board_;  // for its neighbours
  std::array<Colour, max_cells> colours_{};
  std::array<std::int16_t, max_cells> label_{};  // the isle that a stone made or was found in
  // A trial stone makes a new isle of all the isles that it joins. They stay as they were, so that taking the stone
  // back need not rebuild them; `joined_` says what became of an isle, itself if nothing did.
  std::vector<Isle> isles_;
  std::vector<std::int16_t> joined_;
  std::vector<Trial> trials_;
};

}  // namespace tonga
