// The conformance checks: their names, their promises, and their subjects.
//
// A check examines one library, one strategy or one game. What calls the plugin's code runs in child processes
// (child.hpp), at least one for each check.
#pragma once

#include "host/match/game_state.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/description.hpp"

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host::validate {

/// How many matches a check plays at most, unless the user gives a number.
constexpr std::size_t default_matches = 10;

enum class Status {
  ok,
  warn,  // allowed but notable; or the check was not possible, with the reason
  fail,
  crash  // the plugin's process ended
};

/// Returns "ok", "warn", "fail" or "crash".
const char* status_name(Status status);

struct Finding {
  Status status = Status::ok;
  std::string text;   // a sentence; if the check is ok, what was examined, or nothing
  bool last = false;  // the following checks are impossible, although this one has not failed
};

inline Finding ok(std::string text = "") {
  return {Status::ok, std::move(text)};
}
inline Finding warn(std::string text) {
  return {Status::warn, std::move(text)};
}
inline Finding fail(std::string text) {
  return {Status::fail, std::move(text)};
}
inline Finding unchecked(const std::string& why) {
  return warn("not checked: " + why);
}

/// Returns a plugin's words in quotes, printable and shortened.
std::string in_quotes(const std::string& words);

/// Returns in another second than `began`: what is drawn from time() then differs.
void leave_second(std::time_t began);

/// Throws fail(fault + where), unless the fault is "". A check ends with the finding that it throws.
void fail_if(const std::string& fault, const std::string& where = "");

// Matches recorded as bytes: the checks of a game replay them, completely or in part.

/// One action of a match, as the protocol's struct.
struct Step {
  std::int32_t seat = 0;
  std::string action;
};

struct Record {
  Setup setup;
  std::vector<Step> steps;
  bool finished = false;  // the match was over after the last step
};

template <class Archive>
void fields(Archive& archive, Step& step) {
  archive(step.seat, step.action);
}

template <class Archive>
void fields(Archive& archive, Record& record) {
  Setup& setup = record.setup;
  archive(setup.seed, setup.seats, setup.parameters, setup.secret, record.steps, record.finished);
}

/// Strategies that can play matches of a game.
using Players = std::vector<StrategyFile>;

/// Matches that a child process has recorded, and the finding about them.
struct Recording {
  std::vector<Record> records;
  Finding finding;
};

/// The subject of a check, and what the check may use.
struct Case {
  std::shared_ptr<const Build> build;
  std::optional<PluginDescription> plugin;  // nothing: the file is unusable; `refusal` has the reason
  std::string refusal;
  const StrategyDescription* strategy = nullptr;  // of `plugin`; NULL: the check is about the library or a game
  std::optional<GameBuild> game;                  // the strategy's, or the one that is examined
  Players players;                                // strategies of that game; of a strategy's, it is the first
  std::optional<Recording> recording;             // of a game: matches that were played before the other checks
  std::uint64_t seed = 0;                         // of the check's random choices
  std::size_t matches = default_matches;          // the maximum number that a check plays
  bool hurried = true;                            // a check stops playing when it has taken long

  /// Returns "strategy mybot", "game mygame" or "library".
  [[nodiscard]] std::string subject() const;
};

/// Decides when a check has done enough: its number of rounds, or as many as its time allows.
class Quota {
 public:
  /// `most_ns` is the time by the clock that a check may take if it is hurried.
  Quota(const Case& examined, clockid_t clock, std::int64_t most_ns);

  /// Returns whether a check has done enough after this number of rounds.
  [[nodiscard]] bool enough(std::size_t rounds) const;
  /// Returns whether a check has already taken long. May be called in the middle of a round.
  [[nodiscard]] bool out_of_time() const;

 private:
  std::size_t most_;
  bool hurried_;
  clockid_t clock_;
  std::int64_t most_ns_;
  std::int64_t began_;
};

enum class Scope { library, strategy, game, program };

struct Check {
  const char* id;
  Scope scope;
  bool fuzz;                             // it depends on the seed
  const char* sentence;                  // the statement that is true for a plugin that passes
  Finding (*run)(const Case& examined);  // may also throw its Finding
};

/// Plays matches of the game, drawn from the seed, with the strategies found for it or, if there are none, with guessed
/// actions. Records the matches that were played without a failure.
Recording record_matches(const Case& examined, std::uint64_t seed);

/// Returns the finding for a strategy whose game is missing, so that it can't be checked.
Finding without_game(const Case& examined);

/// Returns all checks: of the library, the strategies, the games, each group in the order of execution.
const std::vector<Check>& checks();

/// The parts of that table.
std::vector<Check> library_checks();
std::vector<Check> instance_checks();
std::vector<Check> play_checks();
std::vector<Check> state_checks();
std::vector<Check> rules_checks();
std::vector<Check> shown_checks();
std::vector<Check> model_checks();
std::vector<Check> program_checks();

/// Checks of a strategy in matches that programs share.
Finding plays_matches(const Case& examined);
Finding takes_over(const Case& examined);

}  // namespace host::validate
