// The rules of MyGame. This is where to begin: make it your game.
//
// A rule is written here and nowhere else, in code and in words. The other files follow from it: what a strategy may do
// is in its observation, and the refusal of anything else, the picture and the strategies go by allows().
//
// Plain C++ that knows nothing of Agon, so that strategies can search with it and tests need nothing else.
//
//     mygame.h              what a strategy sees and does, as C structs
//     mygame.hpp            the same for strategies in C++
//     game.cpp              these rules as a plugin: parameters, limits, how positions are written and drawn
//     tests/rules_test.cpp  says what the rules are
#pragma once

namespace mygame {

/// Grows with every change of the rules: stored matches of another version are other matches.
inline constexpr const char* version = "0.1.0";

/// The rules in words, in one line and in full, as the host tells them.
inline constexpr const char* summary = "two seats take stones from a heap; whoever can't has lost";
inline constexpr const char* rules_text =
    "There is one heap of stones. The seats take 1 to `most` stones in turn. A seat that can't has\n"
    "lost: its score is 0, the other's 1. A seat that fails has lost, too.";

inline constexpr int max_stones = 40;

class Heap {
 public:
  /// A heap of at most max_stones stones, of which `most` may be taken at a time, at least 1; before the first move, or
  /// in the middle of a match.
  Heap(int stones, int most, int taken = 0, int to_move = 0)
      : stones_(stones), most_(most), taken_(taken), to_move_(to_move) {}

  [[nodiscard]] int stones() const { return stones_; }
  [[nodiscard]] int most() const { return most_; }
  /// By the last move; 0: there was none yet.
  [[nodiscard]] int taken() const { return taken_; }

  /// Whether the seat to move may take so many stones: the rule.
  [[nodiscard]] bool allows(int count) const { return count >= 1 && count <= most_ && count <= stones_; }

  /// The seat whose turn it is: 0 or 1. If the match is over, one of them.
  [[nodiscard]] int to_move() const { return to_move_; }

  /// The seat that has won, or -1: the match goes on.
  [[nodiscard]] int winner() const { return winner_; }

  /// The seat to move takes `count` stones; allows(count) holds.
  void take(int count) {
    stones_ -= count;
    taken_ = count;
    to_move_ = 1 - to_move_;
    if (!can_move()) winner_ = 1 - to_move_;
  }

  /// That seat crashed, ran out of time or broke the rules: the other one has won.
  void give_up(int seat) { winner_ = 1 - seat; }

 private:
  [[nodiscard]] bool can_move() const {
    for (int count = 1; count <= max_stones; ++count) {
      if (allows(count)) return true;
    }
    return false;
  }

  int stones_;
  int most_;
  int taken_;
  int to_move_;
  int winner_ = -1;
};

}  // namespace mygame
