// The built plugins, driven through their C tables.
#pragma once

#include "tests/support/driven_player.hpp"

#include <chesspuzzle/chesspuzzle.h>

#include <string>

namespace chesspuzzle::test {

using support::Answer;
using support::game;
using support::strategy;
using support::Values;

using Match = support::Match<chesspuzzle_observation, chesspuzzle_action>;
using Player = support::Player<chesspuzzle_observation, chesspuzzle_action>;

/// A click as text.
inline std::string text_of(int row, int column) {
  return std::to_string(row) + " " + std::to_string(column);
}

}  // namespace chesspuzzle::test
