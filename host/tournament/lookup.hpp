// Finds the matches of a run's schedule in the results database.
#pragma once

#include "host/store/store.hpp"
#include "host/tournament/run.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Used by one thread.
class Lookup {
 public:
  /// The plan must exist as long as this object. Throws Failure(database).
  explicit Lookup(const RunPlan& plan);

  /// Returns match number `index` of the schedule, from the database if it is there. Otherwise it has no result.
  FinishedMatch prepared(std::size_t index);

  /// Returns the key of match number `index`. Requires a run with a database.
  [[nodiscard]] std::string key_of(std::size_t index);

  /// Completes a match with its result.
  void finish(FinishedMatch& match, PlayedMatch&& played) const;

 private:
  std::string key_of(const Fixture& fixture);
  [[nodiscard]] std::vector<SeatIdentity> players(const Fixture& fixture) const;
  void find(FinishedMatch& match);

  const RunPlan& plan_;
  MatchIdentity identity_;      // in a run with a database
  std::optional<Store> store_;  // for looking up matches
};

}  // namespace host
