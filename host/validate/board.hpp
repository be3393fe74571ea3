// The environment for checks of a game: a child process with the game, and matches of it that were recorded before.
#pragma once

#include "host/match/game_state.hpp"
#include "host/validate/check.hpp"
#include "host/validate/child.hpp"
#include "host/validate/examined_game.hpp"
#include "host/validate/record.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace host::validate {

/// Plays matches of the game with the strategies found for it or, if there are none, with guessed actions. Records the
/// matches that were played without a failure.
Recording record_matches(const Case& examined);

class Board {
 public:
  /// Loads the game.
  explicit Board(const Case& examined);

  [[nodiscard]] const Game& game() const { return game_.game(); }
  [[nodiscard]] const std::vector<Record>& records() const { return examined_.recording.records; }
  agon::Random& random() { return random_; }
  /// Returns a random record.
  const Record& any_record() { return records()[random_.below(records().size())]; }
  [[nodiscard]] std::size_t most_rounds() const { return examined_.matches; }
  /// Returns whether a check has done enough after this number of rounds.
  [[nodiscard]] bool enough(std::size_t rounds) const;
  /// Returns whether a check has already taken long. May be called in the middle of a round.
  [[nodiscard]] bool tired() const;

 private:
  const Case& examined_;
  ExaminedGame game_;
  agon::Random random_;
  std::int64_t began_;
};

/// Runs `body` on a board, in a child process.
Finding on_board(const Case& examined, const std::function<Finding(Board& board)>& body, const Gains& gains = {});

/// Does the same for a check that needs recorded matches. Without any, there is nothing to check.
Finding on_records(const Case& examined, const std::function<Finding(Board& board)>& body);

/// Returns everything visible of a position: the seat to move, the scores, that seat's observation, texts.
std::string fingerprint(const GameState& state);

/// Returns the location of an error in a record: " (after action 3, seed 7, n=6)".
std::string at(const Board& board, const Record& record, std::size_t step);

/// Applies this step of the record to a state to which the previous steps were applied. Returns what went wrong, or "".
/// Throws std::out_of_range where the record has no such step.
std::string apply(GameState& state, const Record& record, std::size_t step);

/// Returns the state after this number of steps of the record. If it can't be reached, returns NULL and writes the
/// reason to `fault`.
std::unique_ptr<GameState> replayed(const Game& game, const Record& record, std::size_t steps, std::string& fault);

/// Returns the state after all steps of the record, in the same way.
std::unique_ptr<GameState> replayed(const Game& game, const Record& record, std::string& fault);

}  // namespace host::validate
