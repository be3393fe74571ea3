// All that a seat, or somebody without one, gets to see of a match, for tests of what is hidden.
#pragma once

#include "host/match/game_state.hpp"
#include "tests/support/process.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace small_games {

/// The game of that id, loaded.
const host::Game& game(const std::string& id);

/// A match of it with these parameters, in order.
std::unique_ptr<host::GameState> match(const std::string& id, std::int32_t seats, std::uint64_t seed,
                                       std::vector<std::optional<std::string>> parameters = {});

/// Lets the seat to move act. The test fails if the action is illegal.
void act(host::GameState& state, const std::string& action);

/// The bytes of the observation for `seat`.
std::string observation(const host::GameState& state, std::int32_t seat);

/// The text of the position, what the last action revealed (if there was one), the picture, and for a seat its
/// observation: everything that there is for `seat`, AGON_ALL_SEATS or AGON_SPECTATOR.
std::string look(const host::GameState& state, std::int32_t seat, bool acted);

/// Runs the built host, which finds the small games and their strategies. The test fails unless it exits with 0.
std::string host_output(std::vector<std::string> arguments, const std::string& folder = "");

/// The same; the test goes by its exit code.
support::Result run_host(std::vector<std::string> arguments, const std::string& folder = "");

}  // namespace small_games
