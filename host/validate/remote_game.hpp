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

  /// All that can be known of a position, in one call: who is to move, scores, what the seat to move sees, texts.
  /// Nothing if the game fails to tell any of it.
  static std::optional<std::string> view(const GameState& state);

  /// Plays these matches again, in so many threads at once: each plays all of them, so many rounds, and begins with
  /// another one. Returns for each of that, one thread after the other, a number that depends on all that the game
  /// answered.
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
