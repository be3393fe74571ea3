// How scores are spread, in little memory: counts in steps that widen as scores are found farther apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace host {

class Spread {
 public:
  /// By the number of the step, a whole number; step n holds scores from n * width() up to (n + 1) * width().
  using Counts = std::map<double, std::uint64_t>;

  /// Counts a score of `row`, the next one or one that is there. A score that is not finite is left out.
  void add(std::size_t row, double score);

  /// Of a step: a power of two, the same for all rows, so that all of them together span at most 64 steps, or little
  /// more than the precision of the numbers allows.
  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] const std::vector<Counts>& rows() const { return rows_; }

 private:
  void widen();

  double width_ = 0x1p-40;
  double lowest_ = 0;
  double highest_ = 0;
  bool empty_ = true;
  std::vector<Counts> rows_;
};

}  // namespace host
