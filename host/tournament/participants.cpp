#include "host/tournament/participants.hpp"

#include "host/plain.hpp"
#include "host/tournament/labels.hpp"

#include <algorithm>

namespace host {

Participants::Participants(const RunPlan& plan) : seats_(plan.game.description.seat_names) {
  std::vector<SeatIdentity> identities;
  for (const Entrant& entrant : plan.entrants) identities.push_back(entrant.identity);
  labels_ = labels(identities);
  for (const std::string& label : labels_) {
    if (std::count(labels_.begin(), labels_.end(), label) > 1) continue;
    rows_[{label, 0}] = names_.size();
    names_.push_back(label);
  }
}

std::size_t Participants::row_of(std::size_t entrant, std::size_t seat) {
  const std::string& label = labels_[entrant];
  const bool shared = std::count(labels_.begin(), labels_.end(), label) > 1;
  const auto [place, is_new] = rows_.try_emplace({label, shared ? seat : 0}, names_.size());
  if (is_new) names_.push_back(label + " (" + plain(seats_[seat]) + ")");
  return place->second;
}

Fixture Participants::rows_of(const Fixture& fixture) {
  Fixture rows = fixture;
  for (std::size_t seat = 0; seat < rows.seating.size(); ++seat) rows.seating[seat] = row_of(rows.seating[seat], seat);
  return rows;
}

}  // namespace host
