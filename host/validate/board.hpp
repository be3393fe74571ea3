// Where a game is tried: the game in a process of its own, and matches of it that were played before.
#pragma once

#include "host/match/game_state.hpp"
#include "host/validate/check.hpp"
#include "host/validate/record.hpp"
#include "host/validate/remote_game.hpp"

#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace host::validate {

/// Plays matches of the game with the strategies that are found for it, or, where there are none, with guesses; writes
/// down those that went without a failure.
Recording record_matches(const Case& examined);

class Board {
 public:
  /// Loads the game.
  explicit Board(const Case& examined);

  [[nodiscard]] const Game& game() const { return game_.game(); }
  [[nodiscard]] RemoteGame& remote_game() { return game_; }
  [[nodiscard]] Remote& remote() { return game_.remote(); }
  [[nodiscard]] const std::vector<Record>& records() const { return examined_.recording.records; }
  agon::Random& random() { return random_; }
  /// One of the records.
  const Record& any_record() { return records()[random_.below(records().size())]; }
  [[nodiscard]] std::size_t most_rounds() const { return examined_.matches; }
  /// Whether a check that has gone so many rounds has done enough.
  [[nodiscard]] bool enough(std::size_t rounds) const;
  /// Whether a check has taken long, in the middle of a round.
  [[nodiscard]] bool tired() const;

 private:
  const Case& examined_;
  RemoteGame game_;
  agon::Random random_;
  std::int64_t began_;
};

/// Runs `body` on a board.
Finding on_board(const Case& examined, const std::function<Finding(Board& board)>& body);

/// The same for a check that needs recorded matches: without any there is nothing to check.
Finding on_records(const Case& examined, const std::function<Finding(Board& board)>& body);

/// All that can be known of a position: who is to move, scores, what the seat to move sees, texts.
std::string fingerprint(const GameState& state);

/// " (after action 3, seed 7, n=6)": where in a record something went wrong.
std::string at(const Board& board, const Record& record, std::size_t step);

/// Applies the record's step of that number to a state in which the others were applied before. Returns what went
/// wrong, or "".
std::string apply(GameState& state, const Record& record, std::size_t step);

/// The state after so many steps of the record; NULL if it can't be reached, and `fault` says why.
std::unique_ptr<GameState> replayed(const Game& game, const Record& record, std::size_t steps, std::string& fault);

}  // namespace host::validate
