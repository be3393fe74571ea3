// Simultaneous perturbation stochastic approximation (Spall 1992; IEEE TAES 34, 1998) as fishtest uses it for
// programs: for any number of numeric parameters at once. In each step all parameters move up or down by a coin each;
// this point and its mirror image play each other on one seed, and every parameter moves towards the side that scored
// more. The cost of a step does not depend on the number of parameters.
//
// All ranges are mapped to 0 to 1. Perturbation and gain of step k are c / k^0.101 and a / (A + k)^0.602, with A a
// tenth of all steps, as in Spall's guide. c is `perturbation` at the last step. A result is the difference of the
// scores divided by the root mean square of all differences so far, so it needs no unit, and a is set so that a
// parameter without any effect walks `rate` away (standard deviation). The found point is the mean over the later half
// of the steps (Polyak, Juditsky 1992).
#pragma once

#include "host/stats/draw.hpp"
#include "host/tune/search.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

struct SpsaOptions {
  std::size_t steps = 0;
  double perturbation = 0.15;  // of the range, at the last step
  double rate = 0.2;           // of the range
  std::size_t looks = 10;      // how often the found point plays the reference, at regular intervals
  std::size_t look_seeds = 0;  // seeds of each look
  std::uint64_t seed = 1;
};

class Spsa {
 public:
  /// The found point after some steps, and its values against the reference on seeds that no step has used.
  struct Look {
    std::size_t steps = 0;
    Point point;
    std::vector<double> values{};
  };

  /// All parameters of the space are numeric.
  Spsa(const Space& space, Judge judge, const SpsaOptions& options);

  /// Plays all steps. If the judge throws Stopped, ends early.
  void run();

  /// Returns the found point.
  [[nodiscard]] Point best() const;
  [[nodiscard]] const std::vector<Look>& looks() const { return looks_; }
  [[nodiscard]] std::size_t steps() const { return steps_; }
  /// Returns the number of seeds that steps and looks have used.
  [[nodiscard]] std::size_t seeds() const { return seeds_; }
  [[nodiscard]] bool stopped() const { return stopped_; }

 private:
  void play_group(std::size_t count);
  void look();
  [[nodiscard]] double gain(std::size_t step) const;
  [[nodiscard]] Point point_of(const std::vector<double>& units, bool rounded_by_chance);

  const Space& space_;
  Judge judge_;
  SpsaOptions options_;
  stats::Draw draw_;
  double scale_ = 0;                       // of the gain
  std::vector<double> units_;              // the current point
  std::vector<std::vector<double>> path_;  // the current point after each group of steps
  double squares_ = 0;                     // of all differences that are no copies,
  std::size_t results_ = 0;                // and their number
  std::size_t steps_ = 0;
  std::size_t seeds_ = 0;  // used
  std::vector<Look> looks_;
  bool stopped_ = false;
};

}  // namespace host
