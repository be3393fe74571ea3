// What the results database gives back.
#pragma once

#include "host/store/identity.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

using RunId = std::int64_t;
using MatchId = std::int64_t;

/// Where a match stands in a run.
struct Place {
  std::uint64_t number = 0;        // in the run's schedule; no other match of the run has it
  std::uint64_t block = 0;         // matches that statistics take together, as all seatings of one seed
  std::vector<std::string> names;  // what the run calls the strategy on each seat
};

/// A match that was played. What many matches have in common is shared, not copied.
struct StoredMatch {
  MatchId id = 0;
  RunId run = 0;  // 0: found by its key, and so in no run
  Place place;    // without names then
  std::shared_ptr<const Conditions> conditions;
  std::uint64_t seed = 0;
  std::optional<std::vector<std::pair<std::string, std::string>>> drawn;  // all parameters, where the seed decided some
  std::int64_t played = 0;                                                // when: seconds since 1970
  std::vector<std::shared_ptr<const SeatIdentity>> strategies;            // of each seat; their `name` is their id
  MatchResult result;                                                     // times to the microsecond
  std::vector<double> contest;                                            // what each seat's score counts

  /// Who sat where, with the run's names for them.
  [[nodiscard]] std::vector<SeatIdentity> seats() const;
  /// Without start position and events: as host::summary() gives it for a match just played.
  [[nodiscard]] Transcript summary() const;
};

}  // namespace host
