// Setups to try a game with: drawn at random from what it declares, and from the ends of that.
#pragma once

#include "host/match/game_state.hpp"
#include "host/plugin/catalogue.hpp"

#include <agon/random.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace host::validate {

/// A value that the declaration allows, any of them. For text the default, or "" where there is none.
std::string drawn_value(const SettingDescription& setting, agon::Random& random);

/// The values at the ends of the declaration: both ends of a range, every word of a choice.
std::vector<std::string> limit_values(const SettingDescription& setting);

/// A setup whose parameters are all left alone, with a seed and a number of seats that are drawn.
Setup plain_setup(const GameDescription& game, agon::Random& random);

/// A setup with another seed, a number of seats that the game allows, and each parameter left alone or set to any of
/// its values.
Setup drawn_setup(const GameDescription& game, agon::Random& random);

/// Setups with a parameter at an end of its range, one for each such value, then those with all at their lower and all
/// at their upper ends; none for a game without parameters.
std::vector<Setup> limit_setups(const GameDescription& game, agon::Random& random);

/// The state of a match; NULL if the game refuses the parameters, which may not go together.
std::unique_ptr<GameState> opened(const Game& game, const Setup& setup);

/// "seed 7, 2 seats, n=8": for sentences.
std::string spelled(const GameDescription& game, const Setup& setup);

}  // namespace host::validate
