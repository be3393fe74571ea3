// The results of matches for each value of one of the game's parameters, and for each machine. No I/O.
#pragma once

#include "host/store/stored_match.hpp"
#include "host/tournament/schedule.hpp"
#include "host/tournament/standings.hpp"
#include "host/tournament/tally.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace host {

/// Matches in which the parameter had a certain value, or one of several.
struct ValueGroup {
  enum class Kind {
    one,     // `low` is the value
    range,   // numbers from `low` to `high`
    others,  // values not in the other groups
    none     // the parameter has no value
  };
  Kind kind = Kind::one;
  std::string low;
  std::string high;
  std::size_t matches = 0;
  std::vector<Totals> rows;  // by the players' numbers

  /// Returns "10", "20 to 42", "others" or "none".
  [[nodiscard]] std::string label() const;
};

/// Results of a run, grouped by one parameter.
struct ParameterResults {
  std::string parameter;
  std::vector<ValueGroup> groups;
};

class ByParameter {
 public:
  static constexpr std::size_t most_groups = 12;    // with at most this many values, each has a group
  static constexpr std::size_t ranges = 8;          // more numbers are grouped into this many ranges
  static constexpr std::size_t most_values = 4096;  // maximum number of separate values before grouping

  /// `contest` is the game's, AGON_CONTEST_...
  ByParameter(std::string name, std::int32_t contest) : name_(std::move(name)), contest_(contest) {}

  /// Adds a match; see Tally::add().
  void add(const MatchRow& match);

  /// Returns the groups: numbers in ascending order, then texts. More than most_groups numbers are grouped into ranges
  /// with about the same number of matches each. Of more texts, the most frequent are shown separately, and the rest as
  /// one group. No match may be added afterwards.
  [[nodiscard]] ParameterResults results();

 private:
  using Key = std::variant<double, std::string>;  // numbers precede texts
  static constexpr std::size_t text = 1;          // its index
  struct Bucket {
    Tally tally;
    std::string low;
    std::string high;
    std::size_t matches = 0;
  };

  static Key key_of(const std::string& value);
  Bucket& bucket_of(const std::string& value);

  std::string name_;
  std::int32_t contest_;
  std::map<Key, Bucket> buckets_;
  Bucket none_{Tally(0, contest_), {}, {}};
  Bucket others_{Tally(0, contest_), {}, {}};  // texts beyond most_values
};

/// What the matches of one machine have in common.
struct MachineRow {
  std::string name;  // "unknown" for matches of older hosts
  std::string cpu;
  double speed = 0;  // mean over its matches; see Machine
  std::uint32_t matches = 0;
  std::uint32_t seats = 0;     // of these matches
  std::uint32_t failures = 0;  // seats whose outcome is not "ok"
  double cpu_s = 0;            // CPU time of all seats, in seconds

  /// The strategy whose mean contest score differs most from that on the other machines.
  struct Difference {
    std::size_t strategy = 0;  // its row
    double mean = 0;           // the mean here less the mean elsewhere, for a seed
    double p = 1;              // of Welch's t-test, corrected
  } difference{};
  bool is_compared = false;  // whether there are two seeds or more here and elsewhere
  double failures_p = 1;     // of Fisher's exact test for more failures here than elsewhere, corrected

  /// Returns whether one of the tests has found that this machine's results differ.
  [[nodiscard]] bool is_off() const;
};

/// The level of all tests together.
inline constexpr double machine_alpha = 0.05;

/// Observations are the mean contest scores of a strategy over its matches with one seed on one machine, because
/// matches with the same seed are not independent. Each strategy is tested on each machine against all others, and each
/// machine's failures; all p-values are corrected by Holm's method.
class ByMachine {
 public:
  /// Adds a match; `players` has the row of each seat's strategy. Matches with one seed must follow one another, as
  /// they do in the order of a run; otherwise they count as several seeds.
  void add(const StoredMatch& match, const Seating& players);

  /// Returns the machines in the order of their names. No match may be added afterwards.
  std::vector<MachineRow> results();

 private:
  /// Moments of a strategy's observations on a machine.
  struct Moments {
    double seed_sum = 0;  // of the current seed
    std::uint64_t seed_count = 0;
    std::uint64_t count = 0;
    double sum = 0;
    double squares = 0;

    void add(double value);
    void end_seed();
  };
  struct Entry {
    MachineRow row;
    std::map<std::size_t, Moments> strategies;
  };
  static double welch(const Moments& one, const Moments& rest, double& difference);
  void end_seed();

  std::map<std::string, Entry> machines_;
  std::uint64_t seed_ = 0;
  const Conditions* conditions_ = nullptr;
};

// Compares two strategies of a table seed by seed. No I/O.
//
// It makes a second pass over the matches of a StandingsTable, and numbers strategies as that table does.

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

  /// Adds a match, in the order in which Standings received them; `players` has the standing of each seat's strategy.
  void add(const StoredMatch& match, const Seating& players);

  BreakdownTable finish();

 private:
  /// Ends a seed.
  void close();

  std::array<std::size_t, 2> pair_;
  bool one_;  // the second does not exist
  BreakdownTable table_;
  std::set<std::uint64_t> shown_;  // seeds in differences
  std::shared_ptr<const Conditions> conditions_;
  std::uint64_t seed_ = 0;
  std::array<std::vector<double>, 2> scores_;  // of the pair on seed_
  std::vector<MatchReference> matches_;        // likewise
};

}  // namespace host
