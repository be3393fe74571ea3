// Sums up matches for each player, and decides who has scored more: once, for all tables. No I/O.
//
// Scores that are compared: those of the seats of a match or, in games with one seat, of all matches of a seed.
#pragma once

#include "host/match/result.hpp"
#include "host/stats/plackett_luce.hpp"
#include "host/tournament/schedule.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Scores that are compared with each other.
class ComparedScores {
 public:
  /// `scores`: at least one; the player of each, and its score.
  ComparedScores(std::uint64_t seed, std::span<const stats::PlayerScore> scores)
      : seed_(seed), scores_(scores), best_(std::ranges::max(scores, {}, &stats::PlayerScore::score).score) {}

  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] std::span<const stats::PlayerScore> scores() const { return scores_; }
  [[nodiscard]] double best() const { return best_; }

  /// Returns what number `index` has to beat: the best score of the other players; of its own other scores, if one
  /// player has them all.
  [[nodiscard]] double rival(std::size_t index) const;

  /// Returns the share of the other scores that number `index` beats; see ranked_score().
  [[nodiscard]] double rank(std::size_t index) const;

 private:
  std::uint64_t seed_;
  std::span<const stats::PlayerScore> scores_;
  double best_;
};

/// Collects scores until all that are compared with each other are there. Matches of one seed under the same conditions
/// must be adjacent.
class ScoreCollector {
 public:
  /// Returns whether the match belongs to the seed of the previous one.
  [[nodiscard]] bool same_seed(const Result& match) const {
    return conditions_ && match.seed == seed_ && (match.conditions == conditions_ || *match.conditions == *conditions_);
  }

  /// Adds a match, and calls `take` with each ComparedScores that is complete. `players`: who sat on each seat.
  template <class Take>
  void add(const Result& match, const Seating& players, const Take& take) {
    if (!same_seed(match)) end(take);
    seed_ = match.seed;
    conditions_ = match.conditions;
    for (std::size_t seat = 0; seat < match.seats.size(); ++seat)
      scores_.push_back({static_cast<std::uint32_t>(players[seat]), match.seats[seat].score});
    if (match.seats.size() > 1) end(take);
  }

  /// Ends the last seed.
  template <class Take>
  void end(const Take& take) {
    if (!scores_.empty()) take(ComparedScores(seed_, scores_));
    scores_.clear();
  }

 private:
  std::uint64_t seed_ = 0;
  std::shared_ptr<const Conditions> conditions_;  // NULL: there was no match yet
  std::vector<stats::PlayerScore> scores_;
};

/// How often a player has scored more than its rivals.
struct Record {
  std::uint64_t wins = 0;  // the best score alone
  std::uint64_t ties = 0;  // the best score, shared with another one
  std::uint64_t losses = 0;

  void add(double score, double rival) { ++(score < rival ? losses : score == rival ? ties : wins); }
  [[nodiscard]] std::uint64_t games() const { return wins + ties + losses; }
  /// Returns the share of the points; a win counts 1, a tie 1/2. Requires games() > 0.
  [[nodiscard]] double share() const {
    return (static_cast<double>(wins) + static_cast<double>(ties) / 2) / static_cast<double>(games());
  }
};

/// What the matches of a player add up to.
struct Totals : Record {
  std::uint64_t matches = 0;
  std::uint64_t failures = 0;
  std::uint64_t counted = 0;  // matches in contest_sum: without those of a relative contest whose seed is not complete
  std::int64_t cpu_ns = 0;
  double score_sum = 0;
  double contest_sum = 0;   // what the matches count in the contest
  double relative_sum = 0;  // shares of the best score of those compared; for costs, of the lowest

  /// Adds seat number `seat` of the match. `contest` is the game's, AGON_CONTEST_...
  void add(const Result& match, std::size_t seat, std::int32_t contest);
  /// Compares its score, number `index` of those.
  void add(const ComparedScores& compared, std::size_t index, std::int32_t contest);
  Totals& operator+=(const Totals& more);

  /// Returns the mean score of a match; 0 without any.
  [[nodiscard]] double mean_score() const;
  /// Returns the contest score of all matches, and the mean contribution of a match.
  [[nodiscard]] double contest_score(std::int32_t contest) const;
  [[nodiscard]] double contest_mean() const;
  [[nodiscard]] double cpu_s() const { return static_cast<double>(cpu_ns) / 1e9; }
  /// Returns the CPU time of a match; 0 without any.
  [[nodiscard]] double cpu_s_a_match() const;
};

/// Calls take(one, other), with the scores of each two different players that are compared; `one` has the lower seat.
template <class Take>
void for_each_pair(const ComparedScores& compared, const Take& take) {
  const std::span<const stats::PlayerScore> scores = compared.scores();
  for (std::size_t other = 1; other < scores.size(); ++other) {
    for (std::size_t one = 0; one < other; ++one) {
      if (scores[one].player != scores[other].player) take(scores[one], scores[other]);
    }
  }
}

/// Counts how often each player scored more than each other one: in matches or, in games with one seat, on seeds.
class HeadToHead {
 public:
  void add(const ComparedScores& compared) {
    for_each_pair(compared, [&](const stats::PlayerScore& one, const stats::PlayerScore& other) { add(one, other); });
  }
  void add(const stats::PlayerScore& one, const stats::PlayerScore& other);

  /// Returns the results of `one` against `other`.
  [[nodiscard]] Record of(std::size_t one, std::size_t other) const;

  /// Returns the same with other numbers: places[i] in place of i.
  [[nodiscard]] HeadToHead renumbered(const std::vector<std::size_t>& places) const;

 private:
  std::map<std::pair<std::size_t, std::size_t>, Record> records_;  // the lower number first
};

/// The totals of players and, if wanted, each against each: what all tables begin with.
class Tally {
 public:
  /// `contest` is the game's, AGON_CONTEST_... If a match has a player beyond `players`, rows are added.
  Tally(std::size_t players, std::int32_t contest, bool head_to_head = false)
      : contest_(contest), each_(head_to_head), rows_(players) {}

  /// Adds a match, in the order of the schedule. `players`: the row of each seat. Then calls `take` with the scores of
  /// the match, if they are compared with each other alone.
  template <class Take>
  void add(const Result& match, const Seating& players, const Take& take) {
    if (!collector_.same_seed(match)) end_seed();
    count(match, players);
    collector_.add(match, players, [&](const ComparedScores& compared) {
      compare(compared);
      take(compared);
    });
  }
  void add(const Result& match, const Seating& players) {
    add(match, players, [](const ComparedScores&) {});
  }

  /// Returns whether the match belongs to the seed of the previous one.
  [[nodiscard]] bool same_seed(const Result& match) const { return collector_.same_seed(match); }

  /// Returns the rows so far, while more matches may follow: in games with one seat, the last seed is not yet compared.
  [[nodiscard]] const std::vector<Totals>& so_far() const { return rows_; }

  /// Returns the rows of all matches, after the last one.
  [[nodiscard]] const std::vector<Totals>& rows();
  [[nodiscard]] const HeadToHead& head_to_head();

 private:
  void count(const Result& match, const Seating& players);
  void compare(const ComparedScores& compared);
  void end_seed();

  std::int32_t contest_;
  bool each_;  // whether it keeps each against each
  std::vector<Totals> rows_;
  ScoreCollector collector_;
  HeadToHead head_to_head_;
};

}  // namespace host
