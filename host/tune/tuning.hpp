// A whole tuning: search, then the effects of the options. Its result is a suggestion that a comparison on other seeds
// has to confirm.
#pragma once

#include "host/stats/intervals.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/run.hpp"
#include "host/tune/sampler.hpp"
#include "host/tune/search.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

// Plays the trials of a search as matches.

/// Returns the participant with other values of its options, in the order of their declaration.
Participant with_options(const Participant& participant, const std::vector<std::string>& options);

struct TrialHooks {
  std::function<void(const std::vector<FinishedMatch>& matches)> finished;  // numbered through all calls
  std::function<void(const std::vector<std::string>& keys)> withdrawn;  // see RunObserver; all of the last call follow
  std::function<bool()> should_stop;
  std::function<void()> tick;
};

/// In games with several seats, a point plays the reference, or the other point, in all orders of seats; its value is
/// the difference of what their matches count in the measure, per seat. In games with one seat, each plays alone, and
/// the reference once on each seed. Two participants with the same library and the same options are equal without a
/// match. A trial that a test which stops by itself would not take is a copy: see stats::Observations.
class TrialMatches {
 public:
  /// `plan` has the game, the conditions and the seeds, and as its participants the start, and the reference if that is
  /// another strategy.
  TrialMatches(RunPlan plan, const Space& space, std::vector<std::uint64_t> seeds, TrialHooks hooks);

  /// A Judge. Throws Stopped, and what play_run() throws.
  std::vector<double> operator()(const std::vector<Trial>& trials);

  /// Returns the number of matches that one trial takes; `both`: one of two points.
  [[nodiscard]] std::size_t matches_a_trial(bool both) const;

 private:
  struct Batch;
  [[nodiscard]] std::vector<double> values_of(const std::vector<double>& scores) const {
    return measured(plan_.measure, plan_.game.description.contest, scores);
  }
  double score_of(const Batch& batch, std::size_t match, std::size_t participant) const;
  void play(Batch& batch);

  RunPlan plan_;
  const Space& space_;
  std::vector<std::uint64_t> seeds_;
  TrialHooks hooks_;
  std::size_t seats_;
  std::size_t played_ = 0;
  /// A match of the reference alone.
  struct Alone {
    double score = 0;
    MatchDigests digests{};
  };
  std::map<std::uint64_t, Alone> alone_;                                     // by seed, in games with one seat
  std::map<std::pair<std::string, std::string>, stats::Observations> seen_;  // by the options of the two sides
};

// What each option does at the point that a search has found.

/// The point compared with itself in which one option has another value.
struct OptionEffect {
  std::size_t option = 0;  // its place in the declaration
  Point point;
  Point other;        // with the other value: the start's, or one as far away as possible if that is the point's
  bool kept = false;  // whether the point has the start's value
  std::vector<double> values{};  // the point's gain over `other` on each seed
  double mean = 0;
  stats::Interval interval{};  // 95 %, from a bootstrap
  double p = 1;                // signed-rank test, by Holm's method over all options

  /// Returns whether both scored the same on every seed, and there were enough of these to say so.
  [[nodiscard]] bool does_nothing() const;
  /// Returns whether the test finds an effect.
  [[nodiscard]] bool found() const { return p <= 0.05; }
};

/// Plays each option's comparison on `seeds` seeds from number `first` on. Throws Stopped.
std::vector<OptionEffect> effects_of(const Space& space, const Point& point, const Judge& judge, std::size_t first,
                                     std::size_t seeds);

/// Returns the point with the start's values of all options that do nothing.
Point without_idle(const Space& space, const Point& point, const std::vector<OptionEffect>& effects);

enum class TuningMethod { model, random, spsa };

/// Returns "model", "random" or "spsa".
const char* method_name(TuningMethod method);

struct TuningOptions {
  TuningMethod method = TuningMethod::model;
  std::size_t matches = 2000;       // of search and effects together
  std::size_t matches_a_trial = 1;  // of a point against the reference
  std::size_t matches_a_pair = 1;   // of two points
  std::size_t seeds = 0;            // in the list
  std::uint64_t search_seed = 1;    // of the search's own random numbers
  double perturbation = 0.15;       // see SpsaOptions
  double rate = 0.2;
};

/// The current state, also while the search runs.
struct TuningState {
  std::vector<Tried> tried{};       // of the methods model and random
  std::vector<Spsa::Look> looks{};  // of the method spsa
  std::size_t steps = 0;            // of the method spsa
  Point best{};
  std::vector<double> values{};         // of the best point against the reference: flattered by its selection
  std::vector<OptionEffect> effects{};  // empty if stopped before
  bool stopped = false;
};

class Tuning {
 public:
  /// `should_stop` ends waits between matches; during them, the judge throws Stopped. Throws Failure(usage) if the
  /// method does not suit the space, or the matches are too few.
  Tuning(
      const Space& space, Judge judge, const TuningOptions& options,
      const std::function<bool()>& should_stop = [] { return false; });
  Tuning(const Tuning&) = delete;
  Tuning& operator=(const Tuning&) = delete;
  ~Tuning() = default;

  void run();

  /// Returns the result; while run() works, that so far, without effects.
  [[nodiscard]] TuningState state() const;

 private:
  const Space& space_;
  Judge judge_;
  TuningOptions options_;
  std::unique_ptr<Sampler> sampler_;
  std::unique_ptr<Search> search_;
  std::unique_ptr<Spsa> spsa_;
  std::vector<OptionEffect> effects_;
  Point best_;  // when the search has ended
  bool stopped_ = false;
};

}  // namespace host
