// Says how many observations of a result are copies of others.
#pragma once

#include "host/tournament/observations.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace host {

/// Returns a line such as "100 seeds, 6 different: results of copies don't count; ...", or "" if there is nothing to
/// say: all are different, and known to be.
std::string observations_text(const ObservationCounts& counts);

/// Returns the same for a table that counts the copies.
std::string counted_copies_text(const ObservationCounts& counts);

/// Returns {"blocks": 100, "different": 6, "without_digest": 0}.
nlohmann::ordered_json observations_json(const ObservationCounts& counts);

}  // namespace host
