#include "host/cli/command.hpp"

#include "host/cli/process.hpp"
#include "host/cli/removed.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/report/numbers.hpp"
#include "host/report/report.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <utility>

namespace host {

Command play_command();
Command tournament_command();
Command compare_command();
Command tune_command();
Command blame_command();
Command watch_command();
Command league_command();
Command standings_command();
Command merge_command();
Command list_command();
Command info_command();
Command replay_command();
Command serve_command();
Command validate_command();
Command doctor_command();
Command new_command();
Command completion_command();
Command view_command();
Command trial_command();
int run_part(const Arguments& arguments);

namespace {

/// Groups of commands() in the help, each from its first command on.
constexpr std::array groups = {std::pair("play", "Play"),         std::pair("replay", "Look"),
                               std::pair("new", "Make"),          std::pair("tune", "Improve"),
                               std::pair("league", "For others"), std::pair("doctor", "Machine")};

/// Returns the command's syntax: "info GAME".
std::string usage(const Command& command) {
  return command.name + (command.synopsis.empty() ? "" : " " + command.synopsis);
}

std::string help() {
  std::ostringstream text;
  text << short_name() << " " AGON_VERSION ": " << program_summary << "\n\n"
       << "  " << command_line("--game GAME [--plugin STRATEGY]... [OPTIONS]") << "\n"
       << "  " << command_line("COMMAND [OPTIONS]") << "\n";
  std::size_t width = 0;
  for (const Command& command : commands()) width = std::max(width, usage(command).size());
  for (const Command& command : commands()) {
    const auto* const group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& each) { return each.first == command.name; });
    if (group != groups.end()) text << "\n" << group->second << ":\n";
    const std::string head = usage(command);
    text << "  " << head << std::string(width + 2 - head.size(), ' ') << command.summary << "\n";
  }
  text << "\n'" << command_line("help COMMAND") << "' lists the options of a command. Without a command, "
       << short_name() << " plays.\n\nEnvironment:\n";
  for (const Note& note : environment())
    text << "  " << std::left << std::setw(18) << note.name << note.meaning << "\n";
  text << "\nExit codes:\n";
  for (const Note& note : exit_codes()) text << std::right << std::setw(5) << note.name << "  " << note.meaning << "\n";
  return text.str();
}

std::string help(const Command& command) {
  std::ostringstream text;
  const bool is_default = &command == &commands().front();
  text << command_line(is_default ? "[" + command.name + "]" : command.name)
       << (command.synopsis.empty() ? "" : " " + command.synopsis) << ": " << command.summary << "\n"
       << described(command.all_options()) << "\n"
       << command.details;
  return renamed(text.str());
}

/// At a terminal, tables and texts fit its width.
void fit_terminal() {
  winsize terminal{};
  if (::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &terminal) == 0)
    limit_table_width(terminal.ws_col);
}

/// Reads the command's options and arguments. Throws a sentence for an error.
Values parse(const Command& command, const Arguments& arguments) {
  const Options options = command.all_options();
  const std::string help_hint = "; '" + command_line(command.name + " --help") + "' lists the options";
  try {
    return {options, arguments};
  } catch (const boost::program_options::unknown_option& error) {
    const std::string name = error.get_option_name();
    if (name == "--game" && command.arguments.offer == Offer::games)
      throw Failure(Exit::usage, command.name + " takes the game without an option, as in '" +
                                     command_line(command.name + " GAME") + "'");
    const std::string removed = removed_option(command.name, name.starts_with("--") ? name.substr(2) : "");
    if (!removed.empty()) throw Failure(Exit::usage, renamed(removed));
    std::vector<std::string> names;
    for (const Option& option : options) names.push_back("--" + option.long_name());
    throw Failure(Exit::usage, "there is no option " + name + did_you_mean(name, names) + help_hint);
  } catch (const boost::program_options::error& error) {
    throw Failure(Exit::usage, error.what() + help_hint);
  }
}

int run(const Command& command, const Arguments& arguments) {
  if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end() ||
      std::find(arguments.begin(), arguments.end(), "-h") != arguments.end()) {
    fit_terminal();
    std::cout << folded(help(command));
    return static_cast<int>(Exit::done);
  }
  const Values values = parse(command, arguments);
  fit_terminal();
  return command.run(values);
}

/// Returns the command that an unknown word probably means.
std::string meant(const std::string& word, const std::vector<std::string>& names) {
  const std::vector<std::string> games = Catalogue::standard().game_ids();
  std::string option;
  if (std::find(games.begin(), games.end(), word) != games.end()) option = "--game " + word;
  if (word.ends_with(".so")) option = "--game GAME --plugin " + shell_word(word);
  return option.empty() ? did_you_mean(word, names) : " (did you mean '" + command_line(option) + "'?)";
}

/// Returns the command with this name. Throws a sentence if there is none.
const Command& find_command(const std::string& name) {
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  const std::string removed = removed_command(name);
  if (!removed.empty()) throw Failure(Exit::usage, renamed(removed));
  throw Failure(Exit::usage, "there is no command '" + name + "'" + meant(name, names) + "; there is " + join(names) +
                                 ", and '" + command_line("--help") + "'");
}

/// Prints the general help, or that of the command in the argument.
int run_help(const Arguments& arguments) {
  if (arguments.size() > 1)
    throw Failure(Exit::usage, "help takes one command, as in '" + command_line("help play") + "'");
  fit_terminal();
  std::cout << folded(arguments.empty() ? help() : help(find_command(arguments.front())));
  return static_cast<int>(Exit::done);
}

/// Runs the command that only `host serve` starts, under the name of the program that the user has typed.
int run_shown_match(const Arguments& arguments) {
  static const std::string name = arguments[1];
  ::program_invocation_name = const_cast<char*>(name.c_str());  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  ::program_invocation_short_name = ::program_invocation_name + name.rfind('/') + 1;
  return run(view_command(), {arguments.begin() + 3, arguments.end()});
}

int dispatch_or_throw(const Arguments& arguments) {
  if (arguments.empty() || arguments.front() == "--help" || arguments.front() == "-h") return run_help({});
  if (arguments.front() == "help") return run_help({arguments.begin() + 1, arguments.end()});
  if (arguments.front() == "--version") {
    std::cout << short_name() << " " AGON_VERSION "\n";
    return static_cast<int>(Exit::done);
  }
  if (arguments.front().starts_with('-')) return run(commands().front(), arguments);
  if (arguments.front() == shown_match_word && arguments.size() > 2) return run_shown_match(arguments);
  if (arguments.front() == trial_word) return run(trial_command(), {arguments.begin() + 1, arguments.end()});
  if (arguments.front() == "part") return run_part({arguments.begin() + 1, arguments.end()});
  return run(find_command(arguments.front()), {arguments.begin() + 1, arguments.end()});
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      play_command(),     compare_command(), tournament_command(),  // the groups of the help
      replay_command(),   serve_command(),   standings_command(),  blame_command(),     new_command(),
      validate_command(), list_command(),    info_command(),       tune_command(),      watch_command(),
      league_command(),   doctor_command(),  merge_command(),      completion_command()};
  return all;
}

Options Command::all_options() const {
  return together({options, {{"help,h", "", on_off, "show this", "", options.empty() ? "" : options.back().group}}});
}

int dispatch(const Arguments& arguments) {
  const int code = [&] {
    const SafeOutput out(std::cout, needs_ascii(STDOUT_FILENO));
    const SafeOutput err(std::cerr, needs_ascii(STDERR_FILENO));
    return with_messages([&] { return dispatch_or_throw(arguments); });
  }();
  end_by_broken_pipe();
  return code;
}

const std::vector<Note>& exit_codes() {
  static const std::vector<Note> all = {
      {"0", "done"},
      {"1", "no: a recorded match does not play as recorded, or a check of 'validate' or 'doctor' failed"},
      {"2", "wrong command line: an unknown name or an invalid value"},
      {"3", "a plugin's file can't be used"},
      {"4", "a file is no transcript, is damaged, or can't be read"},
      {"5", "a file can't be written, or a results database can't be used"},
      {"6", "a game failed: it crashed, hung or broke its contract; other results are kept"},
      {"7", "this machine can't do what was asked (isolation, memory, a port), or the host itself failed"},
      {"130", "interrupted, or a person has left the match; finished matches are kept"},
      {"141", "the reader of the output has ended, as in a pipe to head"}};
  return all;
}

const std::vector<Note>& environment() {
  static const std::vector<Note> all = {
      {"AGON_PLUGIN_PATH", "folders of strategies, joined by ':', searched first; games in them are ignored"},
      {"AGON_GAME_PATH", "folders of games and their strategies, joined by ':'"},
      {"NO_COLOR", "if set, boards are drawn in plain text"}};
  return all;
}

}  // namespace host
