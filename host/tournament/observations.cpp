#include "host/tournament/observations.hpp"

#include "host/store/store.hpp"

namespace host {

bool SeenBlocks::add(std::uint64_t seed, const BlockDigest& digest) {
  ++counts_.blocks;
  if (seed_ != seed) ++counts_.seeds;
  seed_ = seed;
  const auto value = digest.value();
  if (!value) ++counts_.unknown;
  const bool is_new = !value || digests_.insert(*value).second;
  if (is_new) ++counts_.different;
  return is_new;
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
