// What the rules are, in sentences that can fail.
#include "../rules.hpp"
#include "check.hpp"

using mygame::check;

namespace {

/// A hand in which seat 0 has the queen and seat 1 the jack, after these actions.
mygame::Hand after(const std::string& history) {
  mygame::Hand hand(2, 1);
  for (const char action : history) hand.act(action == 'b');
  return hand;
}

}  // namespace

int main() {
  check(after("").to_move() == 0 && after("p").to_move() == 1, "seat 0 begins, and the seats act in turn");
  check(!after("pb").over() && after("pbp").over(), "after a bet the other seat calls or folds");
  check(after("pp").score(0) == 1 && after("pp").score(1) == -1, "the higher card wins the ante");
  check(after("bb").score(0) == 2 && after("pbb").score(0) == 2, "a bet that is called doubles it");
  check(after("pbp").score(1) == 1, "whoever folds has lost, whatever the cards");

  check(!after("pb").knows(0, 1) && !after("pb").knows(1, 0), "before the showdown no seat knows the other's card");
  check(after("pb").knows(0, 0) && !after("pb").knows(-1, 0), "it knows its own, and a spectator knows none");
  check(after("bb").knows(0, 1) && after("bb").knows(-1, 0), "the showdown shows both to everybody");
  check(!after("bp").knows(0, 1), "who folds does not show its card");

  mygame::Hand given_up = after("p");
  given_up.give_up(0);
  check(given_up.over() && given_up.score(1) == 1 && !given_up.knows(1, 0), "a seat that fails folds");
  return mygame::failures == 0 ? 0 : 1;
}
