// What stored and scheduled matches are as observations: see host/stats/observations.hpp.
#pragma once

#include "host/match/digest.hpp"
#include "host/stats/observations.hpp"
#include "host/util/digest.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace host {

class Store;
struct Filter;
struct Result;

using stats::Evidence;
using stats::ObservationCounts;

/// Puts the digests of a block's matches together, in their order.
class BlockDigest {
 public:
  void add(const MatchDigests& match);

  /// Returns the block; its start is unknown if that of a match is.
  [[nodiscard]] stats::PlayedBlock block(std::uint64_t seed, std::uint64_t players = 0) const;

 private:
  QuickHash start_;
  QuickHash matches_;
  std::uint64_t opening_ = 0;
  bool known_ = true;
};

/// Observations of matches that come one by one. Those of a block are adjacent.
class MatchObservations {
 public:
  /// `run` and `block` tell blocks apart; `players` is that of the block's first match (see stats::PlayedBlock).
  void add(std::int64_t run, std::uint64_t block, std::uint64_t seed, std::uint64_t players, const MatchDigests& match);

  /// Ends the last block, and returns the units of all.
  [[nodiscard]] stats::Units units(const stats::Observations::PlayersOf& players_of);

 private:
  void end();

  stats::Observations observations_;
  std::optional<std::pair<std::int64_t, std::uint64_t>> id_;
  std::uint64_t seed_ = 0;
  std::uint64_t players_ = 0;
  BlockDigest digest_;
};

/// Selects the matches of the league in a database, in the order of its schedule.
Filter league_filter(const std::string& game);

/// Calls `begin`, and then `take` for each match in the database with the number of its unit, in the order of
/// Store::for_each_match(). Where units have several blocks, which is known at the end, does both once more: what was
/// taken before is void. Each strategy of a game with one seat has blocks of its own. Matches that are `left_out` are
/// as if they had not been played. Returns the counts.
ObservationCounts for_each_observation(Store& store, const Filter& filter, const std::function<void()>& begin,
                                       const std::function<void(const Result& match, std::uint64_t unit)>& take,
                                       const std::unordered_set<std::int64_t>& left_out = {});

}  // namespace host
