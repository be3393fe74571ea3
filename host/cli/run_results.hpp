// The results of a run.
#pragma once

#include "host/tournament/by_group.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/participants.hpp"
#include "host/tournament/run.hpp"
#include "host/tournament/tally.hpp"
#include "host/view/report.hpp"

#include <optional>
#include <string>
#include <variant>

namespace host {

class RunResults {
 public:
  /// `parameter`: the one of --by; empty: none.
  RunResults(const RunPlan& plan, const std::string& parameter);

  /// Adds a match, in the order of the schedule.
  void add(const FinishedMatch& match);

  /// Returns the leaders in a few words; more matches may follow.
  [[nodiscard]] std::string leaders() const;

  /// Returns the tables: all matches; each strategy against each other one; by the parameter. `faults`: the matches
  /// that the game failed, which were not added.
  Report report(std::size_t faults);

 private:
  const RunPlan& plan_;
  Participants participants_;
  NewObservations<std::monostate> observations_{[](std::monostate) {}};  // only counts them
  Tally tally_;
  std::optional<ByParameter> by_;
};

}  // namespace host
