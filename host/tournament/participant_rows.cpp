#include "host/tournament/participant_rows.hpp"

#include "host/tournament/run.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <utility>

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
      if (!suffixes[i].empty()) labels[group[i]].append(" ").append(printable(suffixes[i]));
    }
  }
}

}  // namespace

std::vector<std::string> labels(const std::vector<SeatIdentity>& strategies) {
  std::vector<std::string> labels;
  labels.reserve(strategies.size());
  for (const SeatIdentity& strategy : strategies) labels.push_back(printable(strategy.name));
  set_apart(labels, [&](std::size_t index, const Group&) { return strategies[index].version; });
  set_apart(labels,
            [&](std::size_t index, const Group& group) { return own_options(strategies[index], group, strategies); });
  set_apart(labels,
            [&](std::size_t index, const Group&) { return std::string("#").append(strategies[index].sha256, 0, 8); });
  return labels;
}

std::size_t ParticipantIndex::row_of(const Result& match, std::size_t seat) {
  const std::shared_ptr<const SeatIdentity>& strategy = match.strategies[seat];
  const bool named = seat < match.place.names.size();
  const std::string& name = named ? match.place.names[seat] : strategy->name;
  const auto [known, is_new] = rows_.try_emplace({strategy.get(), name});
  if (!is_new) return known->second;
  SeatIdentity identity = *strategy;
  identity.name = name;
  kept_.push_back(strategy);
  const auto found = std::find(strategies_.begin(), strategies_.end(), identity);
  known->second = static_cast<std::size_t>(found - strategies_.begin());
  if (found == strategies_.end()) strategies_.push_back(std::move(identity));
  return known->second;
}

const Seating& ParticipantIndex::rows_of(const Result& match) {
  seating_.clear();
  for (std::size_t seat = 0; seat < match.strategies.size(); ++seat) seating_.push_back(row_of(match, seat));
  return seating_;
}

std::function<void(const Result&)> in_rows_of(std::vector<SeatIdentity> strategies, TakeWithRows take) {
  const std::size_t count = strategies.size();
  return [count, index = ParticipantIndex(std::move(strategies)), take = std::move(take)](const Result& match) mutable {
    const Seating& rows = index.rows_of(match);
    if (std::all_of(rows.begin(), rows.end(), [&](std::size_t row) { return row < count; })) take(match, rows);
  };
}

ParticipantRows::ParticipantRows(const RunPlan& plan) : seats_(plan.game.description.seat_names) {
  std::vector<SeatIdentity> identities;
  for (const Participant& participant : plan.participants) identities.push_back(participant.identity);
  labels_ = labels(identities);
  for (const std::string& label : labels_) {
    if (std::count(labels_.begin(), labels_.end(), label) > 1) continue;
    rows_[{label, 0}] = names_.size();
    names_.push_back(label);
  }
}

std::size_t ParticipantRows::row_of(std::size_t participant, std::size_t seat) {
  const std::string& label = labels_[participant];
  const bool shared = std::count(labels_.begin(), labels_.end(), label) > 1;
  const auto [place, is_new] = rows_.try_emplace({label, shared ? seat : 0}, names_.size());
  if (is_new) names_.push_back(label + " (" + printable(seats_[seat]) + ")");
  return place->second;
}

ScheduledMatch ParticipantRows::rows_of(const ScheduledMatch& scheduled) {
  ScheduledMatch rows = scheduled;
  for (std::size_t seat = 0; seat < rows.seating.size(); ++seat) rows.seating[seat] = row_of(rows.seating[seat], seat);
  return rows;
}

}  // namespace host
