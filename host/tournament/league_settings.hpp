// What a league is: its file league.toml, and who may upload to it (docs/league.md).
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
  std::string key;                   // of the seeds
  std::string secret;                // of a run with this key
  std::vector<std::string> anchors;  // strategies, as --plugin takes them
  std::vector<std::string> owners;   // those that take part; empty: all
  std::uint64_t blocks = 20;         // that each version plays
  std::uint64_t placements = 2;      // of these, against each anchor, first
  std::uint64_t give_up = 3;         // first matches that all fail
  Words match;                       // options of a run, which apply to each match: "--game=GAME", "--set=n=6"
};

/// Reads the file in the league's folder. Throws Failure(usage).
LeagueSettings read_league(const std::filesystem::path& folder);

/// Somebody who may upload to a league.
struct Uploader {
  std::string owner;  // the folder in bots/
  std::string key;    // in the person's link
};

/// Who may upload, and how much: the file of --people (docs/league.md).
struct UploadRules {
  std::string url;                     // of a proxy: "https://league.example.org"; empty: none
  std::uint64_t uploads = 20;          // of a person in 24 hours
  std::uint64_t files = 5;             // of a person at a time
  std::uint64_t bytes = 16ULL << 20U;  // of a file
  std::vector<Uploader> all;
};

/// Reads the file. Throws Failure(usage).
UploadRules read_people(const std::filesystem::path& file);

}  // namespace host
