// The failures of a run: for each strategy and kind their number, and the first one with the command that plays it
// again.
#pragma once

#include "host/tournament/run.hpp"
#include "host/view/report.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace host {

class FailureList {
 public:
  /// `program` is the name under which the host was called.
  FailureList(const RunPlan& plan, std::string program) : plan_(plan), program_(std::move(program)) {}

  /// Records the failures of the match. Returns their number.
  std::size_t add(const FinishedMatch& match);

  /// Returns a table with a row for each strategy and kind, in the order of their first failures; in JSON, `failures`.
  /// Without failures, it has no section.
  [[nodiscard]] Report report() const;

 private:
  /// What one strategy has done in one way.
  struct Failed {
    std::string strategy;
    std::string kind;
    std::string reason;  // of the first
    ScheduledMatch first;
    std::size_t count = 0;
  };

  void add(const FinishedMatch& match, const std::string& strategy, const std::string& kind, const std::string& reason);

  const RunPlan& plan_;
  std::string program_;
  std::vector<Failed> all_;
};

}  // namespace host
