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
  text << "\n'" << command_line("COMMAND --help") << "' lists the options of a command. Without a command, "
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
       << (command.synopsis.empty() ? "" : " " + command.synopsis) << ": " << command.summary << "\n\nOptions:\n"
       << command.options() << "\n"
       << command.details;
  return renamed(text.str());
}

std::vector<std::string> long_names(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back("--" + option->long_name());
  return names;
}

/// Parses the command's options and arguments. Throws a sentence for an error.
po::variables_map parse(const Command& command, const Arguments& arguments, Arguments& rest) {
  using Style = po::command_line_style::style_t;
  constexpr int style =
      (Style::unix_style | Style::allow_long_disguise) & ~Style::allow_guessing & ~Style::allow_long_disguise;
  const po::options_description options = command.options();
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
    throw Failure(Exit::usage, "there is no option " + name + did_you_mean(name, long_names(options)) + help_hint);
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

/// Runs the command that only `host serve` starts, under the name of the program that the user has typed.
int run_room(const Arguments& arguments) {
  static const std::string name = arguments[1];
  ::program_invocation_name = const_cast<char*>(name.c_str());  // NOLINT(cppcoreguidelines-pro-type-const-cast)
  ::program_invocation_short_name = ::program_invocation_name + name.rfind('/') + 1;
  return run(room_command(), {arguments.begin() + 3, arguments.end()});
}

int dispatch_or_throw(const Arguments& arguments) {
  if (arguments.empty() || arguments.front() == "--help" || arguments.front() == "-h" || arguments.front() == "help") {
    std::cout << help();
    return static_cast<int>(Exit::done);
  }
  if (arguments.front() == "--version") {
    std::cout << short_name() << " " AGON_VERSION "\n";
    return static_cast<int>(Exit::done);
  }
  if (arguments.front().starts_with('-')) return run(commands().front(), arguments);
  if (arguments.front() == room_word && arguments.size() > 2) return run_room(arguments);
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == arguments.front()) return run(command, {arguments.begin() + 1, arguments.end()});
    names.push_back(command.name);
  }
  throw Failure(Exit::usage, "there is no command '" + arguments.front() + "'" + meant(arguments.front(), names) +
                                 "; there is " + join(names) + ", and '" + command_line("--help") + "'");
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      play_command(),     tournament_command(), compare_command(), tune_command(),
      watch_command(),    standings_command(),  merge_command(),   arena_command(),
      list_command(),     info_command(),       replay_command(),  serve_command(),
      validate_command(), doctor_command(),     new_command(),     completion_command()};
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
                                                    {"--kind", Word::kind}};
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
