// Which of several choices is best, by noisy trials of them: sequential halving (Karnin, Koren, Somekh 2013). All are
// tried equally often, then the better half of them, and so on, until two are left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace any {

class Halving {
 public:
  /// Among choices 0 .. count - 1; count at least 1.
  explicit Halving(std::size_t count);

  /// The choice to try next. `used` is the part of the whole effort that is used up, 0 to 1: it says when to halve.
  std::size_t next(double used);
  /// What a trial of the choice brought; more is better.
  void tell(std::size_t choice, double payoff);

  /// The choice with the highest mean among those that are left; ties: the first.
  [[nodiscard]] std::size_t best() const;
  /// The mean of a choice that was tried.
  [[nodiscard]] double mean(std::size_t choice) const {
    return results_[choice].sum / static_cast<double>(results_[choice].trials);
  }
  [[nodiscard]] std::size_t left() const { return left_.size(); }
  [[nodiscard]] std::uint64_t trials(std::size_t choice) const { return results_[choice].trials; }

 private:
  struct Result {
    double sum = 0;
    std::uint64_t trials = 0;
  };

  std::vector<Result> results_;
  std::vector<std::size_t> left_;
  std::size_t at_ = 0;      // in left_: whose turn it is
  std::size_t rounds_ = 1;  // of halving, in all
  std::size_t round_ = 1;   // the present one
};

}  // namespace any
