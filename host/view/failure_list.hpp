// The failures of a run or of stored matches: for each strategy, kind and cause their number, and the first one with
// the command that plays it again.
#pragma once

#include "host/tournament/failure_causes.hpp"
#include "host/tournament/run.hpp"
#include "host/view/report.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// What one strategy has done in one way, for one cause.
struct FailureRow {
  std::string strategy;
  std::string kind;
  std::uint64_t count = 0;
  std::uint64_t seed = 0;  // of the first, as the members below
  std::string reason;
  std::string again;  // empty: unknown
};

/// Returns a table of the rows; in JSON, `failures`. Without rows, it has no section.
Report failure_report(const std::vector<FailureRow>& rows);

/// The failures of a run.
class FailureList {
 public:
  /// `program` is the name under which the host was called.
  FailureList(const RunPlan& plan, std::string program) : plan_(plan), program_(std::move(program)) {}

  /// Records the failures of the match. Returns their number.
  std::size_t add(const FinishedMatch& match);

  /// Returns a row for each strategy, kind and cause, in the order of their first failures.
  [[nodiscard]] Report report() const { return failure_report(rows_); }

 private:
  void add(const FinishedMatch& match, const std::string& strategy, const std::string& kind, const std::string& reason);

  const RunPlan& plan_;
  std::string program_;
  FailureCauses causes_;
  std::vector<FailureRow> rows_;  // by the group
};

}  // namespace host
