// Ratings of players whose results were listed by another program, and cycles among strategies; as text and as JSON.
#pragma once

#include "host/stats/cycles.hpp"
#include "host/stats/rating.hpp"
#include "host/tournament/listed_results.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <optional>
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

/// What is found of cycles among the strategies of a table.
struct CyclesReport {
  std::vector<std::string> names;
  std::vector<stats::NashPlayer> players;              // in the order of the names
  double p = 1;                                        // of the test that ratings describe the table
  std::optional<std::vector<std::size_t>> cycle = {};  // each beats the next one, and the last one the first

  [[nodiscard]] bool found() const { return p <= 0.05; }
};

std::string cycles_text(const CyclesReport& report);
nlohmann::ordered_json cycles_json(const CyclesReport& report);

}  // namespace host
