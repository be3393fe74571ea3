// A game and a strategy that do next to nothing, so that what is measured is the framework.
#pragma once

#include <agon/plugin.h>

#include <cstdint>

namespace bench {

/// One seat; each turn shows a counter and takes it back; over after `turns` turns.
const agon_game_type& null_game();

/// Answers what it sees.
const agon_strategy_type& null_strategy();

/// How many turns a match has that the null game's seed sets: the seed itself.
inline constexpr std::uint64_t turns_per_match = 100'000;

}  // namespace bench
