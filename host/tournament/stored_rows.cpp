#include "host/tournament/stored_rows.hpp"

#include <algorithm>

namespace host {

namespace {

bool are_same(const SeatIdentity& a, const SeatIdentity& b) {
  return a.name == b.name && a.strategy == b.strategy && a.version == b.version && a.sha256 == b.sha256 &&
         a.options == b.options;
}

}  // namespace

std::size_t StoredRows::row_of(SeatIdentity identity) {
  const auto found = std::find_if(strategies_.begin(), strategies_.end(),
                                  [&](const SeatIdentity& known) { return are_same(known, identity); });
  const auto row = static_cast<std::size_t>(found - strategies_.begin());
  if (found == strategies_.end()) strategies_.push_back(std::move(identity));
  return row;
}

std::size_t StoredRows::row_of(const StoredMatch& match, std::size_t seat) {
  const std::shared_ptr<const SeatIdentity>& strategy = match.strategies[seat];
  const std::string& name = seat < match.place.names.size() ? match.place.names[seat] : strategy->name;
  std::pair<const SeatIdentity*, std::string> key(strategy.get(), name);
  const auto known = rows_.find(key);
  if (known != rows_.end()) return known->second;
  SeatIdentity identity = *strategy;
  identity.name = name;
  kept_.push_back(strategy);
  return rows_.emplace(std::move(key), row_of(std::move(identity))).first->second;
}

Fixture StoredRows::fixture(const StoredMatch& match) {
  Fixture fixture{.seed = match.seed, .seating = {}, .block = match.place.block};
  for (std::size_t seat = 0; seat < match.strategies.size(); ++seat) fixture.seating.push_back(row_of(match, seat));
  return fixture;
}

}  // namespace host
