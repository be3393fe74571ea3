#include "host/match/result.hpp"

#include <cstddef>

namespace host {

std::vector<SeatIdentity> Result::players() const {
  std::vector<SeatIdentity> players;
  for (const auto& strategy : strategies) players.push_back(*strategy);
  for (std::size_t seat = 0; seat < place.names.size() && seat < players.size(); ++seat)
    players[seat].name = place.names[seat];
  return players;
}

MatchHead Result::head() const {
  return {.game = conditions->game,
          .version = conditions->version,
          .protocol = conditions->protocol,
          .seed = seed,
          .parameters = parameters(),
          .seats = players(),
          .result = *this,
          .contest = contest,
          .opening = opening_from(conditions->opening).value_or(Opening{})};
}

}  // namespace host
