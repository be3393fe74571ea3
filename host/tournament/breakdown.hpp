// Stored matches taken apart for a page: each strategy against each, by the games' parameters, seed by seed for two of
// them, and the matches that are worth playing again. No I/O.
//
// It is a second pass over the matches of a StandingsTable, whose order of strategies it keeps.
#pragma once

#include "host/tournament/standings.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Which match it was, and who sat where: enough to play it again.
struct MatchReference {
  RunId run = 0;
  std::uint64_t number = 0;
  std::uint64_t seed = 0;
  std::shared_ptr<const Conditions> conditions;
  std::vector<SeatIdentity> seats;
};

/// How one strategy did against another: who has the higher score in a match, or, where each plays alone, on a seed.
struct Meeting {
  std::uint64_t matches = 0;
  std::uint64_t wins = 0;
  std::uint64_t ties = 0;
  std::uint64_t losses = 0;
  double difference = 0;  // sum of its scores minus the other's

  /// A tie is half a win.
  [[nodiscard]] double share() const {
    return matches == 0 ? 0
                        : (static_cast<double>(wins) + static_cast<double>(ties) / 2) / static_cast<double>(matches);
  }
};

/// One strategy's matches with some values of a parameter.
struct ParameterCell {
  std::uint64_t matches = 0;
  double score_sum = 0;
  double share_sum = 0;  // of the wins, where a tie is half of one; where each plays alone, of the seed's best score
};

/// A parameter that differs from match to match.
struct ParameterTable {
  std::string name;
  std::vector<std::string> groups;                // a value, or the first and the last of a range: "6", "10 to 20"
  std::vector<std::vector<ParameterCell>> cells;  // by standing, then by group
};

/// One seed that both of the pair played: against each other, or each alone.
struct SeedDifference {
  std::uint64_t seed = 0;
  double difference = 0;  // of the mean scores; the one score where there is one strategy
  std::vector<MatchReference> matches;
};

struct BreakdownTable {
  std::vector<std::vector<Meeting>> meetings;           // by standing, against which standing
  std::vector<ParameterTable> parameters;               // in the order of their names
  std::vector<SeedDifference> differences;              // of the seeds in StandingsTable::seed_scores; no matches
  std::uint64_t compared = 0;                           // seeds that differences could be taken of
  std::uint64_t positive = 0;                           // those with a difference above 0
  std::uint64_t negative = 0;                           // so below
  double mean = 0;                                      // difference
  std::vector<SeedDifference> highest;                  // the largest differences, at most `most_seeds`
  std::vector<SeedDifference> lowest;                   // the smallest ones, none that is in `highest`
  std::vector<std::optional<MatchReference>> failures;  // as StandingsTable::failures
};

class Breakdown {
 public:
  static constexpr std::size_t most_seeds = 5;      // in highest and lowest
  static constexpr std::size_t most_groups = 8;     // of numbers
  static constexpr std::size_t most_words = 12;     // a parameter with more values that are no numbers is left out
  static constexpr std::size_t longest_word = 20;   // and so is one with a longer value, as a board is
  static constexpr std::size_t most_values = 4096;  // and one with more of any kind, for the memory

  /// Of `table`'s matches; `first` and `second` are the two standings whose seeds are compared. No such second one: the
  /// scores of the first.
  Breakdown(const StandingsTable& table, std::size_t first, std::size_t second);

  /// In the same order as Standings took them.
  void add(const StoredMatch& match);

  BreakdownTable finish();

 private:
  using Parameters = std::vector<std::pair<std::string, std::string>>;
  using Cells = std::vector<ParameterCell>;
  struct Parameter {
    std::map<std::string, Cells> values;
    bool endless = false;  // too many values
  };
  struct Alone {
    std::size_t row = 0;
    double score = 0;
  };

  std::size_t row_of(const StoredMatch& match, std::size_t seat);
  void meet(std::size_t a, std::size_t b, double score, double other);
  void add_parameters(std::size_t row, double score, double share);
  void add_together(const StoredMatch& match);
  void add_pair(const StoredMatch& match);
  void note(const StoredMatch& match);
  /// Ends a seed.
  void close();
  void close_alone();
  void close_pair();

  const StandingsTable& standings_;
  std::size_t first_;
  std::size_t second_;
  BreakdownTable table_;
  std::map<std::pair<const SeatIdentity*, std::string>, std::size_t> index_;
  std::vector<std::shared_ptr<const SeatIdentity>> known_;  // so that no other gets the address of one in index_
  std::map<std::pair<RunId, std::uint64_t>, std::vector<std::size_t>> failed_;  // places in StandingsTable::failures
  std::set<std::uint64_t> shown_;                                               // seeds in differences
  std::map<std::string, Parameter> parameters_;
  std::shared_ptr<const Conditions> conditions_;
  std::uint64_t seed_ = 0;
  Parameters values_;         // on seed_
  std::vector<Alone> alone_;  // on seed_
  std::vector<std::size_t> seated_;
  Meeting pair_;             // on seed_: matches and difference
  double sums_[2] = {0, 0};  // where each plays alone
  std::uint64_t counts_[2] = {0, 0};
  std::vector<MatchReference> matches_;  // of the pair on seed_
};

}  // namespace host
