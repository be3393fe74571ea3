#include "host/tournament/observations.hpp"

#include "host/store/store.hpp"

namespace host {

bool SeenBlocks::add(std::uint64_t seed, const BlockDigest& digest) {
  ++counts_.blocks;
  if (seed_ != seed) ++counts_.seeds;
  seed_ = seed;
  const auto value = digest.value();
  if (!value) ++counts_.unknown;
  const bool is_new = !value || insert(*value);
  if (is_new) ++counts_.different;
  return is_new;
}

bool SeenBlocks::insert(std::uint64_t value) {
  if (value == 0) value = 1;
  if (2 * used_ >= places_.size()) {
    const std::vector<std::uint64_t> old = std::exchange(places_, std::vector<std::uint64_t>(2 * places_.size()));
    used_ = 0;
    for (const std::uint64_t each : old) {
      if (each != 0) insert(each);
    }
  }
  const std::size_t mask = places_.size() - 1;
  std::size_t at = value & mask;
  while (places_[at] != 0 && places_[at] != value) at = (at + 1) & mask;
  if (places_[at] == value) return false;
  places_[at] = value;
  ++used_;
  return true;
}

bool is_league(const StoredRun& run) {
  return run.record.command.size() > 1 && run.record.command[1] == "league";
}

Filter league_filter(const std::vector<StoredRun>& runs, const std::string& game) {
  Filter filter;
  filter.game = game;
  filter.one_schedule = true;
  for (const StoredRun& each : runs) {
    if (!is_league(each)) filter.without.push_back(each.id);
  }
  return filter;
}

ObservationCounts for_each_observation(Store& store, const Filter& filter,
                                       const std::function<void(const StoredMatch&)>& take) {
  NewObservations<StoredMatch> observations(take);
  store.for_each_match(filter, [&](StoredMatch& match) {
    const bool alone = match.result.seats.size() == 1;
    const BlockId id = {.run = alone || filter.one_schedule ? 0 : match.run,
                        .block = alone ? match.seed : match.place.block,
                        .conditions = alone ? match.conditions.get() : nullptr};
    observations.add(match, id, match.seed, match.result.digest);
  });
  observations.end();
  return observations.counts();
}

}  // namespace host
