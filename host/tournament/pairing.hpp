// Pairs players in order: a perfect matching of a graph, the first ones served first. Pure functions.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace host {

/// Pairs 0 to count - 1, an even number. As few pairs as possible are ones that may not meet. Among these pairings, 0
/// has the nearest partner, then the next one that has no partner yet, and so on.
std::vector<std::pair<std::size_t, std::size_t>> paired_in_order(
    std::size_t count, const std::function<bool(std::size_t one, std::size_t other)>& may_meet);

}  // namespace host
