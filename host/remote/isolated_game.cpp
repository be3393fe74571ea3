#include "host/remote/isolated_game.hpp"

#include "host/remote/remote_game.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace host {

Game isolated_game(const GameBuild& game) {
  constexpr std::int64_t minute_ns = 60'000'000'000;
  auto loaded = std::make_shared<remote::RemoteGame>(
      game, remote::GameTerms{
                .whose = "the game " + game.description.id + ": ", .cpu_limit_ns = minute_ns, .game_fails = true});
  game.build->drop_file();  // so that no file remains if the host is killed
  const agon_game_type* const type = loaded->game().type;
  return {game.build, std::move(loaded), type, game.description};
}

GameLoader game_loader(bool here) {
  if (here) return load_game;
  return isolated_game;
}

}  // namespace host
