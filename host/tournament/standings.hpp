// Statistics of stored matches for each strategy: scores, contest, wins, rating, failures, time.
//
// Matches are added one by one and not kept, so that millions of them take little memory. No I/O.
#pragma once

#include "host/plugin/outcome.hpp"
#include "host/stats/plackett_luce.hpp"
#include "host/stats/rating.hpp"
#include "host/tournament/by_group.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/participant_rows.hpp"
#include "host/tournament/tally.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

// Numbers the causes of failures.

/// Failures of one strategy and kind have one cause if their reasons differ in words with digits alone, such as times
/// and positions, or behind the first colon, where an exception has its message.
class FailureCauses {
 public:
  /// Returns the number of a failure's cause, in the order of the first failures. A strategy has at most ten
  /// causes of a kind; the rest is one.
  std::size_t cause_of(const std::string& strategy, const std::string& kind, std::string_view reason);

 private:
  std::map<std::pair<std::string, std::string>, std::map<std::string, std::size_t>> causes_;  // to their numbers
  std::size_t known_ = 0;
};

/// Counts scores in little memory: the bin width grows with their range.
class Histogram {
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

/// The matches of a strategy on one seat. Where each plays alone, they have no wins.
struct SeatRecord : Record {
  std::uint64_t matches = 0;
};

/// A strategy whose rating is known, and fixes the scale of the others.
struct RatingAnchor {
  std::string name;  // or label
  double rating = 0;
};

/// Returns the anchor in "NAME=RATING"; nothing if the text is something else.
std::optional<RatingAnchor> parse_anchor(const std::string& text);

/// A strategy under one name.
struct Standing {
  SeatIdentity strategy;  // with its name in the run
  std::string label;      // that name, with a suffix that distinguishes strategies of the same name
  Totals all;             // for a game with one seat, wins are over all that played the same seed
  std::vector<SeatRecord> by_seat;
  stats::Interval mean_interval;  // of the mean score: bootstrap over units, 95 %
  std::optional<stats::Rating> rating;
  std::array<std::uint64_t, outcome_resigned + 1> outcomes{};  // by kind
  Histogram::Counts scores;                                    // bins: StandingsTable::step
  std::int64_t first_played = 0;                               // seconds since 1970

  /// Returns the mean share of the best score of a match, or of the seed if each plays alone.
  [[nodiscard]] double relative() const { return all.relative_sum / static_cast<double>(all.matches); }
};

/// The first failure of a strategy that has its kind and its cause: see FailureCauses.
struct FailedSeat {
  Result match;
  std::size_t seat = 0;
  std::size_t standing = 0;  // the strategy's
  std::uint64_t count = 0;   // of such failures

  [[nodiscard]] const Outcome& outcome() const { return match.seats.at(seat).outcome; }
};

struct StandingsTable {
  std::string game;          // its id
  std::int32_t contest = 0;  // AGON_CONTEST_...
  ObservationCounts observations{};
  bool of_league = false;
  /// Strategies that were never started, and why: all other members are about matches without them.
  std::vector<std::pair<std::string, std::string>> not_started{};
  std::uint64_t matches = 0;
  std::uint64_t seeds = 0;
  std::size_t seats = 0;                // the maximum of all matches
  std::optional<std::size_t> anchor{};  // the standing of the anchor
  std::vector<Standing> standings;      // by rating (groups that never met apart), then by contest mean, best first
  double step = 1;
  HeadToHead head_to_head;                     // if it is kept
  std::vector<std::string> parameter_names{};  // of the matches, in the order of their first appearance
  std::vector<ParameterResults> parameters{};  // those that were asked for, in that order, by standing
  std::vector<FailedSeat> failures;            // one for each strategy, kind and cause
  std::uint64_t failure_count = 0;

  /// Returns the strategy of each standing, in their order, and its label.
  [[nodiscard]] std::vector<SeatIdentity> strategies() const;
  [[nodiscard]] std::vector<std::string> labels() const;
};

class Standings {
 public:
  struct Options {
    bool head_to_head = false;        // whether to keep each strategy against each
    bool by_each_parameter = false;   // whether to keep the results by each parameter of the game
    std::optional<std::string> by{};  // the parameter by which to keep them
  };

  /// `contest` is the game's, AGON_CONTEST_...
  explicit Standings(std::int32_t contest) : Standings(contest, {}) {}
  Standings(std::int32_t contest, const Options& options);

  /// Adds a match, with the number of its unit (see for_each_observation()), which intervals resample. Matches on one
  /// seed under the same conditions must be adjacent: each strategy that plays alone is compared with the others among
  /// them. The conditions exist as long as this object.
  void add(const Result& match, std::uint64_t unit);
  /// The same with the seed as the unit.
  void add(const Result& match) { add(match, match.seed); }

  /// Returns the strategies so far.
  [[nodiscard]] const std::vector<SeatIdentity>& strategies() const { return index_.strategies(); }

  /// Returns the strategies that failed in all their matches before they were ready, by their rows, and why in the
  /// first.
  [[nodiscard]] std::vector<std::pair<std::size_t, std::string>> not_started() const;

  /// Returns the table of all matches. No match may be added afterwards.
  StandingsTable finish(const std::optional<RatingAnchor>& anchor = {});

 private:
  /// Scores of units with the same remainder, which the bootstrap resamples together.
  struct UnitSums {
    double sum = 0;
    double count = 0;
  };
  struct Row {
    Row(SeatIdentity identity, std::int64_t played);
    Standing standing;
    std::string not_started;  // the reason of the first such failure
    std::vector<UnitSums> unit_sums;
  };

  void add_seat(const Result& match, std::size_t number, std::size_t seat, std::uint64_t unit);
  void add_by_parameter(const Result& match, const Seating& players);
  static std::vector<double> influences(const Row& row);
  void add_mean_intervals();
  void put_in_order();

  Options options_;
  StandingsTable table_;
  std::vector<Row> rows_;
  FailureCauses causes_;  // of the table's failures, in their order
  ParticipantIndex index_;
  Tally tally_;
  std::vector<ByParameter> by_parameter_;
  std::shared_ptr<const Conditions> last_conditions_;
  stats::RankingCounts ratings_{1};
  Histogram scores_;
};

/// A bot of a league and its versions.
struct StrategyHistory {
  std::string strategy;          // the bot
  std::vector<Standing> builds;  // the versions, the oldest first
};

}  // namespace host
