// host blame: finds the turn at which a recorded match was lost.
#include "host/arena/run_in_child.hpp"
#include "host/blame/continuations.hpp"
#include "host/blame/search.hpp"
#include "host/cli/command.hpp"
#include "host/cli/kept_run.hpp"
#include "host/cli/live_request.hpp"
#include "host/cli/process.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/cli/stored_runs.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/live/live_seat.hpp"
#include "host/match/replay.hpp"
#include "host/own_files.hpp"
#include "host/replacing_file.hpp"
#include "host/store/store.hpp"
#include "host/text.hpp"
#include "host/view/blame_report.hpp"
#include "host/view/output.hpp"
#include "host/view/progress.hpp"
#include "host/view/recorded_page.hpp"

#include <agon/ext/model.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

namespace {

constexpr const char* blame_details =
    R"(FILE contains transcripts as --record writes them; --run takes those of a stored run instead. The seat that has
lost is handed to a reference strategy before one of its turns, and the match is played on many times with fresh
chance. The turn is named after which the seat could expect less than before: docs/analysis.md tells more. Strategies
have 0.1 s of CPU time for each turn of the match, or --time for all of it; of this, a continuation has the part that
is left. In games with one seat, name the score with --target that the match should have had.

Examples:
  host blame matches.jsonl --match 7
  host blame matches.jsonl --seat 1 --reference mcts,simulations=1000 --html blame.html
)";

using Json = nlohmann::ordered_json;

std::filesystem::path database_of(const Values& values) {
  return values.given("db") ? std::filesystem::path(values.text("db")) : default_database();
}

/// Returns the match that the command line names.
Transcript read_match(const Values& values, std::string& where) {
  const std::size_t wanted = values.given("match") ? values.whole("match") : 0;
  std::vector<std::string> lines;
  if (values.given("run")) {
    const std::filesystem::path file = database_of(values);
    Store store(file, {.create = false, .to_write = false});
    const std::vector<StoredRun> runs = runs_of(store, "", file.string());
    const StoredRun& run = chosen_run(runs, values.text("run"), file.string());
    where = "run " + std::to_string(run.id);
    for (const TranscribedMatch& match : transcribed_matches(store, run, file.string()))
      lines.push_back(store.transcript(match.id).value_or(""));
  } else {
    where = values.arguments().front();
    std::ifstream file(where);
    if (!file) throw Failure(Exit::transcript, where + ": can't be read");
    for (std::string line; std::getline(file, line);)
      if (!line.empty()) lines.push_back(line);
  }
  if (lines.empty()) throw Failure(Exit::transcript, where + ": holds no transcript");
  if (wanted == 0 && lines.size() > 1)
    throw Failure(Exit::usage, where + " holds several matches: name one with --match N");
  if (wanted > lines.size())
    throw Failure(Exit::usage,
                  "--match " + std::to_string(wanted) + ": " + where + " holds " + counted(lines.size(), "transcript"));
  if (wanted != 0) where += ", match " + std::to_string(wanted);
  Transcript match = parse_transcript(lines[wanted == 0 ? 0 : wanted - 1], where);
  if (!match.finished) throw Failure(Exit::usage, where + ": the match is not over");
  return match;
}

/// Returns the seat that has lost: of --seat, or the one that has beaten fewer than each other.
std::int32_t read_seat(const Values& values, BlameTask& task, const std::string& where) {
  const auto seats = static_cast<std::int32_t>(task.match.seats.size());
  if (values.given("seat")) return seat_number(values.text("seat"), task.plan.game.description, seats, "--seat");
  std::vector<std::pair<double, std::int32_t>> worths;
  for (task.seat = 0; seats > 1 && task.seat < seats; ++task.seat)
    worths.emplace_back(worth(task, task.match.result), task.seat);
  std::sort(worths.begin(), worths.end());
  if (worths.empty()) return 0;
  if (worths[0].first == worths[1].first)
    throw Failure(Exit::usage, where + ": no seat alone has lost: name one with --seat");
  return worths.front().second;
}

/// Fills the participants: the players of the other seats as they can be found now, and the reference. The reference
/// also stands in for people.
void read_players(const Values& values, BlameTask& task) {
  const Catalogue catalogue = Catalogue::standard();
  const GameDescription& game = task.plan.game.description;
  const Participant reference =
      read_participant(values.text("reference"), game, catalogue, People::refused, "--reference");
  for (std::int32_t seat = 0; seat < static_cast<std::int32_t>(task.match.seats.size()); ++seat) {
    const SeatIdentity& identity = player_at(task.match, seat, task.match.events.size());
    task.plan.participants.push_back(seat == task.seat || identity.person ? reference
                                                                          : recorded_player(identity, game, catalogue));
  }
  task.plan.participants.push_back(reference);
}

/// Returns the number of turns of the seat that has most.
std::size_t most_turns(const Transcript& match) {
  std::size_t most = 1;
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat)
    most = std::max(most, turns_of(match, static_cast<std::int32_t>(seat)).size());
  return most;
}

/// Returns the best score of the stored matches with one seat, and with the seed and the parameters of this one.
std::optional<double> best_stored(const Values& values, const Transcript& match) {
  const std::filesystem::path file = database_of(values);
  std::optional<double> best;
  if (!std::filesystem::exists(file)) return best;
  Store(file, {.create = false, .to_write = false}).for_each_match({.game = match.game}, [&](StoredMatch& stored) {
    if (stored.seed != match.seed || stored.result.seats.size() != 1) return;
    if (stored.summary().parameters == match.parameters)
      best = std::max(best.value_or(-HUGE_VAL), stored.result.seats.front().score);
  });
  return best;
}

BlameTask read_task(const Values& values, const Game& game, Transcript match, const std::string& where) {
  BlameTask task{.plan = recorded_plan(values, match, game, where), .match = std::move(match)};
  constexpr std::int64_t usual_turn_ns = 100'000'000;
  if (!values.given("time") && !values.given("turn-time"))
    task.plan.limits.cpu_ns = usual_turn_ns * static_cast<std::int64_t>(most_turns(task.match));
  task.seat = read_seat(values, task, where);
  const double score = task.match.result.seats[static_cast<std::size_t>(task.seat)].score;
  const bool alone = task.match.seats.size() == 1;
  task.target = values.number_of("target");
  task.chance = values.whole("chance");
  if (alone && !task.target) task.target = best_stored(values, task.match);
  if (alone != task.target.has_value())
    throw Failure(Exit::usage,
                  alone ? where +
                              ": the match has one seat, so no other beats it, and the database has no match with "
                              "its seed: name the score that it should have had with --target"
                        : "--target is for matches with one seat");
  if (task.target && *task.target <= score)
    throw Failure(Exit::usage,
                  "--target " + decimal(*task.target) + ": the match's score " + decimal(score) + " is no less");
  if (!alone && worth(task, task.match.result) == 1)
    throw Failure(Exit::usage, where + ": " + seat_and_name(game.description, task.seat) + " has won");
  if (turns_of(task.match, task.seat).empty())
    throw Failure(Exit::usage, where + ": " + seat_and_name(game.description, task.seat) + " has had no turn");
  if (const std::size_t turns = turns_of(task.match, task.seat).size();
      values.given("turn") && values.whole("turn") > turns)
    throw Failure(Exit::usage, "--turn " + values.text("turn") + ": " + seat_and_name(game.description, task.seat) +
                                   " has had " + counted(turns, "turn"));
  read_players(values, task);
  check_participant(task.plan.participants.back(), task.plan.limits, task.plan.sandbox.level);
  task.plan.record = true;
  task.plan.origin = to_line(task.match, game.description);
  free_cores(task.plan);
  task.plan.jobs = values.given("jobs")                     ? values.whole("jobs")
                   : task.plan.sandbox.level == Level::none ? 1
                                                            : std::max<std::size_t>(usable_cores().size(), 1);
  return task;
}

/// The continuations of one task in a file, which another command with the same task reads again.
class BlameFile {
 public:
  BlameFile(const std::filesystem::path& path, const BlameTask& task, Continuations& continuations) : path_(path) {
    Json head = {
        {"blame", match_digest(task.match, task.plan.game.description)}, {"seat", task.seat}, {"chance", task.chance}};
    if (task.target) head["target"] = *task.target;
    for (const Participant& player : task.plan.participants)
      head["players"].push_back({player.identity.sha256, player.identity.options});
    const agon_limits& limits = task.plan.limits;
    head["limits"] = {limits.cpu_ns, limits.turn_cpu_ns, limits.increment_ns, limits.memory_bytes, limits.threads};
    std::ifstream before(path);
    std::string line;
    if (std::getline(before, line)) {
      if (line != to_stored_line(head))
        throw Failure(Exit::usage, path.string() +
                                       ": it holds continuations of another match, or by other players or "
                                       "limits");
      while (std::getline(before, line)) take(line, continuations);
    }
    before.close();
    file_.open(path, std::ios::app);
    if (known_ == 0 && std::filesystem::file_size(path) == 0) file_ << to_stored_line(head) << "\n";
    check();
  }

  void add(const Probe& probe, const Continuation& played) {
    file_ << to_stored_line(Json{{"turn", probe.turn},
                                 {"acted", probe.acted},
                                 {"draw", probe.draw},
                                 {"value", played.value},
                                 {"score", played.score},
                                 {"action", played.action},
                                 {"failure", played.failure}})
          << std::endl;
    check();
  }

 private:
  void take(const std::string& line, Continuations& continuations) {
    try {
      const Json one = parse_json(line);
      continuations.remember({one.at("turn"), one.at("acted"), one.at("draw")},
                             {one.at("value"), one.at("score"), one.at("action"), one.at("failure")});
      ++known_;
    } catch (const Json::exception&) {  // a line that was cut: its continuation is played again
    }
  }
  void check() const {
    if (!file_) throw Failure(Exit::output, path_.string() + ": can't be written");
  }

  std::filesystem::path path_;
  std::ofstream file_;
  std::size_t known_ = 0;
};

/// Searches, with progress. Returns the exit code.
int blame(const Values& values, BlameTask& task, const Game& game, const std::string& where) {
  BlameOptions options{.alpha = values.number("alpha"), .least = values.number("least")};
  const std::size_t most = values.whole("matches");
  const std::chrono::duration<double> seconds(values.number("seconds"));
  const auto begun = std::chrono::steady_clock::now();
  std::size_t played = 0;
  std::size_t failures = 0;
  std::string first_failure;
  std::string standing;
  std::optional<BlameFile> file;
  Progress progress(progress_kind(values.given("quiet")), most, progress_on_stderr([&] { return standing; }));
  ContinuationHooks hooks;
  hooks.should_stop = [&] {
    return interrupted() || played >= most || std::chrono::steady_clock::now() - begun > seconds;
  };
  hooks.tick = [&] { progress.tick(); };
  hooks.finished = [&](const Probe& probe, const Continuation& each) {
    const bool failed = !each.failure.empty();
    ++played;
    failures += failed ? 1 : 0;
    if (first_failure.empty()) first_failure = each.failure;
    standing = "turn " + std::to_string(probe.turn + 1);
    progress.finished(failed ? 1 : 0);
    if (file) file->add(probe, each);
  };
  Continuations continuations(task, std::move(hooks));
  if (values.given("resume")) file.emplace(values.text("resume"), task, continuations);
  BlameSearch search(
      turns_of(task.match, task.seat).size(), worth(task, task.match.result),
      [&](const std::vector<Probe>& probes) { return continuations(probes); }, options);
  if (const auto turn = values.number_of("turn"))
    search.judge(static_cast<std::size_t>(*turn) - 1);
  else
    search.run();
  progress.end();
  const auto* const model = static_cast<const agon_model*>(game.type->extension(AGON_MODEL));
  const BlameReport report{task,   search,   options,      (model->properties & AGON_MODEL_HIDDEN) != 0,
                           played, failures, first_failure};
  print(std::cout, blame_report(report), values.given("json") ? OutputFormat::json : OutputFormat::text);
  if (values.given("html")) replace_file(values.text("html"), recorded_page(blamed_match(report), game, where).html);
  if (values.given("svg")) replace_file(values.text("svg"), blame_picture(report));
  return static_cast<int>(interrupted() ? Exit::interrupted : Exit::done);
}

int run_blame(const Values& values) {
  const bool stored = values.given("run");
  if (values.arguments().size() != (stored ? 0U : 1U))
    throw Failure(Exit::usage, "blame takes one file of transcripts, as '" + command_line("--record FILE") +
                                   "' writes it, or --run");
  catch_interrupts();
  return run_game_in_child(read_game_limits(values), [&] {
    std::string where;
    Transcript match = read_match(values, where);
    RecordedGames games(values.text("game"));
    const Game& game = games.game_of(match, where);
    name_own_work(where + ": the game " + game.description.id);
    if (game.type->extension(AGON_MODEL) == nullptr)
      throw Failure(Exit::usage, where + ": the game " + game.description.id +
                                     " has no model (agon.model/1), so its chance can't be drawn again");
    GameState state(game, setup_of(match, game, where));
    ReplayAdvance advance;
    std::vector<Spectator*> spectators = {&advance};
    if (const auto difference = replay(match, state, spectators))
      throw Failure(Exit::transcript,
                    where + ", action " + std::to_string(difference->event) + ": " + difference->what);
    BlameTask task = read_task(values, game, std::move(match), where);
    const OutsideGame waits;
    return blame(values, task, game, where);
  });
}

}  // namespace

Command blame_command() {
  return {
      "blame",
      "FILE",
      "finds the turn at which a match was lost",
      blame_details,
      text(Offer::files),
      together(
          {{{"match", "N", whole(1, unlimited, "the number of a transcript"),
             "the number of the transcript, from 1, if there are several"},
            {"run", "N", text("latest"), "take the transcripts of this run of the database, or of the latest"},
            {"db", "FILE", text(Offer::files), "the results database of --run and --target, if not the default one"},
            {"game", "GAME", text(Offer::games), "the game's library, if not the one that is found by name"},
            {"seat", "SEAT", text(), "whose turns to judge (default: the one that has lost)"},
            {"reference", "STRATEGY", text(Offer::strategies), "the strategy that plays on", "champion"},
            {"target", "SCORE", number(-unlimited, unlimited),
             "for one seat: the score that the match should have had (default: the best stored one with its seed)"},
            {"turn", "N", whole(1, unlimited, "the number of a turn"),
             "test the seat's turn number N, from 1, instead of searching"},
            {"chance", "N", whole(0, 1e9, "a number"), "other numbers mean other random numbers", "0"},
            {"least", "COST", number(0, 0.99), "the cost above which a turn is named; a match is worth 1", "0.1"},
            {"alpha", "P", probability, "the probability of naming a turn that has not cost so much", "0.05"},
            {"seconds", "S", number(1, 1e9, "seconds"), "begin no continuation after this time", "50"},
            {"matches", "N", whole(1, 1e9, "a number"), "play at most about this many continuations", "1000"},
            {"jobs", "N", jobs_taken, "matches at a time (default: one for each core)"},
            {"resume", "FILE", text(Offer::files),
             "keep all continuations in FILE, and use those that it holds already"},
            {"html", "FILE", text(Offer::files), "write the match with the values as one page for a browser"},
            {"svg", "FILE", text(Offer::files), "write the values as a picture"},
            json_option,
            {"quiet,q", "", on_off, "show no progress"}},
           sandbox_options(),
           game_limit_options()}),
      run_blame};
}

}  // namespace host
