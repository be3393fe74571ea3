// Tests whether the first of two strategies is better than the second, on the same seeds. No I/O.
//
// A seed has one value for each strategy, regardless of its number of matches: the mean over all seats and orders of
// seats of what a match counts in the contest, or of its score. All seeds count in means and totals; Observations tell
// by what these are uncertain. A comparison may stop before its last seed, by one of two tests. Matches after the seed
// that decides are ignored, so that the result does not depend on the number of parallel jobs.
#pragma once

#include "host/match/contest.hpp"
#include "host/stats/elo.hpp"
#include "host/stats/sequential.hpp"
#include "host/stats/significance.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/tally.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace host {

/// The first strategy compared with the second.
enum class Answer {
  better,
  worse,
  no_difference_found,
  no_answer,  // better, but the second strategy failed in too many matches
  no_test     // deterministic strategies have played too few starts
};

/// From this share of failed matches of the second strategy on, the first is not called better.
inline constexpr double most_failing = 0.1;

/// Returns "better", "worse", "no difference found", "no answer" or "no test".
const char* answer_name(Answer answer);

struct ComparisonOptions {
  std::size_t seeds = 0;               // number of seeds
  std::size_t matches_a_seed = 1;      // number of matches on each seed
  std::int32_t contest = 0;            // the game's, AGON_CONTEST_...
  Measure measure = Measure::contest;  // what is compared
  double alpha = 0.05;                 // the probability of finding a difference that does not exist
  std::optional<stats::Sprt> sprt{};   // stops by this test; only for two seats, in both orders
  bool sequential = false;             // stops by the always-valid test with alpha
  std::size_t openings = 0;            // number of openings in the file of --openings alone; 0: unknown
};

/// The means of both on one seed.
struct ComparedSeed {
  std::uint64_t seed = 0;
  std::array<double, 2> scores{};
  std::array<double, 2> values{};  // in the measure of the comparison
  [[nodiscard]] double difference() const { return values[0] - values[1]; }
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
    std::size_t warm_up = 0;  // seeds with a difference that the test takes before it claims one; 0: so many there were
  };

  Answer answer = Answer::no_difference_found;
  Measure measure = Measure::contest;
  double alpha = 0.05;
  double confidence = 0.95;  // of the scores' intervals: 1 - alpha
  /// `ratio` is a number only if both means are above 0; otherwise it has no meaning.
  stats::Paired paired;
  std::vector<Totals> rows;  // one for each strategy
  ObservationCounts observations;
  std::size_t tested = 0;  // seeds that the stopping test has taken: see Observations::add()
  std::optional<Elo> elo;  // for two seats in both orders
  std::optional<Sprt> sprt;
  std::optional<Sequential> sequential;
  /// If no difference was found: about how many seeds a test of a fixed number needs to find one of the observed size
  /// with a probability of 80 %. If goes_on(): about how many seeds the test needs to stop at the present rate. Nothing
  /// if the observed difference is 0, or if the unit is not the seed: then more seeds need not be more units.
  std::optional<std::uint64_t> seeds_to_find{};
  std::vector<ComparedSeed> gains;   // in descending order
  std::vector<ComparedSeed> losses;  // in descending order

  /// Returns whether the second strategy failed in more than most_failing of its matches.
  [[nodiscard]] bool second_fails() const;

  /// Returns whether --sprt ran out of seeds before it stopped. With more seeds, the same test continues.
  [[nodiscard]] bool goes_on() const { return sprt && sprt->verdict == stats::SprtVerdict::running; }
};

class Comparison {
 public:
  explicit Comparison(const ComparisonOptions& options);

  /// Adds the next match in the order of the schedule, between the participants 0 and 1. Ignores matches after the
  /// decision.
  void add(const Result& match, const Seating& seating);

  /// Notes in place of add() that the game has failed the match. Its seed does not count.
  void leave_out();

  /// Returns whether the stopping test has decided.
  [[nodiscard]] bool decided() const { return decided_; }

  /// Returns the completed seeds, up to the one that decided.
  [[nodiscard]] const std::vector<ComparedSeed>& seeds() const { return seeds_; }

  /// Returns the result of these seeds, with at most `shown` of the largest gains and losses each.
  ///
  /// Without a stopping rule, a difference is found if the p-value of the signed-rank test (in clusters of seeds, of
  /// Student's) is at most alpha and the mean has the same sign. With a stopping rule, only its test decides: the
  /// others are not valid if they are evaluated after every seed. The SPRT tests whether the first is stronger. If it
  /// rejects that, the always-valid test of the pairs' points may find the first weaker.
  [[nodiscard]] ComparisonResult result(std::size_t shown) const;

 private:
  struct Played {
    Result result;
    Seating seating;
  };

  void close_seed_if_complete();
  void close_seed();
  void test(const ComparedSeed& seed, std::size_t points);
  [[nodiscard]] Answer answer(const ComparisonResult& result) const;
  [[nodiscard]] Answer tested_answer(const ComparisonResult& result) const;

  ComparisonOptions options_;
  Tally tally_;
  std::vector<Played> playing_;  // matches of the incomplete seed
  std::size_t left_out_ = 0;     // more matches of it
  stats::Observations observations_;
  std::vector<stats::PlayedBlock> blocks_;  // of seeds_
  std::vector<ComparedSeed> seeds_;
  std::vector<double> shares_;  // of the points of each pair, that of the first strategy
  stats::Pentanomial pairs_{};
  std::size_t tested_ = 0;
  stats::Pentanomial tested_pairs_{};
  stats::SprtVerdict sprt_ = stats::SprtVerdict::running;
  stats::SequentialTest sequential_;
  /// Tests the points of pairs. They are symmetric about an equal score if the two are equally strong, so the error
  /// bound holds from the first pair on, without a long warm-up.
  stats::SequentialTest points_;
  bool decided_ = false;
};

/// The result of a build on one seed.
struct SeedScore {
  std::uint64_t seed = 0;
  double score = 0;  // in the measure; of a build that plays alone, the score itself
};

struct BuildChange {
  std::size_t better = 0;
  std::size_t worse = 0;
  std::size_t same = 0;
  double mean_before = 0;
  double mean_after = 0;
  std::vector<ComparedSeed> gains;   // in descending order; the new build is the first
  std::vector<ComparedSeed> losses;  // in descending order

  [[nodiscard]] std::size_t seeds() const { return better + worse + same; }
};

/// Turns the two scores of builds that play alone into values of the measure.
using PairMeasure = std::function<std::vector<double>(const std::vector<double>& scores)>;

/// Compares the results of two builds on the same seeds, in the same order, up to the last seed that both have played.
/// Keeps `most` gains and `most` losses.
BuildChange compare_builds(const std::vector<SeedScore>& before, const std::vector<SeedScore>& after, std::size_t most,
                           const PairMeasure& measure = {});

}  // namespace host
