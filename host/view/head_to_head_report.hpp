// The results of a run's strategies against each other, as a table and as JSON.
#pragma once

#include "host/tournament/head_to_head.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace host {

/// Returns each strategy's share of the points against each other one, in %; a win counts 1 and a tie 1/2. Rows and
/// columns are in the order of `ranking`, with at most 12 columns. Returns "" for fewer than three strategies, whose
/// wins are in the first table.
std::string head_to_head_text(const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                              const HeadToHead& duels);

/// Returns all pairs that have met, each once, the higher-ranked one first: [{"name": "a", "against": "b", "wins": 3,
/// "ties": 0, "losses": 1}, ...].
nlohmann::ordered_json head_to_head_json(const std::vector<std::string>& names, const std::vector<std::size_t>& ranking,
                                         const HeadToHead& duels);

}  // namespace host
