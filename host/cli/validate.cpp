// host validate: checks that a plugin follows the rules of the ABI. The plugin's code runs in separate processes.
#include "host/cli/changes.hpp"
#include "host/cli/command.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/plain.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/plugin_file.hpp"
#include "host/program_name.hpp"
#include "host/seat/isolation.hpp"
#include "host/text.hpp"
#include "host/validate/runner.hpp"
#include "host/view/output.hpp"
#include "host/view/validation_report.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <map>
#include <random>
#include <system_error>

namespace host {

namespace po = boost::program_options;

namespace {

constexpr const char* validate_details =
    "FILE is a library (all its games and strategies are checked), FILE.so:ID for one of them, or the name of a game "
    "or\n"
    "a strategy. A failed check prints the place of the fault. If the check draws at random, it also prints the "
    "command\n"
    "that repeats it. Each check runs in its own process, so a crash, a hang or an exit of the plugin is a result, "
    "too.\n"
    "\n"
    "The file is first read as data. A library that holds only strategies is then loaded in the sandbox that they "
    "play\n"
    "in. Games run as ordinary processes of this user. So validate refuses a library with games, unless it lies in a\n"
    "folder for games (AGON_GAME_PATH, or plugins/ beside the host) or --game also names it.\n"
    "\n"
    "FILE can also be a program on a pipe, as ./bot.py or 'run:java -jar Bot.jar'. It needs --game.\n"
    "\n"
    "A strategy is checked in matches of its game, which --game names, or which the host finds in the folders for "
    "games.\n"
    "A strategy for any game needs --game. A game is checked with the strategies that the host finds for it.\n"
    "Without --matches, each of them then has one second of CPU time a match, if the game allows more.\n"
    "\n"
    "Results: ok; warn (allowed or not checked); fail; crash. Exit codes: 0, no check failed; 10, a check failed or\n"
    "crashed; 3, the file is not a shared library.\n"
    "\n"
    "Examples:\n"
    "  host validate ./mybot.so\n"
    "  host validate ./mybot.so --only same-seed --matches 100\n"
    "  host validate ./bot.py --game GAME\n"
    "  host validate ./mybot.so --only takes-over --reproduce 123456789\n";

Options validate_options() {
  Options all;
  all.add_options()("list", "list the checks with their descriptions");
  all.add_options()("only", po::value<Arguments>()->value_name("CHECK"), "run only this check; may be repeated");
  all.add_options()("game", po::value<std::string>()->value_name("GAME"), "the game of the strategies, by id or path");
  all.add_options()("matches", po::value<std::size_t>()->value_name("N"),
                    "matches that a check plays, without a time limit (default: up to 10, within a few seconds)");
  all.add_options()("time", po::value<double>()->value_name("SECONDS"),
                    "CPU time of a strategy for a match; 0: no limit (default: the game's)");
  all.add_options()("reproduce", po::value<std::string>()->value_name("SEED"),
                    "draw as in the run that printed this seed (default: a new seed each time)");
  all.add_options()("json", "print one JSON object");
  all.add_options()("quiet,q", "show only what is not ok");
  all.add_options()("help,h", "show this");
  return all;
}

/// Refuses a file of unknown origin that contains a game, because games run as ordinary processes of this user.
void check_trust(const validate::Order& order, const Catalogue& catalogue) {
  if (order.program) return;  // none of its files is loaded
  std::vector<std::string> games;
  try {
    for (const GameDescription& game : describe_build(*catalogue.build(order.file)).games) games.push_back(game.id);
  } catch (const Failure&) {  // an unreadable file declares no game
  }
  std::error_code fault;
  const bool named = order.game && std::filesystem::equivalent(*order.game, order.file, fault);
  if (games.empty() || named || catalogue.folders().is_for_games(order.file)) return;
  const std::string file = shell_word(order.file.string());
  throw Failure(Exit::usage, order.file.string() + " holds the game " + join(games) +
                                 ". Games are trusted code: the checks would run it outside the sandbox, with all "
                                 "rights of this user. If you trust it, type '" +
                                 command_line("validate " + file + " --game " + file) + "'");
}

std::uint64_t read_seed(const po::variables_map& values) {
  if (values.count("reproduce") == 0) return std::random_device()();
  const auto text = values["reproduce"].as<std::string>();
  std::uint64_t seed = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), seed);
  if (fault != std::errc{} || end != text.data() + text.size())
    throw Failure(Exit::usage, "--reproduce " + text + ": it takes the seed that a run printed, a whole number");
  return seed;
}

validate::Order read_order(const po::variables_map& values, const Arguments& arguments, const Catalogue& catalogue) {
  if (arguments.size() != 1)
    throw Failure(Exit::usage, "validate takes one library, as in '" + command_line("validate ./mybot.so") +
                                   "'; --list prints the checks");
  validate::Order order;
  if (values.count("game") != 0) order.game = values["game"].as<std::string>();
  if (const PluginSpec spec = PluginSpec::parse(arguments.front(), "validate"); is_program(spec.plugin)) {
    if (!order.game)
      throw Failure(Exit::usage, spec.plugin + " is a program: name the game that it plays, with --game and one of " +
                                     join(catalogue.game_ids()));
    order.file = spec.plugin;
    order.program = spec;
  } else {
    const Reference meant = catalogue.plugin(arguments.front(), order.game);
    order.file = meant.path;
    order.id = meant.id;
  }
  if (values.count("only") != 0) order.only = values["only"].as<Arguments>();
  if (values.count("matches") != 0) {
    order.matches = values["matches"].as<std::size_t>();
    constexpr std::size_t most = 1'000'000;
    if (*order.matches < 1 || *order.matches > most)
      throw Failure(Exit::usage,
                    "--matches " + std::to_string(*order.matches) + ": it takes 1 to " + std::to_string(most));
  }
  if (values.count("time") != 0) {
    const double seconds = values["time"].as<double>();
    constexpr double most = 1e9;
    if (!(seconds >= 0 && seconds <= most))
      throw Failure(Exit::usage, "--time " + decimal(seconds) + ": it takes seconds, from 0 (no limit) to 1000000000");
    order.cpu_ns = static_cast<std::int64_t>(seconds * 1e9);
  }
  order.seed = read_seed(values);
  return order;
}

/// Returns the command that repeats a check with the same random values.
std::string again(const validate::Order& order, const validate::Result& result) {
  const std::string id = result.subject.substr(result.subject.find(' ') + 1);
  const bool one = result.check->scope != validate::Scope::library && order.file.extension() == ".so";
  std::string command = command_line(
      "validate " + shell_word(order.program ? order.program->given : order.file.string() + (one ? ":" + id : "")));
  if (order.game) command += " --game " + shell_word(*order.game);
  command += std::string(" --only ") + result.check->id;
  if (order.matches) command += " --matches " + std::to_string(*order.matches);
  if (order.cpu_ns) command += " --time " + decimal(static_cast<double>(*order.cpu_ns) / 1e9);
  return command + " --reproduce " + std::to_string(order.seed);
}

/// Returns the text of a failure without what differs from match to match: which it was, and numbers.
std::string cause_of(const validate::Finding& finding) {
  std::string cause = finding.text.substr(0, std::min(finding.text.find(" (seat "), finding.text.find(" (seed ")));
  std::erase_if(cause, [](char c) { return c >= '0' && c <= '9'; });
  return cause;
}

/// Prints what this machine lacks to isolate strategies.
void warn_of_missing_layers() {
  const std::string lacking = join(missing_layers(), "; ");
  if (!lacking.empty()) {
    tell("warning: " + lacking + " ('" + command_line("doctor") + "' tells more)");
  }
}

int print_list(bool json) {
  if (json) {
    std::cout << to_line(checks_json()) << "\n";
  } else {
    std::cout << listed_checks();
  }
  return static_cast<int>(Exit::done);
}

int run_validate(const po::variables_map& values, const Arguments& arguments) {
  const bool json = values.count("json") != 0;
  if (values.count("list") != 0) return print_list(json);
  const Catalogue catalogue = Catalogue::standard();
  const validate::Order order = read_order(values, arguments, catalogue);
  check_trust(order, catalogue);
  const bool quiet = values.count("quiet") != 0;
  std::string subject;
  std::map<std::string, std::string> causes;  // of the subject's failures, with the check that has found each first
  const auto results = validate::run_checks(order, catalogue, [&](const validate::Result& result) {
    if (json || (quiet && result.finding.status == validate::Status::ok)) return;
    if (result.subject != subject) {
      causes.clear();
      if (subject.empty()) std::cout << plain(order.file.string()) << ", seed " << order.seed << "\n";
      subject = result.subject;
      std::cout << "\n" << subject << "\n";
    }
    std::string known;
    if (result.finding.status >= validate::Status::fail) {
      const auto [cause, is_new] = causes.try_emplace(cause_of(result.finding), result.check->id);
      if (!is_new) known = cause->second;
    }
    std::cout << shown(result, again(order, result), known) << std::flush;
  });
  if (json) {
    std::cout << to_line(validation_json(order.file.string(), order.seed, results)) << "\n";
  } else {
    std::cout << (subject.empty() ? "" : "\n") << summed_up(results);
  }
  print_changes(catalogue.builds());
  warn_of_missing_layers();  // the trial of the sandbox starts a thread, which checks do not allow
  const bool passed = validate::worst(results) < validate::Status::fail;
  return static_cast<int>(passed ? Exit::done : Exit::nonconforming);
}

}  // namespace

Command validate_command() {
  return {"validate",       "FILE",     "checks that a plugin keeps the rules of the ABI",
          validate_details, Word::file, validate_options,
          run_validate};
}

}  // namespace host
