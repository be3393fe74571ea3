// The pages of a league.
#pragma once

#include "host/tournament/league.hpp"
#include "host/tournament/standings.hpp"

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace host {

struct LeagueOutput {
  std::filesystem::path folder;  // of the league
  std::string title;
  std::string game_path;
  std::filesystem::path site{};  // empty: none
  std::size_t match_pages = 0;   // in the site, at most
  bool prints = false;           // the table, when the league is at rest
  std::optional<RatingAnchor> anchor{};
};

/// Returns the versions of an owner: what became of them, and their ratings.
nlohmann::ordered_json versions_json(const std::string& owner, const League& league, const StandingsTable& table);

/// Writes the league's site, and prints its table. Notes the ratings if the league is `at_rest`. Does nothing if
/// nothing was played. Returns the table.
StandingsTable show_league(League& league, const LeagueOutput& output, bool at_rest);

}  // namespace host
