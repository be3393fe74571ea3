// Which strategy sits where. Pure functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host {

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
