#include "host/store/stored_match.hpp"

#include <cstddef>

namespace host {

std::vector<SeatIdentity> StoredMatch::seats() const {
  std::vector<SeatIdentity> seats;
  for (const auto& strategy : strategies) seats.push_back(*strategy);
  for (std::size_t seat = 0; seat < place.names.size() && seat < seats.size(); ++seat)
    seats[seat].name = place.names[seat];
  return seats;
}

Transcript StoredMatch::summary() const {
  return {.recorded = false,
          .game = conditions->game,
          .version = conditions->version,
          .protocol = conditions->protocol,
          .seed = seed,
          .parameters = drawn.value_or(conditions->parameters),
          .start = {},
          .seats = seats(),
          .events = {},
          .result = result,
          .contest = contest,
          .opening = opening_from(conditions->opening).value_or(Opening{})};
}

}  // namespace host
