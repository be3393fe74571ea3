// Seeds and seats: which numbers a match plays with, and which strategy sits where. Pure functions.
//
// Everything random about a match comes from its one seed. The game gets the seed itself, so that a contest's seeds
// mean what the contest meant. The draw of seats and each strategy get numbers of their own. A strategy's number is
// made in a way that can't be undone: who has the match's seed knows what the game hides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host {

/// Reads "7", "1-20" or "1,3,5-7": each seed once, in the order written. Throws Failure(usage) where it is not of that
/// form, a range runs backwards, or there are more than ten million.
std::vector<std::uint64_t> parse_seeds(const std::string& text);

/// One number from a seed and what it is for: the (stream + 1)-th output of SplitMix64 started at the seed (Steele,
/// Lea, Flood 2014).
std::uint64_t mix(std::uint64_t seed, std::uint64_t stream);

/// A seed for the random numbers of the strategy on `seat`. One-way: the first 8 bytes, the highest first, of the
/// SHA-256 of the lines "agon strategy", the match's seed and the seat, both in decimal.
std::uint64_t strategy_seed(std::uint64_t match_seed, std::int32_t seat);

/// Which strategy takes which seat: order[i] is the number, from 0 and in the order of the command line, of the one on
/// seat i.
using Seating = std::vector<std::size_t>;

/// How --seats chooses.
class SeatingRule {
 public:
  /// "draw": by a fair draw from the match's seed. "listed": as on the command line. "rotate": as listed in the first
  /// match of a run, moved on by one seat in each that follows. "1,0": these, in this order. Throws Failure(usage) for
  /// anything else.
  static SeatingRule parse(const std::string& text, std::size_t seats);

  /// The numbers 0, 1, ... of all that take part.
  [[nodiscard]] Seating listed() const;

  /// For the match number `index` (from 0) of a run.
  [[nodiscard]] Seating seating(std::uint64_t match_seed, std::size_t index) const;

 private:
  enum class Kind { draw, fixed, rotate };
  Kind kind_ = Kind::draw;
  Seating order_;
};

}  // namespace host
