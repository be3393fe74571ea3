// A game that is loaded in a separate process, with the interface of a Game: its functions make calls to the process.
#pragma once

#include "host/match/game_state.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/layout.hpp"
#include "host/remote/remote.hpp"

#include <agon/ext/model.h>
#include <agon/ext/notation.h>
#include <agon/game.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace host::remote {

/// The most games that can be in separate processes at a time.
inline constexpr std::size_t most_games = 64;

/// The process of a game.
struct GameTerms {
  std::string whose{};                             // start of sentences about its end: "the game heap: "
  std::int64_t cpu_limit_ns = usual_cpu_limit_ns;  // of each call
  bool game_fails = false;                         // see Remote::Terms
};

class RemoteGame {
 public:
  /// Starts the process and loads the game. At most most_games may exist at a time; one more throws Failure(internal).
  explicit RemoteGame(const GameBuild& game, const GameTerms& terms = {});
  RemoteGame(const RemoteGame&) = delete;
  RemoteGame& operator=(const RemoteGame&) = delete;
  ~RemoteGame();

  /// Calls of its functions throw the same as Remote::call().
  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] Remote& remote() { return remote_; }
  [[nodiscard]] const Remote& remote() const { return remote_; }

  /// Returns the layout that the game declares (agon.layout/1); nothing if it declares none. Throws Failure(plugin)
  /// with a sentence for a faulty one, and the same as Remote::call().
  std::optional<LayoutDescription> layout();

 private:
  friend struct RemoteFunctions;
  friend struct RemoteModel;

  /// Reads what a model has, and makes a table of calls like it.
  void describe_model(Answer& from);
  static decltype(agon_model::determinise) determinise_of(std::size_t slot);

  std::size_t slot_ = 0;
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

}  // namespace host::remote
