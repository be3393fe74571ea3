#include "host/tournament/stored_observations.hpp"

namespace host {

ObservationCounts for_each_observation(Store& store, const Filter& filter,
                                       const std::function<void(const StoredMatch&)>& take) {
  NewObservations<StoredMatch> observations(take);
  store.for_each_match(filter, [&](StoredMatch& match) {
    const bool alone = match.result.seats.size() == 1;
    const BlockId id = {.run = alone ? 0 : match.run,
                        .block = alone ? match.seed : match.place.block,
                        .conditions = alone ? match.conditions.get() : nullptr};
    observations.add(match, id, match.seed, match.result.digest);
  });
  observations.end();
  return observations.counts();
}

}  // namespace host
