// The subcommands: their names, their arguments, and their functions; and what --help and the manual say of all.
#pragma once

#include "host/cli/options.hpp"

#include <string>
#include <vector>

namespace host {

struct Command {
  std::string name;
  std::string synopsis;  // the arguments after the name: "GAME"
  std::string summary;   // one line
  std::string details;   // text of --help after the options: examples
  Takes arguments;       // each of them, for completion
  Options options;       // without --help
  /// Runs the command. Returns the exit code; throws Failure.
  int (*run)(const Values& values);

  /// Returns the options with --help, which stands behind the last one.
  [[nodiscard]] Options all_options() const;
};

/// Returns all commands, in the order of the help. The first is the default.
const std::vector<Command>& commands();

/// The first argument of the command that shows one match for `host serve`, which starts it. The second is the name of
/// the program that the user has typed; then come the arguments of the server.
inline constexpr const char* shown_match_word = "serve-match";

/// The first argument of `compare` as python/tune.py calls it: the comparison is one of a search.
inline constexpr const char* trial_word = "compare-trial";

/// Runs the command in the arguments (without the program's name) and prints errors. Returns the exit code.
int dispatch(const Arguments& arguments);

struct Note {
  std::string name;
  std::string meaning;  // one line, without a full stop
};

/// A short description of this program, to follow its name.
inline constexpr const char* program_summary = "an arena for game-playing programs";

const std::vector<Note>& exit_codes();

/// Returns the environment variables.
const std::vector<Note>& environment();

}  // namespace host
