// Compares two strategies of a table seed by seed. No I/O.
//
// It makes a second pass over the matches of a StandingsTable, and numbers strategies as that table does.
#pragma once

#include "host/tournament/participant_rows.hpp"
#include "host/tournament/standings.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace host {

/// A seed that both of the pair played: against each other, or each alone.
struct SeedDifference {
  std::uint64_t seed = 0;
  double difference = 0;  // of the mean scores; the score itself if there is only one strategy
  std::vector<MatchReference> matches;
};

struct BreakdownTable {
  std::vector<SeedDifference> differences;  // of the seeds in StandingsTable::seed_scores; without matches
  std::uint64_t compared = 0;               // number of compared seeds
  std::uint64_t positive = 0;               // seeds with a difference above 0
  std::uint64_t negative = 0;               // seeds with a difference below 0
  double mean = 0;                          // of the differences
  std::vector<SeedDifference> highest;      // the largest differences, at most `most_seeds`
  std::vector<SeedDifference> lowest;       // the smallest ones, disjoint from `highest`
};

class Breakdown {
 public:
  static constexpr std::size_t most_seeds = 5;  // in each of highest and lowest

  /// Processes the matches of `table`. `first` and `second` are the two standings whose seeds are compared. If the
  /// second does not exist, uses the scores of the first.
  Breakdown(const StandingsTable& table, std::size_t first, std::size_t second);

  /// Adds a match, in the order in which Standings received them.
  void add(const StoredMatch& match);

  BreakdownTable finish();

 private:
  void add_pair(const StoredMatch& match, const Seating& seated);
  /// Ends a seed.
  void close();

  const StandingsTable& standings_;
  std::size_t first_;
  std::size_t second_;
  BreakdownTable table_;
  ParticipantIndex index_;         // starts with the table's strategies
  std::set<std::uint64_t> shown_;  // seeds in differences
  std::shared_ptr<const Conditions> conditions_;
  std::uint64_t seed_ = 0;
  double sums_[2] = {0, 0};  // of the pair's scores on seed_
  std::uint64_t counts_[2] = {0, 0};
  std::vector<MatchReference> matches_;  // of the pair on seed_
};

}  // namespace host
