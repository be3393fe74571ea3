// How the strategies of a run did against each other, as a table and as JSON.
#pragma once

#include "host/tournament/head_to_head.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace host {

/// Each one's share of the points against each other one, in %, a win counting 1 and a tie 1/2; rows and columns in the
/// order of `ranking`, and at most a dozen columns. Empty for fewer than three strategies: there the wins say all.
std::string head_to_head_text(const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                              const HeadToHead& duels);

/// All pairs that have met, each once, the better one of the ranking first:
/// [{"name": "a", "against": "b", "wins": 3, "ties": 0, "losses": 1}, ...].
nlohmann::ordered_json head_to_head_json(const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                                         const HeadToHead& duels);

}  // namespace host
