// libagon: the host's functions for other programs, in a few classes. The Python package is made of them.
//
// Thread-safety: a Game may be used by several threads; a State, a Batch or a Table by one at a time. find_game(),
// all_games() and enter() may run in one thread at a time. All that work with a game keep it loaded.
#pragma once

#include "host/match/game_state.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/limits.hpp"
#include "host/seat/participant.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace host::library {

// Checks of the limits and the isolation that users ask for.

/// Checks options of which only processes can keep strategies: memory, wall and fresh. Throws Failure(usage) if one of
/// them is given at Level::none.
void check_protected(Level level, const GivenLimits& given, bool fresh, const Spelling& spelled);

/// Returns sentences about the layers of the sandbox that this machine lacks, for plugins and, with `programs`, also
/// for programs; none at other levels. Throws Failure(isolation) if the isolation is strict and one is missing.
std::vector<std::string> missing_for(const Isolation& isolation, bool programs, const Spelling& spelled);

/// Finds a game as the command line does (AGON_GAME_PATH, then the host's own plugins), and loads it. The same name
/// gives the same object. Throws Failure(usage) or Failure(plugin), also for a faulty layout (agon.layout/1).
std::shared_ptr<const Game> find_game(const std::string& name);

/// Returns NULL if the game has no model (agon.model/1).
const agon_model* model_of(const Game& game);

/// Returns the setup of a match. `seats` 0: the game's least number. Throws Failure(usage) for an unknown parameter, a
/// value out of range or a wrong number of seats.
Setup setup_for(const Game& game, std::uint64_t seed, std::int32_t seats, const Assignments& parameters);

/// Returns the ids of all games.
std::vector<std::string> all_games();

/// Returns the strategies of these plugins for games of that protocol, followed by those that play any game. Of several
/// with the same protocol and id, returns the first, which is the one that is found by name.
std::vector<StrategyDescription> strategies_for(const std::string& protocol, const std::vector<PluginEntry>& plugins);
/// Does the same with all plugins that are found.
std::vector<StrategyDescription> strategies_for(const Game& game);

/// Finds a strategy with its options, as after --plugin. Throws Failure(usage) or Failure(plugin).
Participant find_strategy(const Game& game, const std::string& spec);

}  // namespace host::library
