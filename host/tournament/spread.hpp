// Histograms of scores in little memory: the bin width grows with the range of the scores.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace host {

class Spread {
 public:
  /// Keyed by the bin's number, an integer; bin n contains scores from n * width() up to (n + 1) * width().
  using Counts = std::map<double, std::uint64_t>;

  /// Counts a score of `row`, which is an existing row or the next one. Ignores a score that is not finite.
  void add(std::size_t row, double score);

  /// Returns the bin width: a power of two, the same for all rows. All rows together span at most 64 bins, or slightly
  /// more than the precision of the numbers requires.
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
