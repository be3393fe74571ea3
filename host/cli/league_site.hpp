// The pages of a league.
#pragma once

#include "host/league/league.hpp"

#include <filesystem>
#include <string>

namespace host {

struct LeagueOutput {
  std::filesystem::path folder;  // of the league
  std::string title;
  std::string game_path;
  std::filesystem::path site{};  // empty: none
  bool prints = false;           // the table, when the league is at rest
};

/// Writes the league's site, and prints its table. Notes the ratings if the league is `at_rest`. Does nothing if
/// nothing was played.
void show_league(League& league, const LeagueOutput& output, bool at_rest);

}  // namespace host
