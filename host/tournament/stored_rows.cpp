#include "host/tournament/stored_rows.hpp"

#include <algorithm>

namespace host {

bool StoredRows::are_same(const SeatIdentity& a, const SeatIdentity& b) {
  return a.name == b.name && a.strategy == b.strategy && a.version == b.version && a.sha256 == b.sha256 &&
         a.options == b.options;
}

std::size_t StoredRows::row_of(SeatIdentity identity) {
  const auto found = std::find_if(strategies_.begin(), strategies_.end(),
                                  [&](const SeatIdentity& known) { return are_same(known, identity); });
  const auto row = static_cast<std::size_t>(found - strategies_.begin());
  if (found == strategies_.end()) strategies_.push_back(std::move(identity));
  return row;
}

Fixture StoredRows::fixture(const StoredMatch& match) {
  Fixture fixture{.seed = match.seed, .seating = {}, .block = match.place.block};
  for (std::size_t seat = 0; seat < match.strategies.size(); ++seat) {
    const auto& strategy = match.strategies[seat];
    const std::string& name = seat < match.place.names.size() ? match.place.names[seat] : strategy->name;
    const auto [known, is_new] = known_.try_emplace({strategy.get(), name}, 0);
    if (is_new) {
      kept_.push_back(strategy);
      SeatIdentity identity = *strategy;
      identity.name = name;
      known->second = row_of(std::move(identity));
    }
    fixture.seating.push_back(known->second);
  }
  return fixture;
}

}  // namespace host
