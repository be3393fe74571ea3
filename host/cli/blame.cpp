// host blame: finds the turn at which a recorded match was lost, and what strategies lose in a run.
#include "host/arena/run_in_child.hpp"
#include "host/blame/continuations.hpp"
#include "host/blame/phases.hpp"
#include "host/blame/search.hpp"
#include "host/cli/command.hpp"
#include "host/cli/live_request.hpp"
#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/cli/run_request.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/cli/stored_runs.hpp"
#include "host/failure.hpp"
#include "host/live/live_seat.hpp"
#include "host/machine.hpp"
#include "host/match/replay.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/replacing_file.hpp"
#include "host/stats/draw.hpp"
#include "host/store/store.hpp"
#include "host/text.hpp"
#include "host/view/blame_report.hpp"
#include "host/view/output.hpp"
#include "host/view/pages.hpp"
#include "host/view/progress.hpp"
#include "host/view/recorded_page.hpp"

#include <agon/ext/model.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace host {

namespace {

constexpr const char* blame_details =
    R"(FILE contains transcripts as --record writes them; --run with --match takes one of a stored run instead. The seat
that has lost is handed to a reference strategy before one of its turns, and the match is played on many times with
fresh chance. The turn is named after which the seat could expect less than before: docs/analysis.md tells more.
Strategies have 0.1 s of CPU time for each turn of the match, or --time for all of it; of this, a continuation has the
part that is left. In games with one seat, name the score with --target that the match should have had. --run without
--match judges all matches of the run: what each strategy loses in their opening, middle and end.

Examples:
  host blame matches.jsonl --match 7
  host blame matches.jsonl --seat 1 --reference mcts,simulations=1000 --html blame.html
  host blame --run latest --reference mcts,simulations=100 --time 0 --seconds 600
)";

Transcript finished_match(const RecordedLine& recorded) {
  Transcript match = parse_transcript(recorded.line, recorded.where);
  if (!match.finished) throw Failure(Exit::usage, recorded.where + ": the match is not over");
  return match;
}

/// Returns the best score of the stored matches with one seat, and with the seed and the parameters of this one.
std::optional<double> best_stored(const Values& values, const Transcript& match) {
  const std::filesystem::path file = database_of(values);
  std::optional<double> best;
  if (!std::filesystem::exists(file)) return best;
  Store(file, {.create = false, .to_write = false}).for_each_match({.game = match.game}, [&](StoredMatch& stored) {
    if (stored.seed == match.seed && stored.result.seats.size() == 1 && stored.summary().parameters == match.parameters)
      best = std::max(best.value_or(-HUGE_VAL), stored.result.seats.front().score);
  });
  return best;
}

/// Returns the plan with this part of all limits of CPU time, if there are any.
std::optional<RunPlan> with_less_time(RunPlan plan, double part) {
  bool any = false;
  const auto shorten = [&](auto& time) {
    time = static_cast<std::remove_reference_t<decltype(time)>>(static_cast<double>(time) * part);
    any |= time > 0;
  };
  for (std::int64_t* const each : {&plan.limits.cpu_ns, &plan.limits.turn_cpu_ns, &plan.limits.increment_ns})
    shorten(*each);
  for (Participant& player : plan.participants) {
    for (std::optional<double>* const each : {&player.limits.time, &player.limits.turn_time, &player.limits.increment})
      if (*each) shorten(**each);
  }
  return any ? std::optional(std::move(plan)) : std::nullopt;
}

/// Returns the seat that has beaten fewer than each other.
std::int32_t loser(const Transcript& match, const std::string& where) {
  std::vector<std::pair<double, std::int32_t>> worths;
  for (std::int32_t seat = 0; seat < static_cast<std::int32_t>(match.seats.size()); ++seat)
    worths.emplace_back(worth({.plan = {}, .match = {}, .seat = seat}, match.result), seat);
  std::sort(worths.begin(), worths.end());
  if (worths.size() > 1 && worths[0].first == worths[1].first)
    throw Failure(Exit::usage, where + ": no seat alone has lost: name one with --seat");
  return worths.front().second;
}

/// Makes tasks of matches of one game, which must exist as long as this object.
class BlameTasks {
 public:
  /// `first` is one of the matches. Throws Failure.
  BlameTasks(const Values& values, const Game& game, const Transcript& first, const std::string& where)
      : values_(values),
        game_(game),
        plan_(recorded_plan(values, first, game, where)),
        reference_(
            read_participant(values.text("reference"), game.description, catalogue_, People::refused, "--reference")) {
    plan_.record = true;
    read_cluster(values, plan_);
  }

  /// Returns the task of a seat of a match: of its score in a match with one seat, otherwise of the others it beats.
  BlameTask of_seat(Transcript match, std::int32_t seat, const std::string& where);

 private:
  const Participant& player(const SeatIdentity& identity);

  const Values& values_;
  const Game& game_;
  const Catalogue catalogue_ = Catalogue::standard();
  RunPlan plan_;
  Participant reference_;
  std::map<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>, Participant> players_;
};

/// Returns the player of a seat as it can be found now. The reference stands in for people.
const Participant& BlameTasks::player(const SeatIdentity& identity) {
  if (identity.person) return reference_;
  const auto key = std::pair(identity.sha256 + identity.name, identity.options);
  auto known = players_.find(key);
  if (known == players_.end())
    known = players_.emplace(key, recorded_player(identity, game_.description, catalogue_)).first;
  return known->second;
}

BlameTask BlameTasks::of_seat(Transcript match, std::int32_t seat, const std::string& where) {
  constexpr std::int64_t usual_turn_ns = 100'000'000;
  GameState state(game_, setup_of(match, game_, where));
  ReplayAdvance advance;
  std::vector<Spectator*> spectators = {&advance};
  if (const auto difference = replay(match, state, spectators))
    throw Failure(Exit::transcript, where + ", action " + std::to_string(difference->event) + ": " + difference->what);
  BlameTask task{.plan = plan_, .match = std::move(match), .seat = seat, .chance = values_.whole("chance")};
  RunPlan& plan = task.plan;
  plan.parameters = setup_of(task.match, game_, where).parameters;
  std::size_t turns = 1;  // of the seat that has most
  for (std::int32_t each = 0; each < static_cast<std::int32_t>(task.match.seats.size()); ++each) {
    turns = std::max(turns, turns_of(task.match, each).size());
    plan.participants.push_back(each == seat ? reference_
                                             : player(player_at(task.match, each, task.match.events.size())));
  }
  plan.participants.push_back(reference_);
  if (!values_.given("time") && !values_.given("turn-time"))
    plan.limits.cpu_ns = usual_turn_ns * static_cast<std::int64_t>(turns);
  check_participant(reference_, plan.limits, plan.sandbox.level);
  plan.origin = to_line(task.match, game_.description);
  plan.schedule = Schedule::listed(std::vector<ScheduledMatch>(usable_cores().size()));  // as many as may go on at once
  plan.jobs = read_jobs(values_, plan, false);
  plan.schedule = Schedule::listed({});
  return task;
}

/// Returns the task of the seat that has lost, or that --seat names, and for one seat with a target. Throws
/// Failure(usage) if no seat has lost.
BlameTask task_of_loser(const Values& values, const Game& game, const RecordedLine& recorded, BlameTasks& tasks) {
  const std::string& where = recorded.where;
  Transcript match = finished_match(recorded);
  const auto seats = static_cast<std::int32_t>(match.seats.size());
  const bool alone = seats == 1;
  const std::int32_t seat =
      values.given("seat") ? seat_number(values.text("seat"), game.description, seats, "--seat") : loser(match, where);
  BlameTask task = tasks.of_seat(std::move(match), seat, where);
  const std::string name = seat_and_name(game.description, seat);
  const double score = task.match.result.seats[static_cast<std::size_t>(seat)].score;
  task.target = values.number_of("target");
  if (alone && !task.target) task.target = best_stored(values, task.match);
  if (!alone && task.target) throw Failure(Exit::usage, "--target is for matches with one seat");
  if (alone && !task.target)
    throw Failure(Exit::usage, where +
                                   ": the match has one seat, so no other beats it, and the database has no match with "
                                   "its seed: name the score that it should have had with --target");
  if (task.target && *task.target <= score)
    throw Failure(Exit::usage,
                  "--target " + decimal(*task.target) + ": the match's score " + decimal(score) + " is no less");
  if (!alone && worth(task, task.match.result) == 1) throw Failure(Exit::usage, where + ": " + name + " has won");
  const std::size_t turns = turns_of(task.match, seat).size();
  if (turns == 0) throw Failure(Exit::usage, where + ": " + name + " has had no turn");
  if (values.given("turn") && values.whole("turn") > turns)
    throw Failure(Exit::usage, "--turn " + values.text("turn") + ": " + name + " has had " + counted(turns, "turn"));
  if (const double part = values.number("search-part"); part < 1) task.quick = with_less_time(task.plan, part);
  return task;
}

/// The continuations of a command within its bounds, with progress.
struct BoundedWork {
  explicit BoundedWork(const Values& values)
      : progress(progress_kind(values.given("quiet")), values.whole("matches"),
                 progress_on_stderr([this] { return standing; })),
        continuations({.should_stop =
                           [this, most = values.whole("matches"), end = end_of_time(values.number("seconds"))] {
                             return interrupted() || continuations.played() >= most || Clock::now() > end;
                           },
                       .tick = [this] { progress.tick(); },
                       .played =
                           [this](const Probe& probe, bool failed) {
                             standing = which + "turn " + std::to_string(probe.turn + 1);
                             progress.finished(failed ? 1 : 0);
                           }},
                      values.text("resume")) {}

  using Clock = std::chrono::steady_clock;
  static Clock::time_point end_of_time(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }
  PlayProbes play(const BlameTask& task) {
    return [this, &task](const std::vector<Probe>& probes) { return continuations.play(task, probes); };
  }

  void end() {
    progress.end();
    continuations.end();
  }

  std::string which{};  // of several matches
  std::string standing{};
  Progress progress;
  Continuations continuations;
};

void show(const Values& values, const Report& report) {
  print(std::cout, report, values.given("json") ? OutputFormat::json : OutputFormat::text);
}

void blame_match(const Values& values, const Game& game, const RecordedLine& recorded, BlameTasks& tasks) {
  const BlameTask task = task_of_loser(values, game, recorded, tasks);
  const OutsideGame waits;
  BoundedWork work(values);
  std::vector<std::string> played;
  for (const std::size_t event : turns_of(task.match, task.seat)) played.push_back(task.match.events[event].action);
  BlameSearch search(played, worth(task, task.match.result), work.play(task),
                     {.alpha = values.number("alpha"),
                      .least = values.number("least"),
                      .quick = task.quick ? values.number("search-part") : 1});
  if (const auto turn = values.number_of("turn"))
    search.judge(static_cast<std::size_t>(*turn) - 1);
  else
    search.run();
  work.end();
  const Report report = blame_report(task, game, search, work.continuations);
  show(values, report);
  if (values.given("html"))
    replace_file(values.text("html"),
                 recorded_page(task.match, game, recorded.where, {}, {{"blame", report.json}}).html);
}

/// Returns the run's seats, seed by seed, in an order that does not depend on the results: if time is short, the
/// judged seeds are a fair sample.
std::vector<JudgedSeat> seats_of(const std::vector<RecordedLine>& matches, const GameDescription& game) {
  std::vector<JudgedSeat> seats;
  for (std::size_t match = 0; match < matches.size(); ++match) {
    for (const std::string& name : matches[match].names) {
      seats.push_back({.match = match,
                       .seed = matches[match].seed,
                       .seat = static_cast<std::int32_t>(&name - matches[match].names.data()),
                       .strategy = name});
      seats.back().seat_name = seat_and_name(game, seats.back().seat);
    }
  }
  const auto rank = [](const JudgedSeat& seat) { return std::pair(stats::Draw(seat.seed).fraction(), seat.seed); };
  std::ranges::stable_sort(seats, {}, rank);
  return seats;
}

/// Judges all seats of the run's matches, again and again with other continuations.
void blame_run(const Values& values, const Game& game, const std::vector<RecordedLine>& matches, BlameTasks& tasks) {
  constexpr std::size_t rounds = 8;
  constexpr std::size_t draws = 2;  // continuations of each position in a round
  refuse_given(values, {"seat", "turn", "target"}, "is for one match: name it with --match");
  std::vector<JudgedSeat> seats = seats_of(matches, game.description);
  BoundedWork work(values);
  bool all = true;
  for (std::size_t next = 0; next < rounds * seats.size() && all; ++next) {
    JudgedSeat& judged = seats[next % seats.size()];
    const RecordedLine& recorded = matches[judged.match];
    const BlameTask task = tasks.of_seat(finished_match(recorded), judged.seat, recorded.where);
    const OutsideGame waits;
    work.which = "match " + std::to_string(judged.match + 1) + ", ";
    find_phases(task.match, judged);
    judged.parameters = task.match.parameters;
    judged.end = worth(task, task.match.result);
    all = measure(judged, draws, work.play(task));
  }
  work.end();
  const std::string& where = matches.front().where;
  const Report report = blame_run_report(seats, game, where.substr(0, where.find(',')), values.text("reference"), all,
                                         work.continuations);
  show(values, report);
  if (values.given("html")) replace_file(values.text("html"), report_page(report.json));
}

/// Returns the matches of the whole run or, of a file or with --match, a single one. Throws Failure.
std::vector<RecordedLine> read_matches(const Values& values, bool whole_run) {
  const RecordedMatches source = recorded_matches(values, "blame");
  std::vector<RecordedLine> all;
  while (std::optional<RecordedLine> next = source.next()) {
    if (!next->line.empty()) all.push_back(std::move(*next));
  }
  if (all.empty()) throw Failure(Exit::transcript, source.name + ": holds no transcript");
  for (std::size_t number = 0; number < all.size(); ++number)
    all[number].where = all.size() == 1 ? source.name : source.name + ", match " + std::to_string(number + 1);
  if (whole_run) return all;
  if (!values.given("match") && all.size() > 1)
    throw Failure(Exit::usage, source.name + " holds several matches: name one with --match N");
  const std::size_t wanted = values.given("match") ? values.whole("match") : 1;
  if (wanted > all.size())
    throw Failure(Exit::usage, "--match " + std::to_string(wanted) + ": " + source.name + " holds " +
                                   counted(all.size(), "transcript"));
  return {std::move(all[wanted - 1])};
}

int run_blame(const Values& values) {
  catch_interrupts();
  return run_game_in_child(read_game_limits(values), [&] {
    const bool whole_run = values.given("run") && !values.given("match");
    const std::vector<RecordedLine> matches = read_matches(values, whole_run);
    const std::string& where = matches.front().where;
    const Transcript first = finished_match(matches.front());
    RecordedGames games(values.text("game"));
    const Game& game = games.game_of(first, where);
    name_own_work(where + ": the game " + game.description.id);
    if (game.type->extension(AGON_MODEL) == nullptr)
      throw Failure(Exit::usage, where + ": the game " + game.description.id +
                                     " has no model (agon.model/1), so its chance can't be drawn again");
    BlameTasks tasks(values, game, first, where);
    if (whole_run)
      blame_run(values, game, matches, tasks);
    else
      blame_match(values, game, matches.front(), tasks);
    return static_cast<int>(interrupted() ? Exit::interrupted : Exit::done);
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
            {"search-part", "P", number(0.001, 1),
             "the part of the limits of CPU time in continuations that only choose the turns to test", "0.1"},
            {"seconds", "S", number(1, 1e9, "seconds"), "begin no continuation after this time", "50"},
            {"matches", "N", whole(1, 1e9, "a number"), "play at most about this many continuations", "5000"},
            {"jobs", "N", jobs_taken, "matches at a time (default: one for each core)"},
            {"resume", "FILE", text(Offer::files),
             "keep all continuations in FILE, and use those that it holds already"},
            {"html", "FILE", text(Offer::files), "write the match with the values as one page for a browser"},
            json_option,
            {"quiet,q", "", on_off, "show no progress"}},
           cluster_options(),
           sandbox_options(),
           game_limit_options()}),
      run_blame};
}

}  // namespace host
