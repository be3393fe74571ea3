#include "host/live/recording.hpp"

#include <utility>

namespace host {

namespace {

std::vector<SeatIdentity> identities(const std::vector<std::unique_ptr<LiveSeat>>& seats) {
  std::vector<SeatIdentity> all;
  for (const auto& seat : seats) all.push_back(seat->player().identity);
  return all;
}

}  // namespace

Recording::Recording(const std::vector<std::unique_ptr<LiveSeat>>& seats, Opening opening)
    : Recorder(identities(seats), std::move(opening)), seats_(seats), states_(seats.size()) {}

void Recording::start_from(const Transcript& from, std::size_t actions, std::optional<Origin> origin) {
  starting_ = true;
  transcript_.origin = std::move(origin);
  if (!transcript_.origin && actions >= from.opening.size()) transcript_.opening = from.opening;
  for (const Takeover& takeover : from.takeovers) {
    if (takeover.action <= actions) transcript_.takeovers.push_back(takeover);
  }
  for (std::size_t event = 0; event < actions; ++event) {
    const auto seat = static_cast<std::size_t>(from.events[event].seat);
    // Takeovers begin with an own event, so the player at the first event is that of the start.
    if (seat < seats_.size() && !states_[seat].changed) transcript_.seats[seat] = from.seats[seat];
    if (seat < seats_.size()) states_[seat].changed = true;
  }
}

void Recording::changed(std::int32_t seat) {
  const auto index = static_cast<std::size_t>(seat);
  if (states_[index].acted) {
    states_[index].changed = true;
  } else {
    transcript_.seats[index] = seats_[index]->player().identity;
  }
}

void Recording::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  note(seat);
  Recorder::acted(state, seat, action);
}

void Recording::forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) {
  note(seat);
  Recorder::forfeited(state, seat, outcome);
}

void Recording::note(std::int32_t seat) {
  SeatState& state = states_[static_cast<std::size_t>(seat)];
  state.acted = true;
  if (starting_ || !state.changed) return;
  state.changed = false;
  const std::size_t event = transcript_.events.size() + 1;
  const SeatIdentity& player = seats_[static_cast<std::size_t>(seat)]->player().identity;
  // A person goes on; a strategy that has started anew may act differently.
  if (player.person && player == player_at(transcript_, seat, event)) return;
  transcript_.takeovers.push_back({event, seat, player});
}

Transcript Recording::transcript(const GameState& state, const std::optional<MatchResult>& result) const {
  if (result) return finished(state, *result);
  Transcript unfinished = transcript_;
  unfinished.finished = false;
  unfinished.result.seats.resize(seats_.size());
  return unfinished;
}

}  // namespace host
