// Builds of one strategy over time: what a database holds of its versions, under whatever names they played. No I/O.
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

/// One strategy of which there are several builds.
struct StrategyHistory {
  std::string strategy;               // its id
  std::vector<BuildStanding> builds;  // in the order in which they were played first
};

class History {
 public:
  /// `contest` is the game's, AGON_CONTEST_...
  explicit History(std::int32_t contest) : standings_(contest) {}

  /// All matches of a game, in the order that Standings takes them in.
  void add(StoredMatch match);

  /// Those of `strategies`, by id, that have several builds; in the order of their ids. Ends the adding.
  std::vector<StrategyHistory> finish(const std::set<std::string>& strategies);

 private:
  using Options = std::vector<std::pair<std::string, std::string>>;
  using Key = std::tuple<std::string, std::string, std::string, Options>;
  static Key key_of(const SeatIdentity& strategy);

  Standings standings_;
  std::map<Key, std::int64_t> first_played_;
};

}  // namespace host
