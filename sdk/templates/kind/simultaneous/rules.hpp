// The rules of MyGame. This is where to begin: make it your game.
//
// A rule is written here and nowhere else, in code and in words. All seats bid at the same time: each bid is stored,
// and all take effect when the last one is made. Before that, nothing that another seat can see depends on one.
//
// Plain C++ that knows nothing of Agon, so that strategies can search with it and tests need nothing else.
//
//     mygame.h              what a strategy sees and does, as C structs
//     mygame.hpp            the same for strategies in C++
//     game.cpp              these rules as a plugin: parameters, limits, how positions are written and drawn
//     tests/rules_test.cpp  says what the rules are
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace mygame {

/// Grows with every change of the rules: stored matches of another version are other matches.
inline constexpr const char* version = "0.1.0";

/// The rules in words, in one line and in full, as the host tells them.
inline constexpr const char* summary = "two to four seats bid for items without seeing each other's bids";
inline constexpr const char* rules_text =
    "There are five items, one after another, with values of 1 to 10. All seats have 20 coins, and bid\n"
    "for an item at the same time. The highest bid pays and gets it; if several are highest, nobody does.\n"
    "Then all bids are shown. The score is the items' values and the coins that are left. A seat that\n"
    "fails bids no more, and scores 0.";

inline constexpr int start_coins = 20;
inline constexpr int rounds = 5;
inline constexpr int max_seats = 4;
inline constexpr int max_value = 10;
inline constexpr int no_bid = -1;

/// A seat, as the rules know it.
struct Bidder {
  int coins = start_coins;
  int won = 0;         // the values of its items
  int bid = no_bid;    // in this round
  int shown = no_bid;  // in the round before
  bool out = false;    // it failed, and bids no more
};

/// The values of the items.
using Values = std::array<int, rounds>;

class Auction {
 public:
  /// Before the first round, or in the middle of a match.
  Auction(const Values& values, std::vector<Bidder> bidders, int round = 0)
      : values_(values), bidders_(std::move(bidders)), round_(round) {}

  [[nodiscard]] int seats() const { return static_cast<int>(bidders_.size()); }
  [[nodiscard]] const Bidder& bidder(int seat) const { return bidders_[static_cast<std::size_t>(seat)]; }

  /// From 0; `rounds`: the match is over.
  [[nodiscard]] int round() const { return round_; }

  /// Of this round's item; 0: the match is over.
  [[nodiscard]] int value() const { return round_ == rounds ? 0 : values_[static_cast<std::size_t>(round_)]; }

  /// Whether the last bid ended a round.
  [[nodiscard]] bool settled() const { return settled_; }

  /// The first seat that has not bid in this round: bids are made in this order, and nobody sees them. -1: the match is
  /// over.
  [[nodiscard]] int to_move() const {
    if (round_ == rounds) return -1;
    const auto next = std::find_if(bidders_.begin(), bidders_.end(), waits);
    return next == bidders_.end() ? -1 : static_cast<int>(next - bidders_.begin());
  }

  /// Whether the seat may bid so many coins: the rule.
  [[nodiscard]] bool allows(int seat, int bid) const { return bid >= 0 && bid <= bidder(seat).coins; }

  /// The seat to move bids; allows(seat, bid) holds.
  void bid(int seat, int bid) {
    set_bid(seat, bid);
    settle();
  }

  /// Replaces a bid of this round, or the value of an item, which changes nothing else.
  void set_bid(int seat, int bid) { bidders_[static_cast<std::size_t>(seat)].bid = bid; }
  void set_value(int round, int value) { values_[static_cast<std::size_t>(round)] = value; }

  /// That seat crashed, ran out of time or broke the rules: it bids no more, and its bid of this round is withdrawn.
  void give_up(int seat) {
    bidders_[static_cast<std::size_t>(seat)].out = true;
    set_bid(seat, no_bid);
    settle();
  }

  [[nodiscard]] int score(int seat) const { return bidder(seat).out ? 0 : bidder(seat).won + bidder(seat).coins; }

 private:
  static bool waits(const Bidder& bidder) { return !bidder.out && bidder.bid == no_bid; }

  /// Ends the round if all have bid.
  void settle() {
    settled_ = false;
    if (round_ == rounds || std::any_of(bidders_.begin(), bidders_.end(), waits)) return;
    int highest = no_bid;
    for (const Bidder& each : bidders_) highest = std::max(highest, each.bid);
    const auto count =
        std::count_if(bidders_.begin(), bidders_.end(), [&](const Bidder& each) { return each.bid == highest; });
    for (Bidder& each : bidders_) {
      if (each.bid == highest && highest != no_bid && count == 1) {
        each.coins -= each.bid;
        each.won += value();
      }
      each.shown = each.bid;
      each.bid = no_bid;
    }
    ++round_;
    settled_ = true;
  }

  Values values_;
  std::vector<Bidder> bidders_;
  int round_;
  bool settled_ = false;
};

}  // namespace mygame
