// Two strategies on the same seeds: is the first better than the second? No I/O.
//
// A seed is one observation, however many matches it has: for each strategy the mean of what it scored on it, over all
// seats and orders of seats. A comparison may end before its last seed, by one of two tests; what is added after the
// seed that decides is left out, so that the result does not depend on how many matches are played at a time.
#pragma once

#include "host/stats/paired.hpp"
#include "host/stats/pentanomial.hpp"
#include "host/stats/sequential.hpp"
#include "host/stats/sprt.hpp"
#include "host/tournament/tally.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace host {

/// Of the first strategy, compared with the second.
enum class Answer { better, worse, no_difference_found };

/// "better", "worse", "no difference found".
const char* answer_name(Answer answer);

struct ComparisonOptions {
  std::size_t seeds = 0;              // how many there are
  std::size_t matches_a_seed = 1;     // of which each seed has this many
  std::int32_t contest = 0;           // the game's, AGON_CONTEST_...
  double alpha = 0.05;                // the probability to see a difference where there is none
  std::optional<stats::Sprt> sprt{};  // stops by this test; only for two seats, in both orders
  bool sequential = false;            // stops by the always-valid test with alpha
};

/// What the two scored on one seed.
struct ComparedSeed {
  std::uint64_t seed = 0;
  std::array<double, 2> scores{};
  [[nodiscard]] double difference() const { return scores[0] - scores[1]; }
};

struct ComparisonResult {
  struct Elo {
    stats::Pentanomial pairs{};
    stats::EloEstimate estimate;
  };
  struct Sprt {
    stats::Sprt test;
    stats::SprtBounds bounds;
    double log_likelihood_ratio = 0;
    stats::SprtVerdict verdict = stats::SprtVerdict::running;
  };
  struct Sequential {
    stats::SequentialVerdict verdict = stats::SequentialVerdict::running;
    double p = 1;
    stats::Interval interval;
  };

  Answer answer = Answer::no_difference_found;
  double alpha = 0.05;
  double confidence = 0.95;  // of the intervals of scores: 1 - alpha
  /// `ratio` is a number only if both means are above 0: else it tells nothing.
  stats::Paired paired;
  std::vector<TallyRow> rows;  // one for each of the two
  std::optional<Elo> elo;      // for two seats in both orders
  std::optional<Sprt> sprt;
  std::optional<Sequential> sequential;
  /// If no difference was found: about how many seeds find one of the observed size with a probability of 80 %. If
  /// goes_on(): about how many seeds end the test at the present rate. Nothing if the observed difference is 0.
  std::optional<std::uint64_t> seeds_to_find{};
  std::vector<ComparedSeed> gains;   // the largest first
  std::vector<ComparedSeed> losses;  // the largest first

  /// Whether --sprt ran out of seeds before it stopped. With more seeds the same test continues.
  [[nodiscard]] bool goes_on() const { return sprt && sprt->verdict == stats::SprtVerdict::running; }
};

class Comparison {
 public:
  explicit Comparison(const ComparisonOptions& options);

  /// The next match in the order of the schedule, between the entrants 0 and 1. One that follows the decision is left
  /// out.
  void add(const Transcript& transcript, const Fixture& fixture);

  /// Whether the test by which it stops has its answer.
  [[nodiscard]] bool decided() const { return decided_; }

  /// The seeds whose matches are all there, up to the one that decided.
  [[nodiscard]] const std::vector<ComparedSeed>& seeds() const { return seeds_; }

  /// Of these seeds, with at most `shown` of the largest gains and losses each.
  ///
  /// Without a stopping rule a difference is found where the signed-rank test gives at most alpha and the mean lies on
  /// the same side. With one, its test answers alone: the others do not allow for having been asked after every seed.
  /// The SPRT asks whether the first is stronger; where it says no, the always-valid test of the pairs' points may find
  /// it weaker.
  [[nodiscard]] ComparisonResult result(std::size_t shown) const;

 private:
  struct Played {
    Transcript transcript;  // the scores and what was used, nothing else
    Fixture fixture;
  };

  void close_seed();
  [[nodiscard]] Answer answer(const ComparisonResult& result) const;

  ComparisonOptions options_;
  Tally tally_;
  std::vector<Played> playing_;  // matches of the seed that is not whole yet
  std::vector<ComparedSeed> seeds_;
  bool pairs_played_ = false;
  stats::Pentanomial pairs_{};
  stats::SprtVerdict sprt_ = stats::SprtVerdict::running;
  stats::SequentialTest sequential_;
  /// Of the points of pairs, which lie evenly around even ones if the two are equally strong; so it keeps its error
  /// from the first pair on, and needs no long warm-up.
  stats::SequentialTest points_;
  bool decided_ = false;
};

}  // namespace host
