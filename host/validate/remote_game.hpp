// A game that is loaded in a process of its own, as a Game like any other: its functions are calls there.
#pragma once

#include "host/match/game_state.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/validate/record.hpp"
#include "host/validate/remote.hpp"

#include <agon/ext/notation.h>
#include <agon/game.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace host::validate {

class RemoteGame {
 public:
  /// Starts the process and loads the game. One at a time may live.
  explicit RemoteGame(const GameBuild& game, const std::string& whose = "");
  RemoteGame(const RemoteGame&) = delete;
  RemoteGame& operator=(const RemoteGame&) = delete;
  ~RemoteGame();

  /// Calls of its functions throw as Remote::call() does.
  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] Remote& remote() { return remote_; }
  [[nodiscard]] const Remote& remote() const { return remote_; }

  /// Reads all that can be known of a position, in one call: the seat to move, scores, the observation of that seat,
  /// texts. Returns nothing if one of the game's functions fails.
  static std::optional<std::string> view(const GameState& state);

  /// Plays these matches again in several threads at once. Each thread plays all of them in each round, and starts with
  /// another one. Returns a number for each match played, thread by thread; it depends on all answers of the game.
  std::vector<std::uint64_t> replay(std::span<const Record> records, std::uint32_t threads, std::uint32_t rounds);

 private:
  friend struct RemoteFunctions;

  Remote remote_;
  agon_game_type type_{};
  agon_notation notation_{};
  bool has_notation_ = false;
  bool has_scene_ = false;
  bool has_usage_ = false;
  Game game_;
};

}  // namespace host::validate
