#include "host/cli/run_request.hpp"

#include "host/cli/opening_options.hpp"
#include "host/cli/process.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/plugin/spec.hpp"
#include "host/plugin/tester_library.hpp"
#include "host/report/again.hpp"
#include "host/store/store.hpp"
#include "host/tournament/parts.hpp"
#include "host/tournament/schedule.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

namespace host {

namespace {

/// Returns the words of an option: "--" and its name, and the value if it has one.
Words words_of(const std::string& name, const std::optional<std::string>& value) {
  if (!value) return {"--" + name};
  if (value->starts_with('-')) return {"--" + name + "=" + *value};  // which could be taken for an option
  return {"--" + name, *value};
}

/// Returns the words of the command; its seeds have the key that was drawn.
Words repeatable_words(const Values& values, const RunPlan& plan) {
  const Words typed = own_words();
  Words words = {typed.front()};
  if (typed.size() > 1 && !typed[1].starts_with('-')) words.push_back(typed[1]);
  for (const auto& [name, value] : values.options())
    for (std::string& word : words_of(name, name == "seeds" ? plan.seeds.text : value))
      words.push_back(std::move(word));
  return words;
}

Seeds read_seeds(const Values& values, const std::string& otherwise) {
  if (values.given("seed") && values.given("seeds"))
    throw Failure(Exit::usage, "--seed and --seeds exclude each other");
  Seeds found = parse_seeds(values.given("seeds")  ? values.text("seeds")
                            : values.given("seed") ? values.text("seed")
                                                   : otherwise,
                            random_key);
  if (values.given("seed") && (found.list.size() != 1 || !found.secret.empty()))
    throw Failure(Exit::usage, "--seed takes one number; --seeds takes several, and random ones");
  return found;
}

/// Returns the default seeds of a tester whose cases are files: all of them in place of a range, and the first one in
/// place of a single seed that is none.
std::string cases_by_default(const std::vector<std::uint64_t>& cases, const std::string& usual) {
  const auto one = whole_number<std::uint64_t>(usual);
  if (!one) return ranges_of(cases);
  return std::ranges::binary_search(cases, *one) ? usual : std::to_string(cases.front());
}

/// Returns the options that apply to every match of the run, as written, so that a match can be replayed.
Words words_of_matches(const Values& values) {
  Words words;
  for (const std::string_view name : options_of_matches)
    for (const auto& [given, value] : values.options())
      if (given == name)
        for (std::string& word : words_of(given, value)) words.push_back(std::move(word));
  return words;
}

/// Runs of up to this many matches keep their transcripts, which take 0.5 to 5 KB each: 10 to 30 MB.
constexpr std::size_t most_kept_by_default = 10'000;

/// Returns the file of the lock that --exclusive names, in a folder beside the default database; "" without the option.
std::string read_exclusive(const Values& values) {
  if (!values.given("exclusive")) return {};
  const std::string name = values.text("exclusive");
  constexpr std::size_t longest = 100;
  const auto fits = [](char each) {
    return std::isalnum(static_cast<unsigned char>(each)) != 0 || each == '-' || each == '_';
  };
  if (name.empty() || name.size() > longest || !std::all_of(name.begin(), name.end(), fits))
    throw Failure(Exit::usage, "--exclusive '" + name + "': a name has letters, digits, '-' and '_', as in gpu");
  const std::filesystem::path folder = default_database().parent_path() / "exclusive";
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (fault)
    throw Failure(Exit::output, "--exclusive " + name + ": " + folder.string() + " can't be made: " + fault.message());
  return (folder / name).string();
}

/// Returns whether a strategy may have several threads.
bool has_threads(const RunPlan& plan) {
  return plan.limits.threads > 1 ||
         std::any_of(plan.participants.begin(), plan.participants.end(),
                     [](const Participant& each) { return each.limits.threads.value_or(1) > 1; });
}

}  // namespace

Words words_of_others(const Values& values, std::initializer_list<std::string_view> names) {
  Words words;
  for (const auto& [name, value] : values.options())
    if (std::ranges::find(names, name) == names.end())
      for (std::string& word : words_of(name, value)) words.push_back(std::move(word));
  return words;
}

Options run_options() {
  return together(
      {grouped(
           match_group,
           {{"game", "GAME", text(Offer::games), "the game: a name that 'host list' prints, or a path"},
            {"plugin", "STRATEGY", texts(Offer::strategies),
             "a strategy: a name, a path or run:COMMAND, then options, as in mybot.so,depth=3,name=deep or ./bot.py, "
             "and limits of its own, as in mybot.so,time=2; repeat it for each strategy"},
            {"seeds", "LIST", text("1-100|random:100"),
             "the matches' seeds: 7, 1-20 or 1,3,5-7, or random:20 for 20 seeds that nobody can guess"},
            {"set", "NAME=VALUE", texts(Offer::parameters), "the game's parameters, as in n=10,board=..."},
            {"jobs", "N", jobs_taken, "matches at a time (default: one for each core; one with --isolation none)"}}),
       opening_options(), sandbox_options(), game_limit_options()});
}

Options database_options() {
  return grouped(database_group,
                 {{"db", "FILE", text(Offer::files),
                   "the results database (default for several matches: agon/agon.db in XDG_DATA_HOME; for one: none)"},
                  {"no-db", "", on_off, "store no results, and use none"},
                  {"keep", "", on_off,
                   "store the transcript of each match, and play stored matches without one again (default: keep the "
                   "transcripts of matches that are played, in runs of up to 10,000)"}});
}

Options display_options() {
  return together(
      {database_options(),
       grouped("Output", {{"record", "FILE", text(Offer::files), "write the transcripts, one on each line"},
                          {"log", "", on_off,
                           "show the logs of the strategies and of the game, and the strategies' output, on stderr"},
                          {"json", "", on_off, "print results as JSON, one object on each line"},
                          {"quiet,q", "", on_off, "print one line for one match, only the table for several"}})});
}

Options machine_options() {
  return grouped(
      "Many machines",
      {{"on", "SYSTEM", text("slurm|parallel|kubernetes"),
        "play on many machines, through a batch system: slurm, parallel, kubernetes, or a script of your own"},
       {"parts", "N", whole(1, 1000, "the number of parts"),
        "divide the run into N parts (default: one for each 250 matches, at most 1000)"},
       {"folder", "PATH", text(Offer::files), "a folder that these machines share (default: that of the database)"}});
}

Participant read_participant(const std::string& text, const GameDescription& game, const Catalogue& catalogue,
                             People people, const std::string& option) {
  const PluginSpec spec = PluginSpec::parse(text, option);
  if (!is_person(spec)) return enter(spec, game, catalogue);
  if (people == People::allowed) return make_person(spec);
  throw Failure(Exit::usage, option + " " + text + ": a person plays only with '" + command_line("play") +
                                 "'; a strategy of that name needs a path");
}

RunPlan read_plan(const Values& values, const Catalogue& catalogue, const std::string& default_seeds, People people,
                  Unusable unusable) {
  if (!values.arguments().empty()) {
    throw Failure(Exit::usage, "'" + values.arguments().front() +
                                   "' stands alone: strategies are named with --plugin, the game with --game");
  }
  if (!values.given("game")) {
    throw Failure(Exit::usage, "no game is named: write --game and one of " + join(catalogue.game_ids()));
  }
  RunPlan plan;
  plan.game = catalogue.take(catalogue.find_game(values.text("game")));
  plan.cases = tester_cases(plan.game.build->path());
  plan.seeds = read_seeds(values, plan.cases.empty() ? default_seeds : cases_by_default(plan.cases, default_seeds));
  plan.secret = values.given("secret") ? values.text("secret") : plan.seeds.secret;
  const GameDescription& game = plan.game.description;
  Assignments parameters;
  for (const std::string& text : values.texts("set")) {
    for (auto& assignment : parse_assignments(text, "--set")) parameters.push_back(std::move(assignment));
  }
  plan.parameters = resolve(game.parameters, parameters, game.id, "parameter");
  plan.openings = read_openings(values, plan.game, parameters);
  std::optional<Failure> first_failure;
  std::size_t usable = 0;
  for (const std::string& spec : values.texts("plugin")) {
    try {
      plan.participants.push_back(read_participant(spec, game, catalogue, people));
      ++usable;
    } catch (const Failure& failure) {
      if (failure.code() != Exit::plugin || unusable == Unusable::refused) throw;
      if (!first_failure) first_failure = failure;
      plan.participants.push_back(enter_unusable(PluginSpec::parse(spec), game, failure.what()));
    }
  }
  if (first_failure && usable < 2) throw Failure(*first_failure);
  tell_apart(plan.participants);
  plan.limits = read_limits(values, game);
  plan.sandbox = read_sandbox(values, plan.limits);
  plan.sandbox.trace = read_trace(values);
  plan.game_limits = read_game_limits(values);
  plan.exclusive = read_exclusive(values);
  plan.given = words_of_matches(values);
  plan.record = values.given("record");
  plan.logs = values.given("log");
  plan.measure = values.text("measure") == "score" ? Measure::score : Measure::contest;
  return plan;
}

void free_cores(RunPlan& plan) {
  if (has_threads(plan) && !plan.sandbox.pin.core) plan.sandbox.pin.on = false;
}

void read_jobs(const Values& values, RunPlan& plan, std::size_t matches) {
  free_cores(plan);
  const bool watched = plan.boards == Boards::moves;
  if (!values.given("jobs")) {
    // In the host's process, strategies would share memory with their instances in other threads. So several jobs must
    // be requested explicitly.
    const bool alone = watched || plan.sandbox.level == Level::none || has_threads(plan) || plan.sandbox.pin.core ||
                       !plan.exclusive.empty();
    plan.jobs = alone ? 1 : std::clamp<std::size_t>(matches, 1, usable_cores().size());
    return;
  }
  const std::size_t jobs = plan.jobs = values.whole("jobs");
  if (jobs > 1 && watched) throw Failure(Exit::usage, "--jobs does not go with --board moves, which shows one match");
  if (jobs > 1 && plan.sandbox.pin.core)
    throw Failure(Exit::usage, "--jobs does not go with --pin " + std::to_string(*plan.sandbox.pin.core) +
                                   ": one core serves one match at a time");
  if (jobs > 1 && !plan.exclusive.empty())
    throw Failure(Exit::usage, "--jobs does not go with --exclusive, which lets one match at a time be played");
}

void read_database(const Values& values, const RunDisplay& display, RunPlan& plan) {
  const bool named = values.given("db");
  const bool none = values.given("no-db");
  if (named && none) throw Failure(Exit::usage, "--db and --no-db exclude each other");
  if (none) refuse_given(values, {"keep"}, "needs a database: it does not go with --no-db");
  if (!none && (named || plan.schedule.size() > 1))
    plan.database = named ? std::filesystem::path(values.text("db")) : default_database();
  plan.complete_transcripts = values.given("keep");
  plan.keep = plan.database && (plan.complete_transcripts || plan.schedule.size() <= most_kept_by_default);
  // A match from the database can't be shown, recorded, logged or traced; it must be played.
  plan.look_up =
      plan.database && !plan.record && !plan.logs && display.boards == Boards::none && plan.sandbox.trace.empty();
  if (plan.complete_transcripts) plan.record = true;
  if (values.given("shard")) take_shard(plan, values.text("shard"));
}

void read_machines(const Values& values, RunPlan& plan, bool in_waves) {
  if (!values.given("on")) {
    refuse_given(values, {"parts", "folder"}, "goes with --on alone");
    return;
  }
  refuse_given(values, {"shard", "trace"}, "does not go with --on");
  if (!plan.database && !values.given("folder"))
    throw Failure(Exit::usage, "--on needs a folder that the machines share: name it with --folder");
  const std::filesystem::path shared = values.given("folder") ? std::filesystem::path(values.text("folder"))
                                                              : std::filesystem::absolute(*plan.database).parent_path();
  const std::size_t parts = values.given("parts") ? values.whole("parts") : 0;
  const std::size_t jobs = values.given("jobs") ? plan.jobs : has_threads(plan) ? 1 : 0;
  play_on_machines(plan, values.text("on"), shared, parts, jobs, in_waves);
}

std::size_t read_group(const Values& values, const GameDescription& game) {
  if (!values.given("group")) return 0;
  const std::size_t group = values.whole("group");
  if (group >= game.min_seats && group <= game.max_seats) return group;
  const std::string seats = counted(game.max_seats, "seat");
  throw Failure(Exit::usage,
                "--group " + std::to_string(group) + ": a match of " + game.id + " has " +
                    (game.min_seats == game.max_seats ? seats : std::to_string(game.min_seats) + " to " + seats));
}

void seat_opponents(RunPlan& plan, const Catalogue& catalogue) {
  const GameDescription& game = plan.game.description;
  const std::string seats = counted(game.max_seats, "seat");
  if (plan.participants.size() > game.max_seats && game.max_seats > 1) {
    throw Failure(Exit::usage, std::to_string(plan.participants.size()) + " plugins are too many: " + game.id +
                                   " has " + seats + "; '" + command_line("tournament") + "' takes more");
  }
  while (plan.participants.size() < game.min_seats) {
    if (!game.opponent) {
      throw Failure(Exit::usage, game.id + " has " + counted(game.min_seats, "seat") +
                                     " and no default opponent: name " +
                                     std::to_string(game.min_seats - plan.participants.size()) + " more with --plugin");
    }
    plan.participants.push_back(enter(PluginSpec::parse(*game.opponent), game, catalogue));
  }
  tell_apart(plan.participants);
}

Schedule seated_schedule(const Values& values, RunPlan& plan) {
  if (plan.game.description.max_seats == 1 && plan.participants.size() > 1) {
    if (values.given("seats"))
      throw Failure(Exit::usage, "--seats " + values.text("seats") + ": " + plan.game.description.id +
                                     " has one seat, which each strategy takes in turn");
    return Schedule::alone(std::move(plan.seeds.list), plan.participants.size());
  }
  return Schedule::matches(std::move(plan.seeds.list),
                           SeatingRule::parse(values.text("seats"), plan.participants.size()));
}

std::string read_by(const Values& values, const std::string& owner, const std::vector<std::string>& parameters) {
  if (!values.given("by")) return {};
  std::string name = values.text("by");
  if (std::find(parameters.begin(), parameters.end(), name) != parameters.end()) return name;
  throw Failure(Exit::usage, "--by: " + owner + " has no parameter '" + name + "'" + did_you_mean(name, parameters) +
                                 "; it has " + (parameters.empty() ? "none" : join(parameters)));
}

RunDisplay read_display(const Values& values, const RunPlan& plan) {
  return {.boards = Boards::none,
          .json = values.given("json"),
          .quiet = values.given("quiet"),
          .record = values.text("record"),
          .command = repeatable_words(values, plan)};
}

RunDisplay read_run(const Values& values, RunPlan& plan) {
  read_jobs(values, plan, plan.schedule.size());
  RunDisplay display = read_display(values, plan);
  read_database(values, display, plan);
  return display;
}

}  // namespace host
