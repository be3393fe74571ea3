// Random play with each game's bare rules, as in a search or a simulation inside a strategy.
#pragma once

#include <cstdint>
#include <span>

namespace bench {

/// Plays one random match from the setup of the seed. Returns its number of actions.
using Playout = std::uint64_t (*)(std::uint64_t seed);

struct BareGame {
  const char* game;      // the plugin's id
  const char* strategy;  // the shipped strategy that plays the same way
  Playout playout;
};

std::uint64_t chesspuzzle_playout(std::uint64_t seed);
std::uint64_t inc_playout(std::uint64_t seed);
std::uint64_t linez_playout(std::uint64_t seed);
std::uint64_t polyomino_playout(std::uint64_t seed);  // triominoes, each on the first square where it fits
std::uint64_t tonga_playout(std::uint64_t seed);

/// Returns all games that ship.
std::span<const BareGame> bare_games();

}  // namespace bench
