// Writes the site of `standings --html FOLDER`: an index, a page for each strategy, and one for each kept match.
#pragma once

#include "host/report/standings_page.hpp"
#include "host/store/store.hpp"
#include "host/tournament/standings.hpp"
#include "host/util/failure.hpp"

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

struct StandingsSite {
  const StandingsTable& table;
  StandingsPage page;
  Filter filter;          // of the table's matches
  std::string game_path;  // of the game's library, if the user has named it; else it is found by its id
  std::vector<std::pair<std::string, nlohmann::ordered_json>>
      reports{};                              // further pages, by their paths "kind/name.html"
  std::optional<std::size_t> most_matches{};  // with a page: see matches_with_page(); else all that are kept
};

/// Writes the site. Matches are shown by their game, in a process of its own; a match that it can't show has no page,
/// and stderr says why. Throws Failure(output), or Failure(game) if the game crashed.
void write_site(Store& store, StandingsSite site, const std::filesystem::path& path);

}  // namespace host
