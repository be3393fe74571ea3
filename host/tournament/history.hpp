// The stored results of a strategy's builds over time, under all names that they played under. No I/O.
#pragma once

#include "host/tournament/standings.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace host {

struct BuildStanding {
  Standing standing;
  std::int64_t first_played = 0;  // seconds since 1970
};

/// One strategy with several builds.
struct StrategyHistory {
  std::string strategy;               // its id
  std::vector<BuildStanding> builds;  // in the order of first_played
};

class History {
 public:
  /// `contest` is the game's, AGON_CONTEST_...
  explicit History(std::int32_t contest) : standings_(contest) {}

  /// Adds a match of the game. Must be called for all matches, in the order that Standings requires.
  void add(StoredMatch match);

  /// Returns the histories of those `strategies` (ids) that have several builds, in the order of their ids. Must be
  /// called once, after all add().
  std::vector<StrategyHistory> finish(const std::set<std::string>& strategies);

 private:
  using Options = std::vector<std::pair<std::string, std::string>>;
  using Key = std::tuple<std::string, std::string, std::string, Options>;
  static Key key_of(const SeatIdentity& strategy);

  Standings standings_;
  std::map<Key, std::int64_t> first_played_;
};

}  // namespace host
