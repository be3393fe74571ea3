// The result of a match, from the arena that has played it to the tables that count it: one type, for a match that was
// just played and for one that was stored.
#pragma once

#include "host/match/match.hpp"
#include "host/match/transcript.hpp"
#include "host/util/machine.hpp"

#include <agon/types.h>
#include <agon/limits.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

using RunId = std::int64_t;
using MatchId = std::int64_t;

/// All conditions of a match, except its seed and its seats.
struct Conditions {
  std::string game;      // its id
  std::string version;   // of the game; another version may have other rules
  std::string protocol;  // not in the key: the library determines it
  std::string sha256;    // of the game's library file: during development, rules may change without a new version
  std::vector<std::pair<std::string, std::string>>
      parameters;                       // those with a value, assigned or by default; the seed determines the others
  std::string opening{};                // to_text() of an Opening
  agon_limits limits = agon::Limits{};  // of each seat: with other limits a strategy plays differently, or fails
  auto operator<=>(const Conditions&) const = default;  // NOLINT(modernize-use-nullptr): there is no pointer
};

/// A match's place in a run.
struct Place {
  std::uint64_t number = 0;            // in the run's schedule; unique in the run
  std::uint64_t block = 0;             // matches that statistics group together, such as all seatings of one seed
  std::vector<std::string> names;      // the run's name for the strategy on each seat
  std::vector<std::string> plugins{};  // that strategy as the user has written it
};

/// A match that was played: the scores, outcomes and usage of its seats, its digests, and what follows. Data common to
/// many matches is shared, not copied.
struct Result : MatchResult {
  MatchId id = 0;  // 0: not stored
  RunId run = 0;   // 0: not stored, or found by its key, so not in any run
  Place place;     // without names if found by its key
  std::shared_ptr<const Conditions> conditions;
  std::uint64_t seed = 0;
  /// All parameters; of a stored match only if the seed determined some.
  std::optional<std::vector<std::pair<std::string, std::string>>> drawn;
  std::int64_t played = 0;                                      // seconds since 1970; 0: not stored
  std::vector<std::shared_ptr<const SeatIdentity>> strategies;  // of each seat
  std::vector<double> contest;                                  // the contest score of each seat
  std::shared_ptr<const Machine> machine;                       // that has played it
  std::optional<std::string> fault;  // the game has failed, for this reason: there is no result

  /// Returns all parameters of the match.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& parameters() const {
    return drawn ? *drawn : conditions->parameters;
  }
  /// Returns the strategies on the seats, with the run's names.
  [[nodiscard]] std::vector<SeatIdentity> players() const;
  /// Returns what is shown of the match.
  [[nodiscard]] MatchHead head() const;
};

}  // namespace host
