// Random play over each game's bare rules: what a search or a simulation inside a strategy would do.
#pragma once

#include <cstdint>
#include <span>

namespace bench {

/// Plays one match at random from the setup that the seed gives; returns how many actions it took.
using Playout = std::uint64_t (*)(std::uint64_t seed);

struct BareGame {
  const char* game;      // the plugin's id
  const char* strategy;  // the shipped strategy that plays the same way
  Playout playout;
};

std::uint64_t chesspuzzle_playout(std::uint64_t seed);
std::uint64_t inc_playout(std::uint64_t seed);
std::uint64_t linez_playout(std::uint64_t seed);
std::uint64_t polyomino_playout(std::uint64_t seed);  // triominoes, each where it first fits
std::uint64_t tonga_playout(std::uint64_t seed);

/// All games that ship.
std::span<const BareGame> bare_games();

}  // namespace bench
