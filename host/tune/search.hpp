// A search that plays single points: a sampler proposes them, a race gives up bad ones early, and the best ones play a
// final on further seeds.
//
// All points play the same seeds in the same order, so that two points can be compared seed by seed. A point plays its
// seeds in stages: a quarter, a half, all. After each stage it is given up if it is clearly worse than the best
// complete point: if the one-sided t-test of their differences on the seeds that both have played rejects "not worse"
// with the probability of error race_alpha, divided by the number of stages. So a point that is as good as the best one
// is given up with a probability of about race_alpha at most. The test takes the differences for normal, and the best
// point is selected by its own results, which flatter it: the bound is approximate. An error costs a good point, but no
// honesty: nothing that a race or a final finds counts as a result before it has been checked on other seeds.
#pragma once

#include "host/stats/draw.hpp"
#include "host/tune/sampler.hpp"
#include "host/tune/space.hpp"

#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace host {

// How a search learns what points are worth. Searches know no matches, so that they can be tested on functions.

/// A point on one seed.
struct Trial {
  Point point;
  std::optional<Point> other{};  // plays against it; nothing: the reference, which is the same in all trials
  std::size_t seed = 0;          // the place in the list of seeds, from 0
};

/// The value of a trial whose matches are copies of those of an earlier trial of the same two, on another seed: it says
/// nothing new.
inline constexpr double copy_of_earlier = std::numeric_limits<double>::quiet_NaN();

inline bool is_copy(double value) {
  return std::isnan(value);
}

inline std::vector<double> without_copies(std::vector<double> values) {
  std::erase_if(values, is_copy);
  return values;
}

/// Returns for each trial by how much the point scores more than the other one, or copy_of_earlier. Throws Stopped.
using Judge = std::function<std::vector<double>(const std::vector<Trial>& trials)>;

/// The user has stopped the search.
struct Stopped {};

inline constexpr double race_alpha = 0.05;

struct SearchOptions {
  std::size_t trials = 0;  // a point on a seed is one trial
  std::size_t seeds = 0;   // in the list; no point plays more
};

/// A point and its values on the seeds from 0 on. Points are ranked by the mean of those that are no copies.
struct Tried {
  Point point;
  std::vector<double> values{};
  bool given_up = false;
  bool finalist = false;
};

/// Returns whether the first values are clearly worse than those of the best point on the same seeds, in one of
/// `looks` looks. With fewer than four common seeds without copies nothing is clear.
bool clearly_worse(std::span<const double> values, std::span<const double> best, std::size_t looks);

class Search {
 public:
  Search(const Space& space, Sampler& sampler, Judge judge, const SearchOptions& options);

  /// Searches and plays the final. If the judge throws Stopped, so does this; best() is then the best point so far.
  void run();

  [[nodiscard]] const std::vector<Tried>& tried() const { return tried_; }  // the first is the start
  /// Returns the place of the best complete point: at first the start.
  [[nodiscard]] std::size_t best() const;

 private:
  std::vector<std::size_t> places_of(const std::vector<Point>& points);
  void play_on(const std::vector<std::size_t>& places, std::size_t seeds);
  void race(const std::vector<std::size_t>& places);
  void final();

  Sampler& sampler_;
  Judge judge_;
  SearchOptions options_;
  std::size_t full_ = 0;
  std::size_t spent_ = 0;
  std::vector<Tried> tried_;
};

/// Simultaneous perturbation stochastic approximation (Spall 1992; IEEE TAES 34, 1998) as fishtest uses it for
/// programs: for any number of numeric parameters at once. In each step all parameters move up or down by a coin each;
/// this point and its mirror image play each other on one seed, and every parameter moves towards the side that scored
/// more. The cost of a step does not depend on the number of parameters.
///
/// All ranges are mapped to 0 to 1. Perturbation and gain of step k are c / k^0.101 and a / (A + k)^0.602, with A a
/// tenth of all steps, as in Spall's guide. c is `perturbation` at the last step. A result is the difference of the
/// scores divided by the root mean square of all differences so far, so it needs no unit, and a is set so that a
/// parameter without any effect walks `rate` away (standard deviation). The found point is the mean over the later half
/// of the steps (Polyak, Juditsky 1992).
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

  /// Plays all steps, unless the judge throws Stopped.
  void run();

  /// Returns the found point.
  [[nodiscard]] Point best() const;
  [[nodiscard]] const std::vector<Look>& looks() const { return looks_; }
  [[nodiscard]] std::size_t steps() const { return steps_; }
  /// Returns the number of seeds that steps and looks have used.
  [[nodiscard]] std::size_t seeds() const { return seeds_; }

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
};

}  // namespace host
