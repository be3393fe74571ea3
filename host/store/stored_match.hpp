// The results that the database returns.
#pragma once

#include "host/store/identity.hpp"
#include "host/util/machine.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

// A part of a run, as the results database stores it.

/// A fixed part of a run's schedule, played on one of several machines, for example. merge() joins the parts.
struct Shard {
  static constexpr std::uint64_t most = 100'000;  // parts
  std::uint64_t part = 1;                         // from 1
  std::uint64_t parts = 1;
  std::string plan{};  // identifies the whole run: 32 bytes, equal for all its parts
};

using RunId = std::int64_t;
using MatchId = std::int64_t;

/// The command that has played a run.
enum class RunKind {
  play,
  tournament,
  compare,
  search,  // its matches try points, which are no players to be ranked
  league   // a part of the schedule of the database's league
};

/// A match's place in a run.
struct Place {
  std::uint64_t number = 0;            // in the run's schedule; unique in the run
  std::uint64_t block = 0;             // matches that statistics group together, such as all seatings of one seed
  std::vector<std::string> names;      // the run's name for the strategy on each seat
  std::vector<std::string> plugins{};  // that strategy as the user has written it
};

/// A match that was played. Data common to many matches is shared, not copied.
struct StoredMatch {
  MatchId id = 0;
  RunId run = 0;  // 0: found by its key, so not in any run
  Place place;    // without names if found by its key
  std::shared_ptr<const Conditions> conditions;
  std::uint64_t seed = 0;
  std::optional<std::vector<std::pair<std::string, std::string>>> drawn;  // all parameters, if the seed determined some
  std::int64_t played = 0;                                                // seconds since 1970
  std::vector<std::shared_ptr<const SeatIdentity>> strategies;            // of each seat; their `name` is their id
  MatchResult result;                                                     // times in microsecond resolution
  std::vector<double> contest;                                            // the contest score of each seat
  std::shared_ptr<const Machine> machine;                                 // that has played it

  /// Returns the strategies on the seats, with the run's names.
  [[nodiscard]] std::vector<SeatIdentity> seats() const;
  /// Returns the transcript without start position and events, as host::summary() does for a match just played.
  [[nodiscard]] Transcript summary() const;
};

}  // namespace host
