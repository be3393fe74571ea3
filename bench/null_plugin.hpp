// A game and a strategy that do almost nothing, so that only the framework is measured.
#pragma once

#include <agon/plugin.h>

#include <cstdint>

namespace bench {

/// A game with one seat: each turn shows a counter and receives it back. Ends after `turns` turns.
const agon_game_type& null_game();

/// A strategy that returns its observation as the action.
const agon_strategy_type& null_strategy();

/// Number of turns of a match: the null game uses its seed as this number.
inline constexpr std::uint64_t turns_per_match = 100'000;

}  // namespace bench
