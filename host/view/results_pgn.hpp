// Results in PGN, the format of chess games, for programs that compute ratings.
#pragma once

#include "host/tournament/paired_results.hpp"

#include <string>
#include <vector>

namespace host {

/// Returns one game without moves: the first strategy is White, and the seed is the round. `names` are by row.
std::string pgn_game(const std::string& game, const std::vector<std::string>& names, const PairedResult& result);

}  // namespace host
