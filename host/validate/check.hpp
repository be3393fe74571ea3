// The conformance checks: what each is called, what it promises, and what is examined.
//
// A check looks at one library, one strategy or one game. It is made in the checker's own process, where no code of a
// plugin ever runs: that is called in processes of its own (remote.hpp).
#pragma once

#include "host/plugin/catalogue.hpp"
#include "host/plugin/description.hpp"
#include "host/validate/record.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host::validate {

enum class Status {
  ok,
  warn,  // allowed, but an author may want to know; or it could not be checked, and why
  fail,
  crash  // its process ended
};

/// "ok", "warn", "fail", "crash".
const char* status_name(Status status);

struct Finding {
  Status status = Status::ok;
  std::string text;   // a sentence; of a check that is ok perhaps what was looked at, or nothing
  bool last = false;  // the checks behind it can't be made, though it has not failed
};

Finding ok(std::string text = "");
Finding warn(std::string text);
Finding fail(std::string text);
Finding unchecked(const std::string& why);

/// A strategy that can sit in matches of a game, and how much it is trusted to be quick.
using Players = std::vector<StrategyFile>;

/// Matches that were played before a game's checks, and what is to be said of that.
struct Recording {
  std::vector<Record> records;
  Finding finding;
};

/// What one check looks at, and what it may use for that.
struct Case {
  std::shared_ptr<const Build> build;
  std::optional<PluginDescription> plugin;  // none: the file can't be used, and `refusal` says why
  std::string refusal;
  const StrategyDescription* strategy = nullptr;  // of `plugin`; NULL: the check is about the library or a game
  std::optional<GameBuild> game;                  // the strategy's, or the one that is examined
  Players players;                                // strategies of that game; of a strategy's, it is the first
  Recording recording;                            // of a game: matches that were played before the other checks
  std::uint64_t seed = 0;                         // what the check draws from
  std::size_t matches = 0;                        // how many a check plays at most
  bool hurried = true;                            // a check stops playing when it has taken long

  /// "strategy mybot", "game mygame", "library".
  [[nodiscard]] std::string subject() const;
};

enum class Scope { library, strategy, game };

struct Check {
  const char* id;
  Scope scope;
  bool fuzz;             // it draws from the seed
  const char* sentence;  // what holds for a plugin that passes
  Finding (*run)(const Case& examined);
};

/// Says why a strategy whose game is not there can't be checked.
Finding without_game(const Case& examined);

/// All of them: the library's, the strategies', the games', each in the order in which they are made.
const std::vector<Check>& checks();

/// The parts of that table.
std::vector<Check> file_checks();
std::vector<Check> load_checks();
std::vector<Check> instance_checks();
std::vector<Check> play_checks();
std::vector<Check> state_checks();
std::vector<Check> rules_checks();
std::vector<Check> shown_checks();

}  // namespace host::validate
