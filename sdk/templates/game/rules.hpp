// The rules of MyGame. This is where to begin: make it your game.
//
// As it stands: there is one heap of stones. Two seats take 1 to `most` stones in turn; whoever takes the last one
// wins.
//
// Plain C++ that knows nothing of Agon, so that strategies can search with it and tests need nothing else. The other
// files follow from it:
//
//     mygame.h              what a strategy sees and does, as C structs
//     mygame.hpp            the same for strategies in C++
//     game.cpp              these rules as a plugin: parameters, limits, how positions are written and drawn
//     tests/rules_test.cpp  says what the rules are
#pragma once

namespace mygame {

inline constexpr int max_stones = 40;

class Heap {
 public:
  /// A heap before the first move: 1 .. max_stones stones, of which `most` may be taken at a time, at least 1.
  Heap(int stones, int most) : stones_(stones), most_(most) {}

  [[nodiscard]] int stones() const { return stones_; }
  [[nodiscard]] int most() const { return most_; }

  /// Whether so many stones may be taken now.
  [[nodiscard]] bool allows(int count) const { return count >= 1 && count <= most_ && count <= stones_; }

  /// The seat whose turn it is: 0 or 1. Not if the match is over.
  [[nodiscard]] int to_move() const { return to_move_; }

  /// The seat that has won, or -1: the match goes on.
  [[nodiscard]] int winner() const { return winner_; }

  /// The seat to move takes `count` stones; allows(count) holds.
  void take(int count) {
    stones_ -= count;
    if (stones_ == 0) winner_ = to_move_;
    to_move_ = 1 - to_move_;
  }

  /// That seat crashed, ran out of time or broke the rules: the other one has won.
  void give_up(int seat) { winner_ = 1 - seat; }

 private:
  int stones_;
  int most_;
  int to_move_ = 0;
  int winner_ = -1;
};

}  // namespace mygame
