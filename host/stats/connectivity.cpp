#include "host/stats/connectivity.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace stats {

namespace {

using Set = std::vector<std::size_t>;

/// Returns the sets of players that `leads(i, j)` connects in both directions, by the algorithm of Kosaraju.
template <class Leads>
std::vector<Set> components(std::size_t size, Leads leads) {
  std::vector<bool> seen(size);
  const std::function<void(std::size_t, bool, Set&)> visit = [&](std::size_t i, bool forward, Set& found) {
    seen[i] = true;
    for (std::size_t j = 0; j < size; ++j) {
      if (!seen[j] && (forward ? leads(i, j) : leads(j, i))) visit(j, forward, found);
    }
    found.push_back(i);
  };
  Set order;
  for (std::size_t i = 0; i < size; ++i) {
    if (!seen[i]) visit(i, true, order);
  }
  std::fill(seen.begin(), seen.end(), false);
  std::vector<Set> found;
  for (auto i = order.rbegin(); i != order.rend(); ++i) {
    if (!seen[*i]) visit(*i, false, found.emplace_back());
  }
  for (Set& set : found) std::sort(set.begin(), set.end());
  std::sort(found.begin(), found.end(), [](const Set& a, const Set& b) {
    return a.size() != b.size() ? a.size() > b.size() : a.front() < b.front();
  });
  return found;
}

/// Returns for each player whether results lead to it from one of `from`.
template <class Leads>
std::vector<bool> reached(std::size_t size, const Set& from, Leads leads) {
  std::vector<bool> seen(size);
  Set left = from;
  for (const std::size_t i : from) seen[i] = true;
  while (!left.empty()) {
    const std::size_t i = left.back();
    left.pop_back();
    for (std::size_t j = 0; j < size; ++j) {
      if (seen[j] || !leads(i, j)) continue;
      seen[j] = true;
      left.push_back(j);
    }
  }
  return seen;
}

}  // namespace

std::vector<Connection> connections(const Ahead& ahead, std::optional<std::uint32_t> anchor) {
  const std::size_t size = ahead.size();
  const auto beats = [&](std::size_t i, std::size_t j) -> bool { return ahead[i][j]; };
  const auto beaten = [&](std::size_t i, std::size_t j) -> bool { return ahead[j][i]; };
  const std::vector<Set> groups =
      components(size, [&](std::size_t i, std::size_t j) { return ahead[i][j] || ahead[j][i]; });
  std::vector<Connection> result(size);
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (const std::size_t i : groups[group]) result[i].group = group;
  }
  const std::vector<Set> strong = components(size, beats);
  for (std::size_t group = 0; group < groups.size(); ++group) {
    std::vector<Set> sets;  // of the group, the largest first
    std::copy_if(strong.begin(), strong.end(), std::back_inserter(sets),
                 [&](const Set& set) { return result[set.front()].group == group; });
    std::vector<Set> references = {sets.front()};
    if (anchor && result[*anchor].group == group) {
      references = {{*anchor}};
    } else if (sets.size() > 1 && sets[1].size() == sets.front().size()) {
      references = sets;
    }
    for (const Set& reference : references) {
      const std::vector<bool> below = reached(size, reference, beats);
      const std::vector<bool> above = reached(size, reference, beaten);
      for (const std::size_t i : reference) result[i].reference = true;
      for (const std::size_t i : groups[group]) {
        // A chain of results from the reference down to the player keeps its strength from being infinite.
        if (!below[i]) result[i].open_above = true;
        if (!above[i]) result[i].open_below = true;
      }
    }
  }
  return result;
}

}  // namespace stats
