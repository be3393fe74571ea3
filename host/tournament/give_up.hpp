// Gives up participants whose first matches all fail, so that a run does not wait for the limits of each match with
// them.
//
// It decides in the order of the schedule, whatever the order in which matches end. Matches that were begun before the
// decision, and come after it in the schedule, do not count. So the run has the same results with any number of jobs.
#pragma once

#include "host/tournament/run.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

class GiveUp {
 public:
  /// Gives a participant up that fails in its first `limit` matches, of those that the game has not failed; one whose
  /// file can't be used, in its first.
  GiveUp(const std::vector<Participant>& participants, std::uint64_t limit);

  /// Returns whether a match is not played any more. Called by all jobs.
  [[nodiscard]] bool leaves_out(const Seating& seating) const;

  /// Counts the next match of the schedule, unless it is left out. Returns the participants that it gives up.
  std::vector<std::size_t> add(const FinishedMatch& match);

  /// Counts a match that is left out.
  void leave_out() { ++left_out_; }

  /// Begins again.
  void restart();

  [[nodiscard]] std::vector<std::size_t> given_up() const;
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  struct Row {
    std::uint64_t limit = 0;
    std::uint64_t failures = 0;
    bool has_played = false;  // a match without failing
    std::atomic<bool> given_up = false;
  };

  std::uint64_t left_out_ = 0;
  std::vector<Row> rows_;
};

}  // namespace host
