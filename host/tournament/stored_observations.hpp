// The observations in the results database.
#pragma once

#include "host/store/store.hpp"
#include "host/tournament/observations.hpp"

#include <functional>

namespace host {

/// Calls `take` for each match of the new observations, in the order of Store::for_each_match(), and returns their
/// number.
ObservationCounts for_each_observation(Store& store, const Filter& filter,
                                       const std::function<void(const StoredMatch&)>& take);

}  // namespace host
