// Statistics of stored matches for each strategy: scores, contest, wins, rating, failures, time.
//
// Matches are added one by one and not kept, so that millions of them take little memory. No I/O.
#pragma once

#include "host/session/outcome.hpp"
#include "host/stats/ranking_counts.hpp"
#include "host/stats/rating.hpp"
#include "host/store/stored_match.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/spread.hpp"
#include "host/tournament/stored_rows.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// How often a strategy had the best score alone, or shared it.
struct Record {
  std::uint64_t matches = 0;
  std::uint64_t wins = 0;
  std::uint64_t ties = 0;
  std::uint64_t losses = 0;
  double score_sum = 0;
};

/// A strategy under one name.
struct Standing {
  SeatIdentity strategy;  // with its name in the run
  std::string label;      // that name, with a suffix that distinguishes strategies of the same name
  Record all;             // for a game with one seat, wins are over all that played the same seed
  std::vector<Record> by_seat;
  double mean = 0;                // score
  stats::Interval mean_interval;  // bootstrap over seeds, 95 %
  double contest = 0;             // contest score of all matches
  double contest_mean = 0;        // mean contribution of a match
  // Mean share of the best score (for costs: of the lowest) of a match, or of the seed if each plays alone.
  double relative = 0;
  std::optional<stats::Rating> rating;
  std::array<std::uint64_t, AGON_OUTCOME_LOAD + 1> outcomes{};  // by AGON_OUTCOME_...
  double cpu_s = 0;                                             // mean per match
  Spread::Counts spread;                                        // histogram of the scores; bins: StandingsTable::step

  [[nodiscard]] std::uint64_t failures() const { return all.matches - outcomes[AGON_OUTCOME_OK]; }
};

struct FailedSeat {
  RunId run = 0;
  std::uint64_t number = 0;  // of the match in its run
  std::uint64_t seed = 0;
  std::size_t seat = 0;
  std::size_t standing = 0;  // the strategy's standing
  Outcome outcome;
};

/// The mean scores on one seed.
struct SeedScores {
  std::uint64_t seed = 0;
  std::vector<std::pair<std::size_t, double>> scores;  // keyed by standing, only those that played the seed
};

struct StandingsTable {
  std::string game;                  // its id
  std::int32_t contest = 0;          // AGON_CONTEST_...
  ObservationCounts observations{};  // all other members are about the different ones
  std::uint64_t matches = 0;
  std::uint64_t seeds = 0;
  std::size_t seats = 0;            // the maximum of all matches
  std::vector<Standing> standings;  // by rating (groups that never met apart), then by contest mean, best first
  double step = 1;
  std::vector<FailedSeat> failures;  // the first ones
  std::uint64_t failure_count = 0;
  std::vector<SeedScores> seed_scores;  // of a regular sample of the seeds, if there are many

  /// Returns the strategy of each standing, in their order.
  [[nodiscard]] std::vector<SeatIdentity> strategies() const;
};

class Standings {
 public:
  static constexpr std::size_t most_failures = 200;
  static constexpr std::size_t most_seeds = 1000;  // in seed_scores

  /// `contest` is the game's, AGON_CONTEST_...
  explicit Standings(std::int32_t contest) : ratings_(1) { table_.contest = contest; }

  /// Adds a match. Matches on one seed under the same conditions must be adjacent: each strategy that plays alone is
  /// compared with the others among them.
  void add(const StoredMatch& match);

  /// Returns the table of all matches. No match may be added afterwards. `prior` is that of stats::RatingOptions.
  StandingsTable finish(double prior = 1);

 private:
  /// Scores on seeds with the same remainder, which the bootstrap resamples together.
  struct Group {
    double sum = 0;
    double count = 0;
  };
  struct Row {
    explicit Row(SeatIdentity identity);
    Standing standing;
    double counts = 0;  // sum of the contributions of its matches
    double relative = 0;
    double cpu_ns = 0;
    std::vector<Group> groups;
    Group on_seed;
  };
  struct Alone {
    std::size_t row = 0;
    double score = 0;
  };

  std::size_t row_of(const StoredMatch& match, std::size_t seat);
  void add_seat(const StoredMatch& match, std::size_t seat, std::size_t row);
  void compare(const StoredMatch& match);
  void note_failure(const StoredMatch& match, std::size_t seat, std::size_t row);
  /// Ends a seed.
  void close();
  void keep_scores();
  void finish(Row& row) const;
  void put_in_order();

  StandingsTable table_;
  std::vector<Row> rows_;
  StoredRows strategies_;
  std::vector<std::size_t> seated_;  // the rows of the last match's seats
  stats::RankingCounts ratings_;
  std::vector<stats::Place> places_;
  Spread spread_;
  std::shared_ptr<const Conditions> conditions_;
  std::uint64_t seed_ = 0;
  std::vector<Alone> alone_;          // on seed_
  std::vector<std::size_t> on_seed_;  // rows that played it
  std::uint64_t stride_ = 1;          // between the kept seeds
};

}  // namespace host
