// How strong each of many players is, from all their matches at once, with any number of seats.
//
// The model of Plackett and Luce: among those not ranked yet, player i comes next with a probability in proportion to
// its strength gamma_i. With two seats it is that of Bradley and Terry, whose Elo differences are 400 log10 of the
// ratio of strengths. It does not depend on the order of the matches.
#pragma once

#include "host/stats/interval.hpp"
#include "host/stats/ranking_counts.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace stats {

struct RatingOptions {
  /// Matches that every player ties, beside its own, against an opponent of the middle strength 1. They make the
  /// answer finite and unique, even for one who wins all, or for players who never met, and hardly move one with
  /// many matches. Above 0.
  double prior = 1;
  std::optional<std::uint32_t> anchor = std::nullopt;  // the player whose Elo is 0; without it, the mean of all is
  std::size_t rounds = 200;  // of the bootstrap; 0 for no intervals (each is then the whole line)
  double confidence = 0.95;  // of the intervals; in (0, 1)
  std::uint64_t seed = 1;    // of the draws: same seed, same intervals
};

struct Rating {
  double elo = 0;
  Interval interval;          // bootstrap percentiles, seeds drawn whole; the whole line for fewer than least_seeds
                              // groups of seeds, and if all groups gave the same result
  std::uint64_t matches = 0;  // seats, where the player sat on several at once
};

/// The ratings by player. Throws std::invalid_argument for options out of range.
std::vector<Rating> rate(const RankingCounts& counts, const RatingOptions& options = {});

}  // namespace stats
