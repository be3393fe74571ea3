// host validate: checks that a plugin follows the rules of the ABI. The plugin's code runs in separate processes.
#include "host/cli/command.hpp"
#include "host/cli/played_run.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/description.hpp"
#include "host/plugin/tester_library.hpp"
#include "host/report/report.hpp"
#include "host/report/validation_report.hpp"
#include "host/seat/isolation.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/json.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"
#include "host/validate/runner.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <system_error>

namespace host {

namespace {

constexpr const char* validate_details =
    R"(FILE is a library (all its games and strategies are checked), FILE.so:ID for one of them, or the name of a game or
a strategy. A failed check prints the place of the fault. If the check draws at random, it also prints the command
that repeats it. Each check runs in its own process, so a crash, a hang or an exit of the plugin is a result, too.

The file is first read as data. A library that holds only strategies is then loaded in the sandbox that they play
in. Games run as ordinary processes of this user. So validate refuses a library with games, unless it lies in a
folder for games (AGON_GAME_PATH, or plugins/ beside the host) or --game also names it.

FILE can also be a program on a pipe, as ./bot.py or 'run:java -jar Bot.jar'. It needs --game.

A strategy is checked in matches of its game, which --game names, or which the host finds in the folders for games.
A strategy for any game needs --game. A game is checked with the strategies that the host finds for it.
Without --matches, each of them then has one second of CPU time a match, if the game allows more.

Errors of memory and leaks are for sanitizers: build with -fsanitize=address,undefined, and play with --isolation none
and LD_PRELOAD=$(gcc -print-file-name=libasan.so).

Results: ok; warn (allowed or not checked); fail; crash. Exit codes: 0, no check failed; 1, a check failed or
crashed; 3, the file is not a shared library.

Examples:
  host validate ./mybot.so
  host validate ./mybot.so --only same-seed --matches 100
  host validate ./bot.py --game GAME
  host validate ./mybot.so --only takes-over --seed 123456789

)";

/// Refuses a file of unknown origin that contains a game, because games run as ordinary processes of this user.
void check_trust(const validate::Request& request, const Catalogue& catalogue) {
  if (request.program) return;  // none of its files is loaded
  std::vector<std::string> games;
  try {
    for (const GameDescription& game : describe_build(*catalogue.build(request.file)).games) games.push_back(game.id);
  } catch (const Failure&) {  // an unreadable file declares no game
  }
  std::error_code fault;
  const bool named = request.game && std::filesystem::equivalent(*request.game, request.file, fault);
  if (games.empty() || named || catalogue.folders().is_for_games(request.file)) return;
  const std::string file = shell_word(request.file.string());
  throw Failure(Exit::usage, request.file.string() + " holds the game " + join(games) +
                                 ". Games are trusted code: the checks would run it outside the sandbox, with all "
                                 "rights of this user. If you trust it, type '" +
                                 command_line("validate " + file + " --game " + file) + "'");
}

std::uint64_t read_seed(const Values& values) {
  if (!values.given("seed")) return std::random_device()();
  const auto text = values.text("seed");
  const auto seed = whole_number<std::uint64_t>(text);
  if (!seed) throw Failure(Exit::usage, "--seed " + text + ": it takes the seed that a run printed, a whole number");
  return *seed;
}

validate::Request read_request(const Values& values, const Catalogue& catalogue) {
  if (values.arguments().size() != 1)
    throw Failure(Exit::usage, "validate takes one library, as in '" + command_line("validate ./mybot.so") +
                                   "'; its --help has the checks");
  validate::Request request;
  if (values.given("game")) request.game = values.text("game");
  if (const PluginSpec spec = PluginSpec::parse(values.arguments().front(), "validate"); is_program(spec.plugin)) {
    if (engine_protocol(spec.plugin) != EngineProtocol::none)
      throw Failure(Exit::usage, spec.plugin + ": the checks are for programs that speak Agon's own lines; '" +
                                     command_line("info " + shell_word(spec.plugin)) + "' asks an engine");
    if (!request.game)
      throw Failure(Exit::usage, spec.plugin + " is a program: name the game that it plays, with --game and one of " +
                                     join(catalogue.game_ids()));
    request.file = spec.plugin;
    request.program = spec;
  } else {
    const bool alone = spec.options.empty() && spec.name.empty();  // a comma may also be one of an unquoted path
    const Reference meant = catalogue.plugin(alone ? spec.plugin : spec.given, request.game);
    request.file = meant.path;
    request.id = meant.id;
  }
  if (is_tester(request.program ? catalogue.find_game(*request.game).path : request.file))
    throw Failure(Exit::usage,
                  "a tester and its solutions know nothing of Agon, of which all checks are: play a case, "
                  "as in '" +
                      command_line("--game ./contest --plugin ./solution --seed 1") + "'");
  request.only = values.texts("only");
  if (values.given("matches")) request.matches = values.whole("matches");
  if (values.given("time")) request.cpu_ns = static_cast<std::int64_t>(values.number("time") * 1e9);
  request.seed = read_seed(values);
  return request;
}

/// Returns the command that repeats a check with the same random values.
std::string again(const validate::Request& request, const validate::Result& result) {
  const std::string id = result.subject.substr(result.subject.find(' ') + 1);
  const bool one = result.check->scope != validate::Scope::library && request.file.extension() == ".so";
  std::string command =
      command_line("validate " + shell_word(request.program ? request.program->given
                                                            : quoted(request.file.string() + (one ? ":" + id : ""))));
  if (request.game) command += " --game " + shell_word(*request.game);
  command += std::string(" --only ") + result.check->id;
  if (request.matches) command += " --matches " + std::to_string(*request.matches);
  if (request.cpu_ns) command += " --time " + decimal(static_cast<double>(*request.cpu_ns) / 1e9);
  return command + " --seed " + std::to_string(request.seed);
}

/// Returns the text of a failure without what differs from match to match: which it was, and numbers.
std::string cause_of(const validate::Finding& finding) {
  std::string cause = finding.text.substr(0, std::min(finding.text.find(" (seat "), finding.text.find(" (seed ")));
  std::erase_if(cause, [](char c) { return c >= '0' && c <= '9'; });
  return cause;
}

int run_validate(const Values& values) {
  const bool json = values.given("json");
  const Catalogue catalogue = Catalogue::standard();
  const validate::Request request = read_request(values, catalogue);
  check_trust(request, catalogue);
  const bool quiet = values.given("quiet");
  std::string subject;
  std::map<std::string, std::string> causes;  // of the subject's failures, with the check that has found each first
  const auto results = validate::run_checks(request, catalogue, [&](const validate::Result& result) {
    if (json || (quiet && result.finding.status == validate::Status::ok)) return;
    if (result.subject != subject) {
      causes.clear();
      if (subject.empty()) std::cout << printable(request.file.string()) << ", seed " << request.seed << "\n";
      subject = result.subject;
      std::cout << "\n" << subject << "\n";
    }
    std::string known;
    if (result.finding.status >= validate::Status::fail) {
      const auto [cause, is_new] = causes.try_emplace(cause_of(result.finding), result.check->id);
      if (!is_new) known = cause->second;
    }
    std::cout << shown(result, again(request, result), known) << std::flush;
  });
  if (json) {
    std::cout << to_line(validation_json(request.file.string(), request.seed, results)) << "\n";
  } else {
    std::cout << (subject.empty() ? "" : "\n") << summed_up(results);
  }
  print_changes(catalogue.builds());
  // Last: the trial of the sandbox starts a thread, and a check copies a process with a single one.
  warn_of_missing_layers(missing_layers(Confined::strategies));
  const bool passed = validate::worst(results) < validate::Status::fail;
  return static_cast<int>(passed ? Exit::done : Exit::no);
}

}  // namespace

Command validate_command() {
  return {
      "validate",
      "FILE",
      "checks that a plugin keeps the rules of the ABI",
      validate_details + listed_checks(),
      text(Offer::libraries),
      {{"only", "CHECK", texts(), "run only this check; may be repeated"},
       {"game", "GAME", text(Offer::games), "the game of the strategies, by id or path"},
       {"matches", "N", whole(1, 1'000'000, "a number of matches"),
        "matches that a check plays, without a time limit (default: up to 10, within a few seconds)"},
       {"time", "SECONDS", limit(time_range), "CPU time of a strategy for a match; 0: no limit (default: the game's)"},
       {"seed", "N", text(), "draw as in the run that printed this seed (default: a new seed each time)"},
       json_option,
       {"quiet,q", "", on_off, "show only what is not ok"}},
      run_validate};
}

}  // namespace host
