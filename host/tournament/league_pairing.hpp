// Who meets whom in a league: a pure function of the results so far.
#pragma once

#include "host/stats/plackett_luce.hpp"
#include "host/tournament/schedule.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

/// A player of stats::RankingCounts.
struct LeaguePlayer {
  bool plays = true;
  bool anchor = false;              // its place is known: it plays for the sake of others
  std::uint64_t blocks = 0;         // that it has played
  std::uint64_t most = UINT64_MAX;  // blocks now
};

struct PairingRule {
  std::size_t group = 2;         // players of a block, 2 or more
  std::size_t matches = 2;       // of a block
  std::uint64_t blocks = 20;     // that each player is to play
  std::uint64_t placements = 2;  // with each anchor, before it meets others
};

struct ChosenBlock {
  Seating players;  // in no order
  double gain = 0;  // see stats::OrderInformation; 0: a placement
};

/// Returns the next blocks, up to `most`; none if all have played their blocks. A newcomer first meets the anchors in
/// turn. Then each block is the group from which most is learnt about the order, among those with a player that lacks
/// blocks. The floor: if one has played less than half as many as all on average, where more than `blocks` count as
/// these, the next block is one of its.
std::vector<ChosenBlock> choose_blocks(const stats::RankingCounts& counts, std::vector<LeaguePlayer> players,
                                       const PairingRule& rule, std::size_t most);

}  // namespace host
