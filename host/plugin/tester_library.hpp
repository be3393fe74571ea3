// A contest's tester as a game's library: the library agon-tester.so, with a game.toml written into it. So a tester is
// a game like any other to the rest of the host.
#pragma once

#include "host/plugin/tester_settings.hpp"

#include <agon/game.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace host {

/// What agon-tester.so has room for. The host fills it in the file; the pointers in `type` lead to its texts.
struct TesterBlank {
  std::array<char, 32> marker;
  agon_game_type type;
  char id[64];
  char protocol[72];
  char title[192];
  char summary[64];
  char rules[192];
  char folder[4096];   // absolute
  char relay[4096];    // the executable that takes the place of a solution which the tester starts
  char files[72];      // SHA-256 of the files that the commands name
  char text[1 << 16];  // the game.toml
};

/// How the file's blank begins.
inline constexpr std::array<char, 32> tester_marker = {"agon tester: a blank, 1"};

/// Returns whether the path is that of a game.toml.
bool is_tester(const std::filesystem::path& path);

/// Returns the seeds that are cases, in order, of a tester whose cases are files; nothing for any other game.
std::vector<std::uint64_t> tester_cases(const std::filesystem::path& path);

/// A library made for a game.toml.
struct TesterLibrary {
  std::string content;
  std::vector<std::filesystem::path> files;  // of which it was made, the game.toml first
};

/// Throws Failure(plugin), naming the file, if it can't be read, or says what it can't.
TesterLibrary tester_library(const std::filesystem::path& path);

}  // namespace host
