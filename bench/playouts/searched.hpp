// Playouts of uniformly random actions over each game's bare rules, from start positions that are made beforehand.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>

namespace bench {

/// Plays on from start position number `start` to the end, by random numbers from `seed`; returns how many actions it
/// took.
using SearchedPlayout = std::function<std::uint64_t(std::uint64_t start, std::uint64_t seed)>;

struct SearchedGame {
  const char* game;                               // the plugin's id
  std::map<std::string, std::string> parameters;  // of all matches: those of the positions that playouts() makes
  SearchedPlayout (*playouts)(std::uint64_t starts);
};

/// All games that ship.
std::span<const SearchedGame> searched_games();

}  // namespace bench
