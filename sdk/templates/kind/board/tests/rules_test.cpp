// What the rules are, in sentences that can fail.
#include "../rules.hpp"
#include "check.hpp"

using mygame::check;

int main() {
  mygame::Heap heap(5, 3);
  check(heap.to_move() == 0 && heap.winner() == -1, "seat 0 begins, and nobody has won");
  check(heap.allows(1) && heap.allows(3), "one stone may be taken, and three");
  check(!heap.allows(0) && !heap.allows(4) && !heap.allows(-1), "none may not, nor four, nor less than none");

  heap.take(3);
  check(heap.stones() == 2 && heap.to_move() == 1, "then it is seat 1's turn, with what is left");
  check(!heap.allows(3), "no more may be taken than there are");

  heap.take(2);
  check(heap.winner() == 1, "whoever takes the last one has won: the other one can't move");

  mygame::Heap given_up(5, 3);
  given_up.give_up(0);
  check(given_up.winner() == 1, "a seat that fails has lost");
  return mygame::failures == 0 ? 0 : 1;
}
