// The subcommands: what each is called, what it takes, what runs it.
#pragma once

#include <boost/program_options.hpp>

#include <string>
#include <vector>

namespace host {

using Arguments = std::vector<std::string>;

/// What stands behind an option or an argument, for completion.
enum class Word {
  none,
  game,
  strategy,
  parameter,
  parameter_name,
  file,
  seeds,
  seats,
  isolation,
  board,
  made,
  language
};

struct Command {
  std::string name;
  std::string synopsis;  // what stands behind the name: "GAME"
  std::string summary;   // one line
  std::string details;   // what --help says below the options: examples
  Word argument;         // what its arguments without a dash are
  boost::program_options::options_description (*options)();
  /// Returns the exit code; throws Failure.
  int (*run)(const boost::program_options::variables_map& values, const Arguments& arguments);
};

Command play_command();
Command tournament_command();
Command compare_command();
Command watch_command();
Command standings_command();
Command list_command();
Command info_command();
Command replay_command();
Command validate_command();
Command doctor_command();
Command new_command();
Command completion_command();

/// All of them, in the order of the help. The first is the default.
const std::vector<Command>& commands();

/// Reads an option's name: what is its value?
Word value_of(const std::string& option);

/// Runs the command that the arguments name (without the program's name); prints errors. Returns the exit code.
int dispatch(const Arguments& arguments);

}  // namespace host
