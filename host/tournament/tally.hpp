// What the matches of a run add up to, for each entrant. No I/O.
#pragma once

#include "host/match/seating.hpp"
#include "host/match/transcript.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

struct TallyRow {
  std::size_t matches = 0;
  double score_sum = 0;
  std::vector<double> counts;  // the contest score of each match
  std::size_t wins = 0;        // strictly the best score of the match
  std::size_t ties = 0;        // shares the best score
  std::size_t losses = 0;
  std::size_t failures = 0;
  std::int64_t cpu_ns = 0;
};

class Tally {
 public:
  explicit Tally(std::size_t entrants) : rows_(entrants) {}
  void add(const Transcript& transcript, const Seating& seating);
  [[nodiscard]] const std::vector<TallyRow>& rows() const { return rows_; }

 private:
  std::vector<TallyRow> rows_;
};

}  // namespace host
