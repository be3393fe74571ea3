// Ratings of players whose results were listed by another program.
#pragma once

#include "host/stats/rating.hpp"
#include "host/tournament/listed_results.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace host {

struct RatedPlayer {
  std::string name;
  double points = 0;  // a win counts 1, a tie 1/2
  stats::Rating rating;
};

/// Rates all players in one fit. Returns them sorted, best first in each group.
std::vector<RatedPlayer> rate_listed(const ListedResults& listed, double prior);

std::string ratings_text(const std::vector<RatedPlayer>& players);
nlohmann::ordered_json ratings_json(const std::vector<RatedPlayer>& players);

}  // namespace host
