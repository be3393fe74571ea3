// Sums up the matches of a run for each entrant. No I/O.
#pragma once

#include "host/match/transcript.hpp"
#include "host/tournament/head_to_head.hpp"
#include "host/tournament/schedule.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

struct TallyRow {
  std::size_t matches = 0;
  double score_sum = 0;
  std::vector<double> counts;  // the contest contribution of each match
  std::size_t wins = 0;        // scores more than all others: in the match; where each plays alone, on that seed
  std::size_t ties = 0;        // shares the best score with another one
  std::size_t losses = 0;
  std::size_t failures = 0;
  std::int64_t cpu_ns = 0;

  TallyRow& operator+=(const TallyRow& more);
};

class Tally {
 public:
  /// `contest` is the game's, AGON_CONTEST_... If a fixture seats an entrant beyond `entrants`, rows are added.
  Tally(std::size_t entrants, std::int32_t contest) : contest_(contest), rows_(entrants) {}

  /// Adds a match, in the order of the schedule: matches of one seed must be adjacent.
  void add(const Transcript& transcript, const Fixture& fixture);

  /// Ends a seed: in games with one seat, compares all that have played it. add() calls it when the seed changes. Call
  /// it if the next match has the same seed but must not be compared.
  void end_seed();

  /// Returns the rows so far, while more matches may follow: in games with one seat, the last seed is not yet compared.
  [[nodiscard]] const std::vector<TallyRow>& so_far() const { return rows_; }

  /// Returns the rows of all matches, after the last one.
  [[nodiscard]] const std::vector<TallyRow>& rows() {
    end_seed();
    return rows_;
  }

  [[nodiscard]] const HeadToHead& duels() {
    end_seed();
    return duels_;
  }

 private:
  struct Alone {
    std::size_t entrant = 0;
    double score = 0;
  };

  std::int32_t contest_;
  std::vector<TallyRow> rows_;
  std::uint64_t seed_ = 0;
  std::vector<Alone> round_;  // on seed_
  HeadToHead duels_;
};

}  // namespace host
