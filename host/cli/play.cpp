// host play: the matches of one game between strategies.
#include "host/cli/command.hpp"
#include "host/cli/custody_options.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/record_file.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"
#include "host/tournament/run.hpp"
#include "host/view/report.hpp"
#include "host/view/show.hpp"

#include <unistd.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace host {

namespace po = boost::program_options;

namespace {

po::options_description options() {
  po::options_description all;
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  const auto texts = [](const char* name) { return po::value<std::vector<std::string>>()->value_name(name); };
  all.add_options()("game", text("GAME"), "the game: a name ('host list' shows them) or a path");
  all.add_options()("plugin", texts("STRATEGY"),
                    "a strategy: its name or its path, then options, as in mybot.so,depth=3,name=deep; once for each. "
                    "Seats without one get the game's default opponent");
  all.add_options()("seed", text("N"), "the match's seed (default 1)");
  all.add_options()("seeds", text("LIST"), "several matches: 1-20, or 1,3,5-7");
  all.add_options()("set", texts("NAME=VALUE"), "the game's parameters, as in n=10,board=...");
  all.add_options()("seats", text("RULE")->default_value("draw"),
                    "who sits where: draw (from the seed), listed (as on the command line), rotate (one on with each "
                    "match), or the strategies' numbers from 0, as in 1,0");
  add_custody_options(all);
  all.add_options()("record", text("FILE"), "write the transcripts, one a line");
  all.add_options()("board", text("WHEN"),
                    "show the board: final, moves (after each) or none (default: final for one match, none for "
                    "several)");
  all.add_options()("log", "show what the strategies log and print, on stderr");
  all.add_options()("json", "print results as JSON, one object a line");
  all.add_options()("quiet,q", "print one line for a match, only the table for several");
  all.add_options()("help,h", "show this");
  return all;
}

constexpr const char* details =
    "Examples:\n"
    "  host --game GAME --plugin ./mybot.so               against the default opponent\n"
    "  host --game GAME --plugin ./new.so --plugin ./old.so --seeds 1-100 --seats rotate --quiet\n"
    "  host --game GAME --plugin ./mybot.so --record match.json && host replay match.json\n";

enum class Boards { none, final, moves };

struct Request {
  RunPlan plan;
  Boards boards = Boards::final;
  bool json = false;
  bool quiet = false;
  bool log = false;
};

std::string text_of(const po::variables_map& values, const char* name) {
  return values.count(name) == 0 ? "" : values[name].as<std::string>();
}

template <class Value>
std::vector<Value> all_of(const po::variables_map& values, const char* name) {
  return values.count(name) == 0 ? std::vector<Value>{} : values[name].as<std::vector<Value>>();
}

std::vector<std::uint64_t> seeds(const po::variables_map& values) {
  if (values.count("seed") != 0 && values.count("seeds") != 0)
    throw Failure(Exit::usage, "--seed and --seeds exclude each other");
  const auto found = parse_seeds(values.count("seeds") != 0  ? text_of(values, "seeds")
                                 : values.count("seed") != 0 ? text_of(values, "seed")
                                                             : "1");
  if (values.count("seed") != 0 && found.size() != 1)
    throw Failure(Exit::usage, "--seed takes one seed; --seeds takes several");
  return found;
}

std::vector<Entrant> entrants(const po::variables_map& values, const GameDescription& game,
                              const Catalogue& catalogue) {
  auto specs = all_of<std::string>(values, "plugin");
  if (specs.size() > game.max_seats) {
    throw Failure(Exit::usage, std::to_string(specs.size()) + " plugins are too many: " + game.id + " has " +
                                   std::to_string(game.max_seats) + (game.max_seats == 1 ? " seat" : " seats"));
  }
  while (specs.size() < game.min_seats) {
    if (!game.opponent) {
      throw Failure(Exit::usage, game.id + " has " + std::to_string(game.min_seats) +
                                     (game.min_seats == 1 ? " seat" : " seats") + " and no default opponent: name " +
                                     std::to_string(game.min_seats - specs.size()) + " more with --plugin");
    }
    specs.push_back(*game.opponent);
  }
  std::vector<Entrant> found;
  for (const std::string& spec : specs) found.push_back(enter(PluginSpec::parse(spec), game, catalogue));
  return found;
}

Boards boards(const po::variables_map& values, bool several, bool quiet) {
  const std::string word = text_of(values, "board");
  if (word.empty()) return several || quiet ? Boards::none : Boards::final;
  const std::vector<std::string> words = {"final", "moves", "none"};
  if (word == "final") return Boards::final;
  if (word == "moves") return Boards::moves;
  if (word == "none") return Boards::none;
  throw Failure(Exit::usage, "--board " + word + ": it takes " + join(words, " | ") + did_you_mean(word, words));
}

Request read(const po::variables_map& values, const Arguments& arguments, const Catalogue& catalogue) {
  if (!arguments.empty()) {
    throw Failure(Exit::usage,
                  "'" + arguments.front() + "' stands alone: strategies are named with --plugin, the game with --game");
  }
  if (values.count("game") == 0) {
    throw Failure(Exit::usage, "no game is named: write --game and one of " + join(catalogue.game_ids()));
  }
  Request request;
  RunPlan& plan = request.plan;
  plan.game = catalogue.game(text_of(values, "game"));
  plan.seeds = seeds(values);
  Assignments parameters;
  for (const std::string& text : all_of<std::string>(values, "set")) {
    for (auto& assignment : parse_assignments(text, "--set")) parameters.push_back(std::move(assignment));
  }
  plan.parameters = resolve(plan.game.description.parameters, parameters, plan.game.description.id, "parameter");
  plan.entrants = entrants(values, plan.game.description, catalogue);
  plan.seating = SeatingRule::parse(text_of(values, "seats"), plan.entrants.size());
  plan.limits = read_limits(values, plan.game.description);
  plan.custody = read_custody(values, plan.limits);
  plan.record = values.count("record") != 0;
  request.quiet = values.count("quiet") != 0;
  request.json = values.count("json") != 0;
  request.log = values.count("log") != 0;
  request.boards = request.json ? Boards::none : boards(values, plan.seeds.size() > 1, request.quiet);
  return request;
}

void print_warnings(const RunPlan& plan) {
  std::set<std::string> warnings(plan.game.library->description().warnings.begin(),
                                 plan.game.library->description().warnings.end());
  for (const Entrant& entrant : plan.entrants)
    warnings.insert(entrant.file.warnings.begin(), entrant.file.warnings.end());
  for (const std::string& warning : warnings) std::cerr << "host: warning: " << warning << "\n";
}

/// All that was logged, or what those left that failed.
void show_logs(const FinishedMatch& match, const GameDescription& game, bool all) {
  for (std::size_t seat = 0; seat < match.logs.size(); ++seat) {
    const std::string& log = all ? *match.logs[seat] : match.transcript.result.seats[seat].outcome.log;
    if (log.empty()) continue;
    for (const std::string& line : split(std::string_view(log).substr(0, log.size() - 1), '\n')) {
      std::cerr << match.transcript.seats[seat].name << " (" << game.seat_names[seat] << "): " << plain(line) << "\n";
    }
  }
}

void show(const FinishedMatch& match, const Request& request) {
  const GameDescription& game = request.plan.game.description;
  const bool several = request.plan.seeds.size() > 1;
  if (request.log || (!several && !request.json && !request.quiet)) show_logs(match, game, request.log);
  if (request.json) {
    Transcript bare = match.transcript;
    bare.recorded = false;
    std::cout << to_line(to_json(bare, game)) << std::endl;
    return;
  }
  if (request.boards == Boards::final) {
    std::cout << title(match.transcript) << "\n\n";
    show_board(std::cout, match.state);
    std::cout << "\n";
  }
  if (several || request.quiet) {
    if (!several || !request.quiet) std::cout << match_line(match.transcript, game) << std::flush;
  } else {
    if (request.boards == Boards::none) std::cout << title(match.transcript) << "\n\n";
    std::cout << match_table(match.transcript, game);
  }
}

/// On stderr while stdout goes to a file: how far the run is.
void show_progress(std::size_t played, std::size_t all) {
  std::cerr << "\r" << played << " of " << all << " matches" << (played == all ? "\n" : "") << std::flush;
}

int run(const po::variables_map& values, const Arguments& arguments) {
  const Request request = read(values, arguments, Catalogue::standard());
  const RunPlan& plan = request.plan;
  print_warnings(plan);
  std::optional<RecordFile> record;
  if (plan.record) record.emplace(values["record"].as<std::string>());
  Tally tally(plan.entrants.size());
  MoveBoards each_move(std::cout);
  std::vector<Spectator*> spectators;
  if (request.boards == Boards::moves) spectators.push_back(&each_move);

  catch_interrupts();
  const bool several = plan.seeds.size() > 1;
  const bool progress = several && !request.quiet && ::isatty(STDOUT_FILENO) == 0 && ::isatty(STDERR_FILENO) != 0;
  std::size_t count = 0;
  const auto finished = [&](const FinishedMatch& match) {
    if (record) record->add(to_line(to_json(match.transcript, plan.game.description)));
    tally.add(match.transcript, match.seating);
    show(match, request);
    ++count;
    if (progress) show_progress(count, plan.seeds.size());
  };
  const std::size_t played = play_run(plan, spectators, finished, interrupted);
  if (record) record->finish();
  if (several && request.json) std::cout << to_line({{"run", run_json(plan, tally)}}) << "\n";
  if (several && !request.json) std::cout << (request.quiet ? "" : "\n") << run_table(plan, tally);
  if (played == plan.seeds.size()) return static_cast<int>(Exit::done);
  std::cerr << "host: interrupted after " << played << " of " << plan.seeds.size() << " matches\n";
  return static_cast<int>(Exit::interrupted);
}

}  // namespace

Command play_command() {
  return {"play", "--game GAME [OPTIONS]", "plays matches of a game between strategies", details, Word::none, options,
          run};
}

}  // namespace host
