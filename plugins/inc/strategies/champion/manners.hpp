// The ways in which an opponent may choose its moves, as `champion` knows them.
#pragma once

#include <inc/solver/offsets.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace inc::champion {

/// Each chooses uniformly among the moves that are equally good for it.
enum class Manner : std::uint8_t {
  optimal,  // the one move of exact play
  placed,   // exact play for the place: neither points nor the order of moves count
  sampled,  // the best expected place if all further moves are random
  greedy,   // the best end if the match ended after this move
  random,   // any move
};

inline constexpr std::size_t manners = 5;

/// A distribution over manners, drawn anew for each move. Adds up to 1.
using Mixture = std::array<double, manners>;

/// A seat's moves in one state: for each manner, those that it chooses among, as bits.
struct Choices {
  std::array<std::uint32_t, manners> moves{};

  [[nodiscard]] std::uint32_t of(Manner manner) const { return moves[static_cast<std::size_t>(manner)]; }

  /// Returns the probability of a move.
  [[nodiscard]] double chance(Manner manner, int move) const {
    const std::uint32_t among = of(manner);
    return (among >> static_cast<unsigned>(move) & 1U) != 0 ? 1.0 / std::popcount(among) : 0.0;
  }
};

}  // namespace inc::champion
