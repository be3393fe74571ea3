#include "tests/small_games/looks.hpp"

#include "host/match/drawing.hpp"
#include "host/match/seat.hpp"
#include "host/match/terminal.hpp"
#include "host/plugin/catalogue.hpp"
#include "tests/e2e/host.hpp"

#include <doctest/doctest.h>

#include <map>
#include <utility>

namespace small_games {

const host::Game& game(const std::string& id) {
  static std::map<std::string, host::Game> games;
  const auto known = games.find(id);
  if (known != games.end()) return known->second;
  return games.emplace(id, host::Catalogue({AGON_SMALL_GAMES}).game(id)).first->second;
}

std::unique_ptr<host::GameState> match(const std::string& id, std::int32_t seats, std::uint64_t seed,
                                       std::vector<std::optional<std::string>> parameters) {
  return std::make_unique<host::GameState>(game(id), host::Setup{seed, seats, std::move(parameters)});
}

void act(host::GameState& state, const std::string& action) {
  std::string reason;
  const auto bytes = state.parse_action(action, reason);
  REQUIRE_MESSAGE(bytes.has_value(), reason);
  agon_error error{};
  REQUIRE_MESSAGE(state.act(state.to_move(), *bytes, nullptr, error) == AGON_OK, error.text);
}

std::string observation(const host::GameState& state, std::int32_t seat) {
  host::AlignedMemory room;
  const std::uint64_t capacity = state.game().type->observation_capacity;
  room.grow(capacity);
  agon_buffer buffer = {room.data(), capacity, 0};
  state.observe(seat, buffer);
  return {static_cast<const char*>(buffer.data), buffer.size};
}

std::string look(const host::GameState& state, std::int32_t seat, bool acted) {
  std::string all = "position " + state.position(seat) + "\n";
  if (acted) all += "revealed " + state.revealed(seat) + "\n";
  all += host::render(host::draw(*state.scene(), state.raw(), seat), false);
  if (seat >= 0) all += observation(state, seat);
  return all;
}

support::Result run_host(std::vector<std::string> arguments, const std::string& folder) {
  support::Command command = e2e::host(std::move(arguments), folder);
  command.environment["AGON_GAME_PATH"] = AGON_SMALL_GAMES;
  return support::run(command);
}

std::string host_output(std::vector<std::string> arguments, const std::string& folder) {
  const support::Result result = run_host(std::move(arguments), folder);
  INFO(result.err);
  INFO(result.out);
  REQUIRE(result.code == 0);
  return result.out;
}

}  // namespace small_games
