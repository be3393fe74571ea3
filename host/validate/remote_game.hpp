// A game that is loaded in a separate process, with the interface of a Game: its functions make calls to the process.
#pragma once

#include "host/match/game_state.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/validate/record.hpp"
#include "host/validate/remote.hpp"

#include <agon/ext/model.h>
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
  /// Starts the process and loads the game. Only one instance may exist at a time.
  explicit RemoteGame(const GameBuild& game, const std::string& whose = "");
  RemoteGame(const RemoteGame&) = delete;
  RemoteGame& operator=(const RemoteGame&) = delete;
  ~RemoteGame();

  /// Calls of its functions throw the same as Remote::call().
  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] Remote& remote() { return remote_; }
  [[nodiscard]] const Remote& remote() const { return remote_; }

  /// Reads everything visible of a position in one call: the seat to move, the scores, that seat's observation, texts.
  /// Returns nothing if one of the game's functions fails.
  static std::optional<std::string> view(const GameState& state);

  /// Replays these matches in several threads concurrently. Each thread plays all of them in each round, and starts
  /// with a different one. Returns a hash for each match played, thread by thread, over all answers of the game.
  std::vector<std::uint64_t> replay(std::span<const Record> records, std::uint32_t threads, std::uint32_t rounds);

 private:
  friend struct RemoteFunctions;
  friend struct RemoteModel;

  /// Reads what a model has, and makes a table of calls like it.
  void describe_model(Answer& from);

  Remote remote_;
  agon_game_type type_{};
  agon_notation notation_{};
  agon_model model_{};
  bool has_notation_ = false;
  bool has_scene_ = false;
  bool has_usage_ = false;
  bool has_model_ = false;
  Game game_;
};

}  // namespace host::validate
