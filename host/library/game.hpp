// libagon: the host's functions for other programs, in a few classes. The Python package is made of them.
//
// Thread-safety: a Game may be used by several threads; a State, a Batch or a Table by one at a time. find_game(),
// all_games() and enter() may run in one thread at a time.
#pragma once

#include "host/match/game_state.hpp"
#include "host/plugin/layout.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/limits.hpp"
#include "host/seat/participant.hpp"

#include <cstdint>
#include <memory>
#include <optional>
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

/// A loaded game. Its library stays loaded as long as this object.
class Game {
 public:
  explicit Game(host::Game game);

  [[nodiscard]] const host::Game& loaded() const { return game_; }
  [[nodiscard]] const GameDescription& description() const { return game_.description; }
  /// Returns nothing if the game declares none (agon.layout/1).
  [[nodiscard]] const std::optional<LayoutDescription>& layout() const { return layout_; }
  /// Returns NULL if the game has none (agon.model/1).
  [[nodiscard]] const agon_model* model() const { return model_; }

  /// Returns the setup of a match. `seats` 0: the game's least number. Throws Failure(usage) for an unknown parameter,
  /// a value out of range or a wrong number of seats.
  [[nodiscard]] Setup setup(std::uint64_t seed, std::int32_t seats, const Assignments& parameters) const;

 private:
  host::Game game_;
  std::optional<LayoutDescription> layout_;
  const agon_model* model_;
};

/// Finds a game as the command line does (AGON_GAME_PATH, then the host's own plugins), and loads it. The same name
/// gives the same object. Throws Failure(usage) or Failure(plugin).
std::shared_ptr<const Game> find_game(const std::string& name);

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
