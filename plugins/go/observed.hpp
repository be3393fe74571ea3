// Between the protocol's observation and the rules: for the game and the strategies.
#pragma once

#include "rules.hpp"

#include <go/go.h>

#include <agon/failure.hpp>
#include <string>

namespace go {

/// Returns the match that a seat sees, with all earlier positions. Throws agon::Failure if there is no such
/// observation.
inline Game game_seen(const go_observation& seen) {
  const auto check = [](bool holds, const std::string& what) {
    if (!holds) throw agon::Failure(AGON_FAILED, "no observation of go has " + what);
  };
  check(seen.size >= GO_MIN_SIZE && seen.size <= GO_MAX_SIZE, "size " + std::to_string(seen.size));
  check(seen.move_count >= 0 && seen.move_count <= 3 * seen.size * seen.size, "so many moves");
  check(seen.komi >= -GO_MAX_POINTS - 39 && seen.komi <= GO_MAX_POINTS + 39, "this komi");
  Game game(seen.size, seen.komi);
  for (int i = 0; i < seen.move_count; ++i) {
    const Point move = seen.moves[i];
    check(!game.is_over() && move >= pass && move < seen.size * seen.size && game.is_legal(move), "an illegal move");
    game.play(move);
  }
  return game;
}

}  // namespace go
