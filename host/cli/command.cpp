#include "host/cli/command.hpp"

#include "host/cli/game_process.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/reference.hpp"
#include "host/failure.hpp"
#include "host/plain.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/program_name.hpp"
#include "host/text.hpp"
#include "host/view/output.hpp"
#include "host/view/table.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>

namespace host {

namespace po = boost::program_options;

namespace {

/// Returns the command's syntax: "info GAME".
std::string usage(const Command& command) {
  return command.name + (command.synopsis.empty() ? "" : " " + command.synopsis);
}

std::string help() {
  std::ostringstream text;
  text << short_name() << " " AGON_VERSION ": " << program_summary << "\n\n"
       << "  " << command_line("--game GAME [--plugin STRATEGY]... [OPTIONS]") << "\n"
       << "  " << command_line("COMMAND [OPTIONS]") << "\n\nCommands:\n";
  std::size_t width = 0;
  for (const Command& command : commands()) width = std::max(width, usage(command).size());
  for (const Command& command : commands()) {
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
       << command.options().all() << "\n"
       << command.details;
  return renamed(text.str());
}

std::vector<std::string> long_names(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back("--" + option->long_name());
  return names;
}

/// Returns a sentence for a value that is no number.
std::string invalid_value(const po::options_description& options, const po::validation_error& error) {
  const std::string name = error.get_option_name();
  const std::string what = error.what();
  const po::option_description* const option = options.find_nothrow(name.substr(name.find_first_not_of('-')), false);
  const std::size_t begin = what.find("('");
  const std::size_t end = what.find("')");
  if (option == nullptr || begin == std::string::npos || end == std::string::npos) return what;
  const bool whole = dynamic_cast<const po::typed_value<double>*>(option->semantic().get()) == nullptr;
  return name + " " + what.substr(begin + 2, end - begin - 2) + ": it takes a " + (whole ? "whole " : "") + "number";
}

/// Parses the command's options and arguments. Throws a sentence for an error.
po::variables_map parse(const Command& command, const Arguments& arguments, Arguments& rest) {
  using Style = po::command_line_style::style_t;
  constexpr int style =
      (Style::unix_style | Style::allow_long_disguise) & ~Style::allow_guessing & ~Style::allow_long_disguise;
  const po::options_description options = command.options().all();
  const std::string help_hint = "; '" + command_line(command.name + " --help") + "' lists the options";
  po::variables_map values;
  try {
    po::options_description all = options;
    all.add_options()("argument", po::value<Arguments>());
    po::positional_options_description positional;
    positional.add("argument", -1);
    po::store(po::command_line_parser(arguments).options(all).positional(positional).style(style).run(), values);
    po::notify(values);
  } catch (const po::unknown_option& error) {
    const std::string name = error.get_option_name();
    if (name == "--game" && command.argument == Word::game)
      throw Failure(Exit::usage, command.name + " takes the game without an option, as in '" +
                                     command_line(command.name + " GAME") + "'");
    throw Failure(Exit::usage, "there is no option " + name + did_you_mean(name, long_names(options)) + help_hint);
  } catch (const po::validation_error& error) {
    throw Failure(Exit::usage, invalid_value(options, error) + help_hint);
  } catch (const po::error& error) {
    throw Failure(Exit::usage, error.what() + help_hint);
  }
  if (values.count("argument") != 0) rest = values["argument"].as<Arguments>();
  return values;
}

int run(const Command& command, const Arguments& arguments) {
  if (std::find(arguments.begin(), arguments.end(), "--help") != arguments.end() ||
      std::find(arguments.begin(), arguments.end(), "-h") != arguments.end()) {
    std::cout << help(command);
    return static_cast<int>(Exit::done);
  }
  Arguments rest;
  const po::variables_map values = parse(command, arguments, rest);
  winsize terminal{};
  if (values.count("wide") == 0 && ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &terminal) == 0)
    limit_table_width(terminal.ws_col);
  return command.run(values, rest);
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
  throw Failure(Exit::usage, "there is no command '" + name + "'" + meant(name, names) + "; there is " + join(names) +
                                 ", and '" + command_line("--help") + "'");
}

/// Prints the general help, or that of the command in the argument.
int run_help(const Arguments& arguments) {
  if (arguments.size() > 1)
    throw Failure(Exit::usage, "help takes one command, as in '" + command_line("help play") + "'");
  std::cout << (arguments.empty() ? help() : help(find_command(arguments.front())));
  return static_cast<int>(Exit::done);
}

/// Runs the command that only `host serve` starts, under the name of the program that the user has typed.
int run_view(const Arguments& arguments) {
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
  if (arguments.front() == view_word && arguments.size() > 2) return run_view(arguments);
  return run(find_command(arguments.front()), {arguments.begin() + 1, arguments.end()});
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      play_command(),      tournament_command(), compare_command(), tune_command(),     watch_command(),
      standings_command(), elo_command(),        merge_command(),   arena_command(),    list_command(),
      info_command(),      replay_command(),     serve_command(),   validate_command(), doctor_command(),
      new_command(),       completion_command()};
  return all;
}

Word value_of(const std::string& option) {
  static const std::map<std::string, Word> words = {{"--game", Word::game},         {"--plugin", Word::strategy},
                                                    {"--against", Word::strategy},  {"--per-seed", Word::file},
                                                    {"--set", Word::parameter},     {"--by", Word::parameter_name},
                                                    {"--record", Word::file},       {"--db", Word::file},
                                                    {"--html", Word::file},         {"--into", Word::file},
                                                    {"--seats", Word::seats},       {"--seeds", Word::seeds},
                                                    {"--board", Word::board},       {"--isolation", Word::isolation},
                                                    {"--language", Word::language}, {"--from", Word::file},
                                                    {"--swap", Word::swap},         {"--tune", Word::option_range},
                                                    {"--check", Word::seeds},       {"--method", Word::method},
                                                    {"--kind", Word::kind},         {"--csv", Word::file},
                                                    {"--pgn", Word::file}};
  const auto found = words.find(option);
  return found == words.end() ? Word::none : found->second;
}

int dispatch(const Arguments& arguments) {
  const int code = [&] {
    const SafeOutput out(std::cout);
    const SafeOutput err(std::cerr);
    return with_messages([&] { return dispatch_or_throw(arguments); });
  }();
  end_by_broken_pipe();
  return code;
}

}  // namespace host
