// Assigns strategies to seats. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host {

/// order[i] is the number of the strategy on seat i; strategies are numbered from 0 in the order of the command line.
using Seating = std::vector<std::size_t>;

/// The assignment selected by --seats.
class SeatingRule {
 public:
  /// Parses the rule. "draw": a random order from the match's seed, with equal probability. "listed": the order of the
  /// command line. "rotate": as listed in the first match of a run, rotated by one seat in each following match. "1,0":
  /// this order. Throws Failure(usage) for anything else.
  static SeatingRule parse(const std::string& text, std::size_t seats);

  /// Returns the numbers 0, 1, ... of all participants.
  [[nodiscard]] Seating listed() const;

  /// Returns the seating of match number `index` (from 0) of a run.
  [[nodiscard]] Seating seating(std::uint64_t match_seed, std::size_t index) const;

 private:
  enum class Kind { draw, fixed, rotate };
  Kind kind_ = Kind::draw;
  Seating order_;
};

}  // namespace host
