// Which players' strengths can be compared, given who was ahead of whom at least once.
//
// A rating of maximum likelihood exists where every two players of a group are connected by such results in both
// directions (Ford 1957). Otherwise some differences are unbounded, or nothing is known about them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stats {

/// ahead[i][j]: i was ahead of j, or tied with it, in at least one match. Square.
using Ahead = std::vector<std::vector<bool>>;

/// Where a player's strength stands relative to its reference.
struct Connection {
  std::size_t group = 0;    // players of different groups never met, not even through others; the largest group is 0
  bool reference = false;   // one of those whose mean strength is the group's 0
  bool open_above = false;  // nothing shows that the strength is finite: no result against it leads to a reference
  bool open_below = false;
};

/// Returns the connections by player. The reference of a group is the largest set of players that are connected in both
/// directions. If no set is larger than the others, it is the whole group; in the anchor's group, the anchor alone.
std::vector<Connection> connections(const Ahead& ahead, std::optional<std::uint32_t> anchor = std::nullopt);

}  // namespace stats
