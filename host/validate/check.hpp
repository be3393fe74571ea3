// The conformance checks: their names, their promises, and their subjects.
//
// A check examines one library, one strategy or one game. What calls the plugin's code runs in child processes
// (child.hpp), at least one for each check.
#pragma once

#include "host/plugin/catalogue.hpp"
#include "host/plugin/description.hpp"
#include "host/validate/recording.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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

Finding ok(std::string text = "");
Finding warn(std::string text);
Finding fail(std::string text);
Finding unchecked(const std::string& why);

/// Strategies that can play matches of a game.
using Players = std::vector<StrategyFile>;

/// Matches that were played before a game's checks, and the finding about them.
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
  std::vector<std::string> players_of_any;        // ids of strategies for any game; they may refuse this one
  Recording recording;                            // of a game: matches that were played before the other checks
  std::uint64_t seed = 0;                         // of the check's random choices
  std::size_t matches = default_matches;          // the maximum number that a check plays
  bool hurried = true;                            // a check stops playing when it has taken long

  /// Returns "strategy mybot", "game mygame" or "library".
  [[nodiscard]] std::string subject() const;
};

enum class Scope { library, strategy, game, program };

struct Check {
  const char* id;
  Scope scope;
  bool fuzz;             // it depends on the seed
  const char* sentence;  // the statement that is true for a plugin that passes
  Finding (*run)(const Case& examined);
};

/// Plays matches of the game with the strategies found for it or, if there are none, with guessed actions. Records the
/// matches that were played without a failure.
Recording record_matches(const Case& examined);

/// Returns the finding for a strategy whose game is missing, so that it can't be checked.
Finding without_game(const Case& examined);

/// Returns all checks: of the library, the strategies, the games, each group in the order of execution.
const std::vector<Check>& checks();

/// The parts of that table.
std::vector<Check> file_checks();
std::vector<Check> load_checks();
std::vector<Check> instance_checks();
std::vector<Check> play_checks();
std::vector<Check> state_checks();
std::vector<Check> rules_checks();
std::vector<Check> shown_checks();
std::vector<Check> model_checks();
std::vector<Check> layout_checks();
std::vector<Check> program_checks();

/// Checks of a strategy in matches that programs share.
Finding plays_matches(const Case& examined);
Finding takes_over(const Case& examined);

}  // namespace host::validate
