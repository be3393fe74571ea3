// What a league is: its file league.toml (docs/league.md).
#pragma once

#include "host/store/words.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace host {

/// The name of the file in the league's folder.
inline constexpr const char* league_file = "league.toml";

struct LeagueSettings {
  std::string title;                 // of the pages
  std::string seeds;                 // "random:N:KEY", where N has no meaning
  std::vector<std::string> anchors;  // strategies, as --plugin takes them
  std::vector<std::string> owners;   // those that take part; empty: all
  std::uint64_t blocks = 20;         // that each version plays
  std::uint64_t placements = 2;      // of these, against each anchor, first
  std::uint64_t give_up = 3;         // first matches that all fail
  Words match;                       // options of a run, which apply to each match: "--game=GAME", "--set=n=6"
};

/// Reads the file in the league's folder. Throws Failure(usage).
LeagueSettings read_league(const std::filesystem::path& folder);

/// Returns the text of the file of a new league; `key` is that of its seeds.
std::string new_league(const std::string& game, const std::string& title, const std::string& anchor,
                       const std::string& key);

}  // namespace host
