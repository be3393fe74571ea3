// The environment for checks of a game: a child process with the game, and matches of it that were recorded before.
#pragma once

#include "host/match/game_state.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/seat/block.hpp"
#include "host/validate/check.hpp"
#include "host/validate/child.hpp"
#include "host/validate/memory.hpp"
#include "host/validate/recording.hpp"

#include <agon/ext/notation.h>
#include <agon/game.h>
#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace host::validate {

/// The game that a check examines, loaded in the check's child process and called under its conditions.
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
  static void set(const CallConditions& conditions);

 private:
  agon_game_type type_{};
  Game game_;
};

/// What a check of a game works with.
class GameHarness {
 public:
  /// Loads the game.
  explicit GameHarness(const Case& examined);

  [[nodiscard]] const Game& game() const { return game_.game(); }
  [[nodiscard]] const std::vector<Record>& records() const { return examined_.recording.records; }
  agon::Random& random() { return random_; }
  /// Returns a random record.
  const Record& any_record() { return records()[random_.below(records().size())]; }
  [[nodiscard]] std::size_t most_rounds() const { return examined_.matches; }
  /// Returns whether a check has done enough after this number of rounds.
  [[nodiscard]] bool enough(std::size_t rounds) const;
  /// Returns whether a check has already taken long. May be called in the middle of a round.
  [[nodiscard]] bool out_of_time() const;

 private:
  const Case& examined_;
  ExaminedGame game_;
  agon::Random random_;
  std::int64_t began_;
};

/// Runs `body` with the game, in a child process.
Finding with_game(const Case& examined, const std::function<Finding(GameHarness& harness)>& body,
                  const Outputs& outputs = {});

/// Does the same for a check that needs recorded matches. Without any, there is nothing to check.
Finding with_records(const Case& examined, const std::function<Finding(GameHarness& harness)>& body);

/// Calls `check` for the recorded matches, as many as the time allows. It returns what is wrong with a match, or "".
Finding for_each_record(GameHarness& harness, const std::function<std::string(const Record& record)>& check);

/// A copy of bytes, with the alignment that the ABI guarantees.
class AlignedBytes {
 public:
  explicit AlignedBytes(std::string_view bytes);
  [[nodiscard]] agon_bytes get() { return {block_.data(), size_}; }

 private:
  Block block_;
  std::size_t size_;
};

/// The game's answer to an action.
struct Answer {
  agon_status status;
  std::string reply;
  std::string reason;  // why it is refused; "" if the game gives no reason
};
Answer answer_to(GameState& state, std::int32_t seat, std::string_view action);

std::string observation_of(const GameState& state, std::int32_t seat);
std::string text_of(const GameState& state, std::string_view action);

/// Returns everything visible of a position: the seat to move, the scores, that seat's observation, texts.
std::string fingerprint(const GameState& state);

/// Returns the location of an error in a record: " (after action 3, seed 7, n=6)".
std::string at(const GameHarness& harness, const Record& record, std::size_t step);

/// Applies this step of the record to a state to which the previous steps were applied. Returns what went wrong, or "".
/// Throws std::out_of_range where the record has no such step.
std::string apply(GameState& state, const Record& record, std::size_t step);

/// Returns the state after this number of steps of the record. If it can't be reached, returns NULL and writes the
/// reason to `fault`.
std::unique_ptr<GameState> replayed(const Game& game, const Record& record, std::size_t steps, std::string& fault);

/// Returns the state after all steps of the record, in the same way.
std::unique_ptr<GameState> replayed(const Game& game, const Record& record, std::string& fault);

/// Looks at a position; `where` is its place, for the end of a sentence. Returns what is wrong there, or "".
using Look = std::function<std::string(const GameState& state, const std::string& where)>;

/// Applies a step of the record, as apply() does.
using Apply = std::function<std::string(GameState& state, std::size_t step)>;

/// Replays a record with `step`, and looks at no more than 65 of its positions: the first one, the last one, and others
/// at equal distances. Ends early if the check is out of time. Returns the first fault, or "".
std::string for_each_position(GameHarness& harness, const Record& record, const Look& look, const Apply& step);

/// Replays a random part of a record; then each seat that is to move forfeits, until the match is over. Looks at the
/// position after each forfeit. Returns the first fault, or "".
std::string after_forfeits(GameHarness& harness, const Record& record, const Look& look);

}  // namespace host::validate
