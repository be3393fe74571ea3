// A run and the results database: what was played before is not played again, and what is finished is kept at once.
#pragma once

#include "host/store/store.hpp"
#include "host/tournament/run.hpp"

#include <string>

namespace host {

/// The conditions of all matches of a run.
Conditions conditions_of(const RunPlan& plan);

/// Keeps a run's matches; for the one thread that they are handed to.
class Archive {
 public:
  /// Begins a run of `plan`, which has a database. Throws Failure(database), as all of it does.
  Archive(const RunPlan& plan, const std::string& command);

  /// Stores a match, or makes one that was stored before part of this run.
  void add(const FinishedMatch& match);

  /// Ends the run.
  void finish(bool interrupted);

  /// How many were stored before.
  [[nodiscard]] std::size_t known() const { return known_; }

 private:
  const RunPlan& plan_;
  Conditions conditions_;
  Store store_;
  RunId run_ = 0;
  std::size_t known_ = 0;
};

}  // namespace host
