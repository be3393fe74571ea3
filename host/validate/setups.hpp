// Setups for testing a game: random ones within its declarations, and ones at the limits.
#pragma once

#include "host/match/game_state.hpp"
#include "host/plugin/catalogue.hpp"

#include <agon/random.hpp>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace host::validate {

/// Returns a random value that the declaration allows. For text, returns the default, or "" if there is none.
std::string drawn_value(const SettingDescription& setting, agon::Random& random);

/// Returns the limits of the declaration: both ends of a range, every word of a choice.
std::vector<std::string> limit_values(const SettingDescription& setting);

/// Returns a setup without assigned parameters, with a random seed and number of seats.
Setup plain_setup(const GameDescription& game, agon::Random& random);

/// Returns a setup with a random seed, a random valid number of seats, and each parameter either unassigned or random.
Setup drawn_setup(const GameDescription& game, agon::Random& random);

/// Returns setups with one parameter at an end of its range, for each such value, followed by those with all parameters
/// at their lower and at their upper ends. Returns none for a game without parameters.
std::vector<Setup> limit_setups(const GameDescription& game, agon::Random& random);

/// Returns the state of a match; NULL if the game refuses the combination of parameters.
std::unique_ptr<GameState> opened(const Game& game, const Setup& setup);

/// Returns the state of a random setup: of a plain one if `plain`, otherwise or if that is refused of a drawn one or,
/// in a third of the draws, one of `others`. Returns NULL if the game refuses a hundred of them.
std::unique_ptr<GameState> opened_at_random(const Game& game, agon::Random& random, bool plain = false,
                                            std::span<const Setup> others = {});

/// Returns "seed 7, 2 seats, n=8": for messages.
std::string spelled(const GameDescription& game, const Setup& setup);

}  // namespace host::validate
