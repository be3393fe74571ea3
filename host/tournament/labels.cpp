#include "host/tournament/labels.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace host {

namespace {

using Group = std::vector<std::size_t>;

/// Groups the indices of equal texts.
std::map<std::string, Group> groups_of(const std::vector<std::string>& texts) {
  std::map<std::string, Group> groups;
  for (std::size_t i = 0; i < texts.size(); ++i) groups[texts[i]].push_back(i);
  return groups;
}

/// Returns "depth=3 width=10": the options that differ within the group.
std::string own_options(const SeatIdentity& strategy, const Group& group, const std::vector<SeatIdentity>& all) {
  std::vector<std::string> parts;
  for (const auto& option : strategy.options) {
    const bool shared = std::all_of(group.begin(), group.end(), [&](std::size_t other) {
      const auto& options = all[other].options;
      return std::find(options.begin(), options.end(), option) != options.end();
    });
    if (!shared) parts.emplace_back(option.first).append("=").append(option.second);
  }
  return join(parts, " ");
}

/// Appends the `suffix` of each member of a group to its label, unless all members have the same suffix.
template <class Suffix>
void set_apart(std::vector<std::string>& labels, Suffix suffix) {
  for (const auto& [label, group] : groups_of(labels)) {
    if (group.size() == 1) continue;
    std::vector<std::string> suffixes;
    for (const std::size_t index : group) suffixes.push_back(suffix(index, group));
    if (std::all_of(suffixes.begin(), suffixes.end(), [&](const auto& one) { return one == suffixes.front(); }))
      continue;
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (!suffixes[i].empty()) labels[group[i]].append(" ").append(plain(suffixes[i]));
    }
  }
}

}  // namespace

std::vector<std::string> labels(const std::vector<SeatIdentity>& strategies) {
  std::vector<std::string> labels;
  labels.reserve(strategies.size());
  for (const SeatIdentity& strategy : strategies) labels.push_back(plain(strategy.name));
  set_apart(labels, [&](std::size_t index, const Group&) { return strategies[index].version; });
  set_apart(labels,
            [&](std::size_t index, const Group& group) { return own_options(strategies[index], group, strategies); });
  set_apart(labels,
            [&](std::size_t index, const Group&) { return std::string("#").append(strategies[index].sha256, 0, 8); });
  return labels;
}

}  // namespace host
