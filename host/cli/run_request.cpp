#include "host/cli/run_request.hpp"

#include "host/cli/custody_options.hpp"
#include "host/cli/game_process.hpp"
#include "host/cli/opening_options.hpp"
#include "host/cli/process.hpp"
#include "host/failure.hpp"
#include "host/plain.hpp"
#include "host/plugin/settings.hpp"
#include "host/program_name.hpp"
#include "host/random_key.hpp"
#include "host/store/store.hpp"
#include "host/text.hpp"
#include "host/tournament/shard.hpp"

#include <algorithm>
#include <cstddef>
#include <fstream>

namespace host {

namespace po = boost::program_options;

namespace {

template <class Value>
std::vector<Value> all_of(const po::variables_map& values, const char* name) {
  return values.count(name) == 0 ? std::vector<Value>{} : values[name].as<std::vector<Value>>();
}

/// Returns what the value of an option of the command line stands for: the seeds with the key that was drawn, and
/// strategies with the names that distinguish them.
std::string settled(const RunPlan& plan, const std::string& option, const std::string& value) {
  if (option == "--seeds") return plan.seeds.text;
  if (option != "--plugin" && option != "--against") return value;
  for (const Entrant& entrant : plan.entrants) {
    if (entrant.given == value + ",name=" + entrant.identity.name) return entrant.given;
  }
  return value;
}

/// Returns the words of the command, with settled() values.
Words settled_words(const RunPlan& plan) {
  Words words = own_words();
  std::string before;
  for (std::string& word : words) {
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string given = word;
    word = equals == std::string::npos
               ? settled(plan, before, word)
               : word.substr(0, equals + 1) + settled(plan, word.substr(0, equals), word.substr(equals + 1));
    before = given;
  }
  return words;
}

Seeds read_seeds(const po::variables_map& values, const std::string& otherwise) {
  if (values.count("seed") != 0 && values.count("seeds") != 0)
    throw Failure(Exit::usage, "--seed and --seeds exclude each other");
  Seeds found = parse_seeds(values.count("seeds") != 0  ? text_of(values, "seeds")
                            : values.count("seed") != 0 ? text_of(values, "seed")
                                                        : otherwise,
                            random_key);
  if (values.count("seed") != 0 && (found.list.size() != 1 || !found.secret.empty()))
    throw Failure(Exit::usage, "--seed takes one number; --seeds takes several, and random ones");
  return found;
}

/// Returns the options that apply to every match of the run, as written, so that a match can be replayed.
std::vector<std::string> given_words(const po::variables_map& values) {
  std::vector<std::string> words;
  const auto add = [&](const char* name, const std::string& value) {
    words.push_back(std::string("--") + name);
    if (!value.empty()) words.push_back(value);
  };
  add("game", text_of(values, "game"));
  for (const std::string& text : all_of<std::string>(values, "set")) add("set", text);
  for (const std::string& word : opening_words(values)) words.push_back(word);
  for (const char* const name : {"time", "turn-time", "increment", "memory", "wall", "game-wall", "game-memory"}) {
    if (values.count(name) != 0) add(name, decimal(values[name].as<double>()));
  }
  if (values.count("threads") != 0) add("threads", std::to_string(values["threads"].as<int>()));
  if (values.count("isolation") != 0 && !values["isolation"].defaulted())
    add("isolation", text_of(values, "isolation"));
  if (values.count("fresh") != 0) add("fresh", "");
  return words;
}

Measure read_measure(const po::variables_map& values) {
  const std::string word = text_of(values, "measure");
  if (word.empty() || word == "contest") return Measure::contest;
  if (word == "score") return Measure::score;
  throw Failure(Exit::usage,
                "--measure " + word + ": it takes contest or score" + did_you_mean(word, {"contest", "score"}));
}

/// Returns whether a strategy may have several threads.
bool has_threads(const RunPlan& plan) {
  return plan.limits.threads > 1 || std::any_of(plan.entrants.begin(), plan.entrants.end(), [](const Entrant& each) {
           return each.limits.threads.value_or(1) > 1;
         });
}

}  // namespace

std::string text_of(const po::variables_map& values, const char* name) {
  return values.count(name) == 0 ? "" : values[name].as<std::string>();
}

void add_run_options(Options& options) {
  po::options_description& group = options.group(match_options);
  const auto text = [](const char* name) { return po::value<std::string>()->value_name(name); };
  const auto texts = [](const char* name) { return po::value<std::vector<std::string>>()->value_name(name); };
  group.add_options()("game", text("GAME"), "the game: a name that 'host list' prints, or a path");
  group.add_options()("plugin", texts("STRATEGY"),
                      "a strategy: a name, a path or run:COMMAND, then options, as in mybot.so,depth=3,name=deep or "
                      "./bot.py, and limits of its own, as in mybot.so,time=2; repeat it for each strategy");
  group.add_options()("seed", text("N"), "the match's seed (default: 1)");
  group.add_options()("seeds", text("LIST"),
                      "several seeds: 1-20 or 1,3,5-7, or random:20 for 20 seeds that nobody can guess");
  group.add_options()("secret", text("TEXT"),
                      "changes the strategies' own random numbers, so that these do not reveal the seed");
  group.add_options()("set", texts("NAME=VALUE"), "the game's parameters, as in n=10,board=...");
  add_opening_options(options);
  add_custody_options(options);
  add_game_limit_options(options);
  group.add_options()("jobs", po::value<int>()->value_name("N"),
                      "matches at a time (default: one for each core; one with --isolation none)");
}

void add_database_options(Options& options) {
  po::options_description& group = options.group(database_options);
  group.add_options()(
      "db", po::value<std::string>()->value_name("FILE"),
      "the results database (default for several matches: agon/agon.db in XDG_DATA_HOME; for one: none)");
  group.add_options()("no-db", "store no results");
  group.add_options()("afresh", "play all matches, even those in the database");
  group.add_options()("keep", "also store the transcripts in the database");
}

void add_measure_option(Options& options) {
  options.add_options()("measure", po::value<std::string>()->value_name("WHAT")->default_value("contest"),
                        "what is compared: 'contest', what a match counts in the game's contest, or 'score'");
}

void add_shard_option(Options& options) {
  po::options_description& group = options.group(database_options);
  group.add_options()("shard", po::value<std::string>()->value_name("I/N"),
                      "play only part I of N, as on one of several machines; 'host merge' joins the databases");
}

void add_display_options(Options& options) {
  po::options_description& group = options.group(output_options);
  add_database_options(options);
  add_shard_option(options);
  group.add_options()("by", po::value<std::string>()->value_name("NAME"),
                      "also print results for each value of this parameter of the game");
  group.add_options()("record", po::value<std::string>()->value_name("FILE"),
                      "write the transcripts, one on each line");
  group.add_options()("log", "show the logs of the strategies and of the game, and the strategies' output, on stderr");
  group.add_options()("json", "print results as JSON, one object on each line");
  group.add_options()("wide", wide_help);
  group.add_options()("quiet,q", "print one line for one match, only the table for several");
  group.add_options()("help,h", "show this");
}

Entrant read_entrant(const std::string& text, const GameDescription& game, const Catalogue& catalogue, People people,
                     const std::string& option) {
  const PluginSpec spec = PluginSpec::parse(text, option);
  if (!is_person(spec)) return enter(spec, game, catalogue);
  if (people == People::allowed) return enter_person(spec);
  throw Failure(Exit::usage, option + " " + text + ": a person plays only with '" + command_line("play") +
                                 "'; a strategy of that name needs a path");
}

RunPlan read_plan(const po::variables_map& values, const Arguments& arguments, const Catalogue& catalogue,
                  const std::string& default_seeds, People people) {
  if (!arguments.empty()) {
    throw Failure(Exit::usage,
                  "'" + arguments.front() + "' stands alone: strategies are named with --plugin, the game with --game");
  }
  if (values.count("game") == 0) {
    throw Failure(Exit::usage, "no game is named: write --game and one of " + join(catalogue.game_ids()));
  }
  RunPlan plan;
  plan.seeds = read_seeds(values, default_seeds);
  plan.secret = values.count("secret") != 0 ? text_of(values, "secret") : plan.seeds.secret;
  plan.game = catalogue.take(catalogue.find_game(text_of(values, "game")));
  const GameDescription& game = plan.game.description;
  Assignments parameters;
  for (const std::string& text : all_of<std::string>(values, "set")) {
    for (auto& assignment : parse_assignments(text, "--set")) parameters.push_back(std::move(assignment));
  }
  plan.parameters = resolve(game.parameters, parameters, game.id, "parameter");
  plan.openings = read_openings(values, game, parameters);
  for (const std::string& spec : all_of<std::string>(values, "plugin"))
    plan.entrants.push_back(read_entrant(spec, game, catalogue, people));
  tell_apart(plan.entrants);
  plan.limits = read_limits(values, game);
  plan.custody = read_custody(values, plan.limits);
  plan.game_limits = read_game_limits(values);
  plan.given = given_words(values);
  plan.record = values.count("record") != 0;
  plan.measure = read_measure(values);
  return plan;
}

void free_cores(RunPlan& plan) {
  if (has_threads(plan) && !plan.custody.pin.core) plan.custody.pin.on = false;
}

std::size_t read_jobs(const po::variables_map& values, RunPlan& plan, bool watched) {
  constexpr int most = 1024;
  const std::size_t cores = usable_cores().size();
  free_cores(plan);
  if (values.count("jobs") == 0) {
    // In the host's process, strategies would share memory with their instances in other threads. So several jobs must
    // be requested explicitly.
    if (watched || plan.custody.level == Level::none || has_threads(plan) || plan.custody.pin.core) return 1;
    return std::clamp<std::size_t>(plan.schedule.size(), 1, cores);
  }
  const int jobs = values["jobs"].as<int>();
  if (jobs < 1 || jobs > most) {
    throw Failure(Exit::usage, "--jobs " + std::to_string(jobs) +
                                   ": it takes the number of matches at a time, from 1 to " + std::to_string(most));
  }
  if (jobs > 1 && watched) throw Failure(Exit::usage, "--jobs does not go with --board moves, which shows one match");
  if (jobs > 1 && plan.custody.pin.core)
    throw Failure(Exit::usage, "--jobs does not go with --pin " + std::to_string(*plan.custody.pin.core) +
                                   ": one core serves one match at a time");
  return static_cast<std::size_t>(jobs);
}

void read_database(const po::variables_map& values, const RunDisplay& display, RunPlan& plan) {
  const bool named = values.count("db") != 0;
  const bool none = values.count("no-db") != 0;
  if (named && none) throw Failure(Exit::usage, "--db and --no-db exclude each other");
  for (const char* const name : {"afresh", "keep"}) {
    if (none && values.count(name) != 0)
      throw Failure(Exit::usage, std::string("--") + name + " needs a database: it does not go with --no-db");
  }
  plan.keep_transcripts = values.count("keep") != 0;
  if (plan.keep_transcripts) plan.record = true;
  plan.afresh = values.count("afresh") != 0;
  if (!none && (named || plan.schedule.size() > 1))
    plan.database = named ? std::filesystem::path(text_of(values, "db")) : default_database();
  // A match from the database can't be shown, recorded or logged; it must be played.
  plan.look_up =
      plan.database && values.count("afresh") == 0 && !plan.record && !display.log && display.boards == Boards::none;
  if (values.count("shard") != 0) take_shard(plan, text_of(values, "shard"));
}

void add_seats_option(Options& options) {
  options.add_options()("seats", po::value<std::string>()->value_name("RULE")->default_value("draw"),
                        "who sits where: draw (from the seed), listed (as on the command line), rotate (each moves "
                        "on by one seat with each match), or the strategies' numbers from 0, as in 1,0");
}

void add_group_option(Options& options) {
  options.add_options()("group", po::value<int>()->value_name("N"),
                        "seats of each match, in games for several numbers of them (default: two)");
}

std::size_t read_group(const po::variables_map& values, const GameDescription& game) {
  if (values.count("group") == 0) return 0;
  const int group = values["group"].as<int>();
  if (group >= static_cast<int>(game.min_seats) && group <= static_cast<int>(game.max_seats))
    return static_cast<std::size_t>(group);
  const std::string seats = counted(game.max_seats, "seat");
  throw Failure(Exit::usage,
                "--group " + std::to_string(group) + ": a match of " + game.id + " has " +
                    (game.min_seats == game.max_seats ? seats : std::to_string(game.min_seats) + " to " + seats));
}

void seat_opponents(RunPlan& plan, const Catalogue& catalogue) {
  const GameDescription& game = plan.game.description;
  const std::string seats = counted(game.max_seats, "seat");
  if (plan.entrants.size() > game.max_seats && game.max_seats > 1) {
    throw Failure(Exit::usage, std::to_string(plan.entrants.size()) + " plugins are too many: " + game.id + " has " +
                                   seats + "; '" + command_line("tournament") + "' takes more");
  }
  while (plan.entrants.size() < game.min_seats) {
    if (!game.opponent) {
      throw Failure(Exit::usage, game.id + " has " + counted(game.min_seats, "seat") +
                                     " and no default opponent: name " +
                                     std::to_string(game.min_seats - plan.entrants.size()) + " more with --plugin");
    }
    plan.entrants.push_back(enter(PluginSpec::parse(*game.opponent), game, catalogue));
  }
  tell_apart(plan.entrants);
}

Schedule seated_schedule(const po::variables_map& values, RunPlan& plan) {
  if (plan.game.description.max_seats == 1 && plan.entrants.size() > 1) {
    if (!values["seats"].defaulted())
      throw Failure(Exit::usage, "--seats " + text_of(values, "seats") + ": " + plan.game.description.id +
                                     " has one seat, which each strategy takes in turn");
    return Schedule::alone(std::move(plan.seeds.list), plan.entrants.size());
  }
  return Schedule::matches(std::move(plan.seeds.list),
                           SeatingRule::parse(text_of(values, "seats"), plan.entrants.size()));
}

std::string read_by(const po::variables_map& values, const std::string& owner,
                    const std::vector<std::string>& parameters) {
  if (values.count("by") == 0) return {};
  std::string name = text_of(values, "by");
  if (std::find(parameters.begin(), parameters.end(), name) != parameters.end()) return name;
  throw Failure(Exit::usage, "--by: " + owner + " has no parameter '" + name + "'" + did_you_mean(name, parameters) +
                                 "; it has " + (parameters.empty() ? "none" : join(parameters)));
}

RunDisplay read_display(const po::variables_map& values, const RunPlan& plan) {
  const GameDescription& game = plan.game.description;
  std::vector<std::string> parameters;
  for (const SettingDescription& parameter : game.parameters) parameters.push_back(parameter.name);
  std::string by = read_by(values, game.id, parameters);
  if (!by.empty() && plan.schedule.size() == 1)
    throw Failure(Exit::usage, "--by " + by + ": it needs several matches; name several seeds with --seeds");
  return {.boards = Boards::none,
          .json = values.count("json") != 0,
          .quiet = values.count("quiet") != 0,
          .log = values.count("log") != 0,
          .by = std::move(by),
          .record = text_of(values, "record"),
          .command = settled_words(plan)};
}

}  // namespace host
