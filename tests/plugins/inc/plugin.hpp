// The built plugins, driven through their C tables.
#pragma once

#include "tests/support/driven_player.hpp"

#include <inc/inc.h>

#include <string>

namespace inc::test {

using support::Answer;
using support::game;
using support::strategy;
using support::Values;

using Match = support::Match<inc_observation, inc_action>;
using Player = support::Player<inc_observation, inc_action>;

/// The board alone, of all that the position tells.
inline std::string board_of(const Match& match) {
  const std::string text = match.position();
  return text.substr(0, text.find(' '));
}

}  // namespace inc::test
