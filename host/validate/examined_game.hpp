// The game that a check examines, loaded in the check's child process and called under its conditions.
#pragma once

#include "host/plugin/catalogue.hpp"
#include "host/validate/conditions.hpp"

#include <agon/ext/notation.h>
#include <agon/game.h>

namespace host::validate {

class ExaminedGame {
 public:
  /// Loads the game. A process can have one object.
  explicit ExaminedGame(const GameDescription& description);
  ExaminedGame(const ExaminedGame&) = delete;
  ExaminedGame& operator=(const ExaminedGame&) = delete;
  ~ExaminedGame() = default;

  /// Returns the game. Memory that is passed to its functions is replaced by memory under the conditions.
  [[nodiscard]] const Game& game() const { return game_; }

  /// Sets the conditions of all further calls.
  static void set(const Conditions& conditions);

 private:
  agon_game_type type_{};
  Game game_;
};

}  // namespace host::validate
