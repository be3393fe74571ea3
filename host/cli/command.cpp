#include "host/cli/command.hpp"

#include "host/failure.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <exception>
#include <iostream>
#include <map>
#include <new>
#include <sstream>

namespace host {

namespace po = boost::program_options;

namespace {

constexpr const char* exit_codes =
    "Exit codes:\n"
    "    0  done\n"
    "    1  a recorded match does not play as recorded\n"
    "    2  the command line: an unknown name, or a value that can't be\n"
    "    3  a plugin's file that can't be used\n"
    "    4  a file that is no transcript, or a damaged one\n"
    "    5  a file that can't be written\n"
    "    6  a game that broke its contract\n"
    "    7  out of memory, or another failure of the host itself\n"
    "    8  this machine can't isolate strategies as asked\n"
    "    9  a results database that can't be used\n"
    "  130  interrupted; what was finished is kept\n";

constexpr const char* environment =
    "Environment:\n"
    "  AGON_PLUGIN_PATH  folders of plugins, joined by ':', searched first\n"
    "  NO_COLOR          if set, boards are drawn in plain text\n";

/// How the command is written: "info GAME".
std::string usage(const Command& command) {
  return command.name + (command.synopsis.empty() ? "" : " " + command.synopsis);
}

std::string help() {
  std::ostringstream text;
  text << "host " AGON_VERSION ": an arena for game-playing programs\n\n"
       << "  host --game GAME [--plugin STRATEGY]... [OPTIONS]\n"
       << "  host COMMAND [OPTIONS]\n\nCommands:\n";
  std::size_t width = 0;
  for (const Command& command : commands()) width = std::max(width, usage(command).size());
  for (const Command& command : commands()) {
    const std::string head = usage(command);
    text << "  " << head << std::string(width + 2 - head.size(), ' ') << command.summary << "\n";
  }
  text << "\n'host COMMAND --help' tells what a command takes. Without a command, host plays.\n\n"
       << environment << "\n"
       << exit_codes;
  return text.str();
}

std::string help(const Command& command) {
  std::ostringstream text;
  const bool is_default = &command == &commands().front();
  text << "host " << (is_default ? "[" + command.name + "]" : command.name)
       << (command.synopsis.empty() ? "" : " " + command.synopsis) << ": " << command.summary << "\n\nOptions:\n"
       << command.options() << "\n"
       << command.details;
  return text.str();
}

std::vector<std::string> long_names(const po::options_description& options) {
  std::vector<std::string> names;
  for (const auto& option : options.options()) names.push_back("--" + option->long_name());
  return names;
}

/// The command's options and arguments; a slip becomes a sentence.
po::variables_map parse(const Command& command, const Arguments& arguments, Arguments& rest) {
  using Style = po::command_line_style::style_t;
  constexpr int style =
      (Style::unix_style | Style::allow_long_disguise) & ~Style::allow_guessing & ~Style::allow_long_disguise;
  const po::options_description options = command.options();
  const std::string help_hint = "; 'host " + command.name + " --help' lists the options";
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

int dispatch_or_throw(const Arguments& arguments) {
  if (arguments.empty() || arguments.front() == "--help" || arguments.front() == "-h" || arguments.front() == "help") {
    std::cout << help();
    return static_cast<int>(Exit::done);
  }
  if (arguments.front() == "--version") {
    std::cout << "host " AGON_VERSION "\n";
    return static_cast<int>(Exit::done);
  }
  if (arguments.front().starts_with('-')) return run(commands().front(), arguments);
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == arguments.front()) return run(command, {arguments.begin() + 1, arguments.end()});
    names.push_back(command.name);
  }
  throw Failure(Exit::usage, "there is no command '" + arguments.front() + "'" +
                                 did_you_mean(arguments.front(), names) + "; there is " + join(names) +
                                 ", and 'host --help'");
}

}  // namespace

const std::vector<Command>& commands() {
  static const std::vector<Command> all = {
      play_command(), tournament_command(), compare_command(), watch_command(),  standings_command(),
      list_command(), info_command(),       replay_command(),  doctor_command(), completion_command()};
  return all;
}

Word value_of(const std::string& option) {
  static const std::map<std::string, Word> words = {
      {"--game", Word::game},   {"--plugin", Word::strategy},    {"--against", Word::strategy},
      {"--csv", Word::file},    {"--set", Word::parameter},      {"--record", Word::file},
      {"--db", Word::file},     {"--html", Word::file},          {"--seats", Word::seats},
      {"--board", Word::board}, {"--isolation", Word::isolation}};
  const auto found = words.find(option);
  return found == words.end() ? Word::none : found->second;
}

int dispatch(const Arguments& arguments) {
  try {
    const int code = dispatch_or_throw(arguments);
    std::cout.flush();
    if (!std::cout) throw Failure(Exit::output, "the output can't be written");
    return code;
  } catch (const Failure& failure) {
    std::cout.flush();
    std::cerr << "host: " << failure.what() << "\n";
    return static_cast<int>(failure.code());
  } catch (const std::bad_alloc&) {
    std::cerr << "host: out of memory\n";
  } catch (const std::exception& exception) {
    std::cerr << "host: " << exception.what() << "\n";
  }
  return static_cast<int>(Exit::internal);
}

}  // namespace host
