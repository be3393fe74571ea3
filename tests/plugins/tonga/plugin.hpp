// The built plugins, driven through their C tables.
#pragma once

#include "tests/support/driven_player.hpp"

#include <tonga/tonga.h>

#include <string>

namespace tonga::test {

using support::Answer;
using support::game;
using support::strategy;
using support::Values;

using Match = support::Match<tonga_observation, tonga_action>;
using Player = support::Player<tonga_observation, tonga_action>;

/// The parameters of a board of that size.
inline Values sized(int size) {
  return {{"n", std::to_string(size)}};
}

}  // namespace tonga::test
