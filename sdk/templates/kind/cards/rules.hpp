// The rules of MyGame. This is where to begin: make it your game.
//
// A rule is written here and nowhere else, in code and in words. knows() is the rule of what is hidden: whatever a seat
// sees goes by it.
//
// Plain C++ that knows nothing of Agon, so that strategies can search with it and tests need nothing else.
//
//     mygame.h              what a strategy sees and does, as C structs
//     mygame.hpp            the same for strategies in C++
//     game.cpp              these rules as a plugin: parameters, limits, how positions are written and drawn
//     tests/rules_test.cpp  says what the rules are
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace mygame {

/// Grows with every change of the rules: stored matches of another version are other matches.
inline constexpr const char* version = "0.1.0";

/// The rules in words, in one line and in full, as the host tells them.
inline constexpr const char* summary = "two seats bet on one of three cards each";
inline constexpr const char* rules_text =
    "Each seat antes 1 and gets one of three cards: J, Q, K. Seat 0 acts first. To pass is to check,\n"
    "or to fold after a bet; to bet is to put in 1, or to call a bet. The higher card takes the pot,\n"
    "unless a seat folds. The score is what a seat wins. A seat that fails folds.";

inline constexpr int most_actions = 3;

/// One hand of Kuhn poker (H. W. Kuhn, A simplified two-person poker, 1950).
class Hand {
 public:
  /// The cards of seat 0 and seat 1: 1 (jack) to 3 (king), not both the same.
  Hand(int first, int second) : cards_{first, second} {}

  [[nodiscard]] int card(int seat) const { return cards_[static_cast<std::size_t>(seat)]; }

  /// What was done, seat 0's action first: 'p' for pass, 'b' for bet.
  [[nodiscard]] const std::string& history() const { return history_; }

  /// Whether `seat` may know the card of seat `of`. A spectator is a seat below 0.
  [[nodiscard]] bool knows(int seat, int of) const { return seat == of || showdown(); }

  /// The seat whose turn it is: 0 or 1. If the match is over, one of them.
  [[nodiscard]] int to_move() const { return static_cast<int>(history_.size() % 2); }

  [[nodiscard]] bool over() const { return out_ >= 0 || showdown() || history_.ends_with("bp"); }

  /// Whether the cards were shown: the match is over, and nobody has folded.
  [[nodiscard]] bool showdown() const { return out_ < 0 && (history_ == "pp" || history_.ends_with("bb")); }

  /// What the seat has won, less its ante; 0 while the match goes on.
  [[nodiscard]] int score(int seat) const {
    if (!over()) return 0;
    const int stake = history_.ends_with("bb") ? 2 : 1;
    return winner() == seat ? stake : -stake;
  }

  /// The seat to move bets or passes; the match is not over.
  void act(bool bet) { history_ += bet ? 'b' : 'p'; }

  /// That seat crashed, ran out of time or broke the rules: it folds.
  void give_up(int seat) { out_ = seat; }

  /// Replaces the card of a seat.
  void deal(int seat, int card) { cards_[static_cast<std::size_t>(seat)] = card; }

 private:
  [[nodiscard]] int winner() const {
    if (out_ >= 0) return 1 - out_;
    if (showdown()) return card(0) > card(1) ? 0 : 1;
    return to_move();  // the last to act folded
  }

  std::array<int, 2> cards_;
  std::string history_;
  int out_ = -1;
};

}  // namespace mygame
