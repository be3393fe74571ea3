// The environment for checks of a game: a child process with the game, and matches of it that were recorded before.
#pragma once

#include "host/match/game_state.hpp"
#include "host/match/seat.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/validate/check.hpp"
#include "host/validate/child.hpp"

#include <agon/game.h>
#include <agon/random.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace host::validate {

// Setups for testing a game: random ones within its declarations, and ones at the limits.

/// Returns a random value that the declaration allows. For text, returns the default, or "" if there is none.
std::string drawn_value(const SettingDescription& setting, agon::Random& random);

/// Returns the limits of the declaration: both ends of a range, every word of a choice; none of a text.
std::vector<std::string> limit_values(const SettingDescription& setting);

/// Returns a setup without assigned parameters, with a random seed and number of seats.
Setup plain_setup(const GameDescription& game, agon::Random& random);

/// Returns a setup with a random seed, a random valid number of seats, and each parameter either unassigned or random.
Setup drawn_setup(const GameDescription& game, agon::Random& random);

/// Returns setups with one parameter at an end of its range, for each such value, followed by those with all parameters
/// at their lower and at their upper ends. Returns none for a game without parameters.
std::vector<Setup> limit_setups(const GameDescription& game, agon::Random& random);

/// Returns the state of a match; NULL if the game refuses the combination of parameters.
std::unique_ptr<GameState> opened(const Game& game, const Setup& setup);

/// Returns the state of a random setup: of a plain one if `plain`, otherwise or if that is refused of a drawn one or,
/// in a third of the draws, one of `others`. Returns NULL if the game refuses a hundred of them.
std::unique_ptr<GameState> opened_at_random(const Game& game, agon::Random& random, bool plain = false,
                                            std::span<const Setup> others = {});

/// Returns "seed 7, 2 seats, n=8": for messages.
std::string spelled(const GameDescription& game, const Setup& setup);
std::string spelled(const GameState& state);

/// The state of memory and host when a game creates a state.
struct CallConditions {
  std::optional<std::uint8_t> poison_byte{};  // fills free memory and the stack before
  bool no_extensions = false;                 // the host offers no extension
};

/// Loads the game that a check examines, in the check's child process; once in a process.
Game examined_game(const GameDescription& description);

/// Sets the conditions in which the examined game creates all further states.
void set_conditions(const CallConditions& wanted);

/// What a check of a game works with.
class GameHarness : public Quota {
 public:
  /// Loads the game, in the check's child process. A process can have one object.
  explicit GameHarness(const Case& examined);

  [[nodiscard]] const Case& examined() const { return examined_; }
  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] const std::vector<Record>& records() const { return examined_.recording->records; }
  agon::Random& random() { return random_; }
  /// Returns a random record.
  const Record& any_record() { return records()[random_.below(records().size())]; }

 private:
  const Case& examined_;
  Game game_;
  agon::Random random_;
};

/// Runs `body` with the game, in a child process.
Finding with_game(const Case& examined, const std::function<Finding(GameHarness& harness)>& body,
                  std::vector<Record>* records = nullptr);

/// Does the same for a check that needs recorded matches. Without any, there is nothing to check.
Finding with_records(const Case& examined, const std::function<Finding(GameHarness& harness)>& body,
                     std::vector<Record>* records = nullptr);

/// Calls `check` for the recorded matches, as many as the time allows.
Finding for_each_record(GameHarness& harness, const std::function<void(const Record& record)>& check);

// The same for the table of checks.

template <Finding (*check)(GameHarness& harness)>
Finding on_game(const Case& examined) {
  return with_game(examined, check);
}
template <Finding (*check)(GameHarness& harness)>
Finding on_records(const Case& examined) {
  return with_records(examined, check);
}
template <void (*check)(GameHarness& harness, const Record& record)>
Finding on_each_record(const Case& examined) {
  return with_records(examined, [](GameHarness& harness) {
    return for_each_record(harness, [&](const Record& record) { check(harness, record); });
  });
}

/// The game's answer to an action.
struct Answer {
  agon_status status;
  std::string reply;
  std::string reason;  // why it is refused; "" if the game gives no reason
};
Answer answer_to(GameState& state, std::int32_t seat, std::string_view action);

/// Returns what observe() writes over memory that begins with `before`.
std::string observation_of(const GameState& state, std::int32_t seat, std::string_view before = {});
std::string text_of(const GameState& state, std::string_view action);

/// Returns everything visible of a position: the seat to move, the scores, that seat's observation, texts.
std::string fingerprint(const GameState& state);

/// Returns the location of an error in a record: " (after action 3, seed 7, n=6)".
std::string at(const GameHarness& harness, const Record& record, std::size_t step);

/// Applies this step of the record to a state to which the previous steps were applied. Throws a Finding, which begins
/// with `when`, if that fails, and std::out_of_range where the record has no such step.
void apply(GameState& state, const Record& record, std::size_t step, const std::string& when = "");

/// Returns the state after this number of steps of the record. Throws as apply() does.
std::unique_ptr<GameState> replayed(const Game& game, const Record& record, std::size_t steps);

}  // namespace host::validate
