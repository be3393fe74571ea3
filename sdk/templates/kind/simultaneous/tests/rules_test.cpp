// What the rules are, in sentences that can fail.
#include "../rules.hpp"
#include "check.hpp"

using mygame::check;

namespace {

/// Three seats before the first round, in which these have bid.
mygame::Auction after(const std::vector<int>& bids) {
  mygame::Auction auction({7, 1, 2, 3, 4}, std::vector<mygame::Bidder>(3));
  for (int seat = 0; seat < static_cast<int>(bids.size()); ++seat)
    auction.bid(seat, bids[static_cast<std::size_t>(seat)]);
  return auction;
}

}  // namespace

int main() {
  check(after({}).to_move() == 0 && after({3}).to_move() == 1, "the seats bid in the order of their numbers");
  check(after({}).allows(0, 0) && after({}).allows(0, 20), "a seat may bid nothing, and all that it has");
  check(!after({}).allows(0, -1) && !after({}).allows(0, 21), "it may not bid more, nor less than nothing");
  check(after({5, 3}).bidder(0).coins == 20 && !after({5, 3}).settled(), "nothing is paid before all have bid");

  const mygame::Auction settled = after({5, 3, 0});
  check(settled.settled() && settled.round() == 1, "the last bid ends the round");
  check(settled.bidder(0).coins == 15 && settled.bidder(0).won == 7, "the highest bid pays, and gets the item");
  check(settled.bidder(1).coins == 20 && settled.bidder(1).shown == 3,
        "the others pay nothing, and all bids are shown");
  check(settled.score(0) == 22 && settled.score(1) == 20, "a score is the values of the items and the coins left");
  check(after({5, 5, 0}).bidder(0).won == 0, "if several are highest, nobody gets the item");

  mygame::Auction given_up = after({5, 3});
  given_up.give_up(0);
  check(given_up.to_move() == 2 && given_up.score(0) == 0, "a seat that fails scores 0");
  given_up.bid(2, 0);
  check(given_up.bidder(1).won == 7 && given_up.bidder(0).shown == mygame::no_bid, "and its bid is withdrawn");
  return mygame::failures == 0 ? 0 : 1;
}
