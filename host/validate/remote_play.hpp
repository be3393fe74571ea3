// Many calls of a game in a separate process (host/remote) as one message, for checks that make thousands of them.
#pragma once

#include "host/remote/remote_game.hpp"
#include "host/validate/record.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace host::validate {

using remote::RemoteGame;

/// Reads everything visible of a position in one call: the seat to move, the scores, that seat's observation, texts.
/// Returns nothing if one of the game's functions fails. The state must be one of a RemoteGame.
std::optional<std::string> view(const GameState& state);

/// Replays these matches in several threads concurrently. Each thread plays all of them in each round, and starts
/// with a different one. Returns a hash for each match played, thread by thread, over all answers of the game.
std::vector<std::uint64_t> replay(RemoteGame& game, std::span<const Record> records, std::uint32_t threads,
                                  std::uint32_t rounds);

}  // namespace host::validate
