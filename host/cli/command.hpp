// The subcommands: their names, their arguments, and their functions.
#pragma once

#include "host/cli/options.hpp"

#include <boost/program_options.hpp>

#include <string>
#include <vector>

namespace host {

using Arguments = std::vector<std::string>;

/// The kind of value of an option or an argument, for completion.
enum class Word {
  none,
  game,
  strategy,
  swap,
  parameter,
  parameter_name,
  option_range,
  method,
  file,
  seeds,
  seats,
  isolation,
  board,
  made,
  language,
  kind
};

struct Command {
  std::string name;
  std::string synopsis;  // the arguments after the name: "GAME"
  std::string summary;   // one line
  std::string details;   // text of --help after the options: examples
  Word argument;         // the kind of its positional arguments
  Options (*options)();
  /// Runs the command. Returns the exit code; throws Failure.
  int (*run)(const boost::program_options::variables_map& values, const Arguments& arguments);
};

Command play_command();
Command tournament_command();
Command compare_command();
Command tune_command();
Command watch_command();
Command standings_command();
Command elo_command();
Command merge_command();
Command arena_command();
Command list_command();
Command info_command();
Command replay_command();
Command serve_command();
Command validate_command();
Command doctor_command();
Command new_command();
Command completion_command();

/// Shows one match for `host serve`, which starts it; not in commands(). Its first arguments are this word and the name
/// of the program that the user has typed; then come those of the server.
Command view_command();
inline constexpr const char* view_word = "serve-view";

/// Returns all commands, in the order of the help. The first is the default.
const std::vector<Command>& commands();

/// Returns the kind of value that an option takes.
Word value_of(const std::string& option);

/// Runs the command in the arguments (without the program's name) and prints errors. Returns the exit code.
int dispatch(const Arguments& arguments);

}  // namespace host
