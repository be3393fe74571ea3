// The built plugins, driven through their C tables.
#pragma once

#include "tests/support/driven_player.hpp"

#include <linez/linez.h>

namespace linez::test {

using support::Answer;
using support::game;
using support::strategy;
using support::Values;

using Match = support::Match<linez_observation, linez_action>;
using Player = support::Player<linez_observation, linez_action>;

}  // namespace linez::test
