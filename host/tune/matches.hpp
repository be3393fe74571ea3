// Plays the trials of a search as matches.
#pragma once

#include "host/tournament/observations.hpp"
#include "host/tournament/run.hpp"
#include "host/tune/search.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

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
/// match. A trial whose matches are all copies of those of an earlier trial of the same two is a copy.
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
    std::optional<MatchDigest> digest{};
  };
  std::map<std::uint64_t, Alone> alone_;                            // by seed, in games with one seat
  std::map<std::pair<std::string, std::string>, SeenBlocks> seen_;  // by the options of the two sides
};

}  // namespace host
