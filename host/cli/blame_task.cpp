#include "host/cli/blame_task.hpp"

#include "host/arena/run_in_child.hpp"
#include "host/cli/live_request.hpp"
#include "host/cli/run_request.hpp"
#include "host/cli/stored_runs.hpp"
#include "host/failure.hpp"
#include "host/live/live_seat.hpp"
#include "host/machine.hpp"
#include "host/match/replay.hpp"
#include "host/own_files.hpp"
#include "host/store/store.hpp"
#include "host/text.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <type_traits>

namespace host {

namespace {

std::filesystem::path blame_database(const Values& values) {
  return values.given("db") ? std::filesystem::path(values.text("db")) : default_database();
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
  const std::filesystem::path file = blame_database(values);
  std::optional<double> best;
  if (!std::filesystem::exists(file)) return best;
  Store(file, {.create = false, .to_write = false}).for_each_match({.game = match.game}, [&](StoredMatch& stored) {
    if (stored.seed != match.seed || stored.result.seats.size() != 1) return;
    if (stored.summary().parameters == match.parameters)
      best = std::max(best.value_or(-HUGE_VAL), stored.result.seats.front().score);
  });
  return best;
}

/// Returns the plan with this part of all limits of CPU time, if there are any.
std::optional<RunPlan> with_less_time(RunPlan plan, double part) {
  bool any = false;
  const auto shorten = [&](auto& time) {
    if (time > 0) time = static_cast<std::remove_reference_t<decltype(time)>>(static_cast<double>(time) * part);
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

}  // namespace

std::vector<RecordedLine> read_recorded(const Values& values) {
  std::vector<RecordedLine> matches;
  std::string where;
  if (values.given("run")) {
    const std::filesystem::path file = blame_database(values);
    Store store(file, {.create = false, .to_write = false});
    const std::vector<StoredRun> runs = runs_of(store, "", file.string());
    const StoredRun& run = chosen_run(runs, values.text("run"), file.string());
    where = "run " + std::to_string(run.id);
    for (TranscribedMatch& match : transcribed_matches(store, run, file.string()))
      matches.push_back({store.transcript(match.id).value_or(""), "", match.seed, std::move(match.names)});
  } else {
    where = values.arguments().front();
    std::ifstream file(where);
    if (!file) throw Failure(Exit::transcript, where + ": can't be read");
    for (std::string line; std::getline(file, line);)
      if (!line.empty()) matches.push_back({line, "", 0, {}});
  }
  if (matches.empty()) throw Failure(Exit::transcript, where + ": holds no transcript");
  for (std::size_t number = 0; number < matches.size(); ++number)
    matches[number].where = matches.size() == 1 ? where : where + ", match " + std::to_string(number + 1);
  return matches;
}

RecordedLine chosen_match(const Values& values, std::vector<RecordedLine> matches) {
  const std::size_t wanted = values.given("match") ? values.whole("match") : 1;
  const std::string where = values.given("run") ? "the run" : values.arguments().front();
  if (!values.given("match") && matches.size() > 1)
    throw Failure(Exit::usage, where + " holds several matches: name one with --match N");
  if (wanted > matches.size())
    throw Failure(Exit::usage, "--match " + std::to_string(wanted) + ": " + where + " holds " +
                                   counted(matches.size(), "transcript"));
  return std::move(matches[wanted - 1]);
}

Transcript finished_match(const RecordedLine& recorded) {
  Transcript match = parse_transcript(recorded.line, recorded.where);
  if (!match.finished) throw Failure(Exit::usage, recorded.where + ": the match is not over");
  return match;
}

BlameTasks::BlameTasks(const Values& values, const Game& game)
    : values_(values), game_(game), catalogue_(Catalogue::standard()) {}

BlameTask BlameTasks::begun(Transcript match, const std::string& where) {
  GameState state(game_, setup_of(match, game_, where));
  ReplayAdvance advance;
  std::vector<Spectator*> spectators = {&advance};
  if (const auto difference = replay(match, state, spectators))
    throw Failure(Exit::transcript, where + ", action " + std::to_string(difference->event) + ": " + difference->what);
  if (!plan_) plan_ = recorded_plan(values_, match, game_, where);  // its notes on stderr appear once
  BlameTask task{.plan = *plan_, .match = std::move(match)};
  task.plan.parameters = setup_of(task.match, game_, where).parameters;
  constexpr std::int64_t usual_turn_ns = 100'000'000;
  if (!values_.given("time") && !values_.given("turn-time"))
    task.plan.limits.cpu_ns = usual_turn_ns * static_cast<std::int64_t>(most_turns(task.match));
  task.chance = values_.whole("chance");
  return task;
}

/// Adds the participants: the players of the other seats as they can be found now, and the reference. The reference
/// also stands in for people.
void BlameTasks::complete(BlameTask& task) {
  RunPlan& plan = task.plan;
  const GameDescription& game = game_.description;
  if (!reference_)
    reference_ = read_participant(values_.text("reference"), game, catalogue_, People::refused, "--reference");
  for (std::int32_t seat = 0; seat < static_cast<std::int32_t>(task.match.seats.size()); ++seat) {
    const SeatIdentity& identity = player_at(task.match, seat, task.match.events.size());
    if (seat == task.seat || identity.person) {
      plan.participants.push_back(*reference_);
      continue;
    }
    const auto key = std::pair(identity.sha256 + identity.name, identity.options);
    auto known = players_.find(key);
    if (known == players_.end()) known = players_.emplace(key, recorded_player(identity, game, catalogue_)).first;
    plan.participants.push_back(known->second);
  }
  plan.participants.push_back(*reference_);
  check_participant(*reference_, plan.limits, plan.sandbox.level);
  plan.record = true;
  plan.origin = to_line(task.match, game);
  free_cores(plan);
  plan.jobs = values_.given("jobs")               ? values_.whole("jobs")
              : plan.sandbox.level == Level::none ? 1
                                                  : std::max<std::size_t>(usable_cores().size(), 1);
}

BlameTask BlameTasks::of_seat(Transcript match, std::int32_t seat, const std::string& where) {
  BlameTask task = begun(std::move(match), where);
  task.seat = seat;
  complete(task);
  return task;
}

/// Returns the seat that has lost: of --seat, or the one that has beaten fewer than each other.
std::int32_t BlameTasks::loser(BlameTask& task, const std::string& where) const {
  const auto seats = static_cast<std::int32_t>(task.match.seats.size());
  if (values_.given("seat")) return seat_number(values_.text("seat"), game_.description, seats, "--seat");
  std::vector<std::pair<double, std::int32_t>> worths;
  for (task.seat = 0; seats > 1 && task.seat < seats; ++task.seat)
    worths.emplace_back(worth(task, task.match.result), task.seat);
  std::sort(worths.begin(), worths.end());
  if (worths.empty()) return 0;
  if (worths[0].first == worths[1].first)
    throw Failure(Exit::usage, where + ": no seat alone has lost: name one with --seat");
  return worths.front().second;
}

BlameTask BlameTasks::of_loser(Transcript match, const std::string& where) {
  BlameTask task = begun(std::move(match), where);
  task.seat = loser(task, where);
  const std::string name = seat_and_name(game_.description, task.seat);
  const double score = task.match.result.seats[static_cast<std::size_t>(task.seat)].score;
  const bool alone = task.match.seats.size() == 1;
  task.target = values_.number_of("target");
  if (alone && !task.target) task.target = best_stored(values_, task.match);
  if (alone != task.target.has_value())
    throw Failure(Exit::usage,
                  alone ? where +
                              ": the match has one seat, so no other beats it, and the database has no match with "
                              "its seed: name the score that it should have had with --target"
                        : "--target is for matches with one seat");
  if (task.target && *task.target <= score)
    throw Failure(Exit::usage,
                  "--target " + decimal(*task.target) + ": the match's score " + decimal(score) + " is no less");
  if (!alone && worth(task, task.match.result) == 1) throw Failure(Exit::usage, where + ": " + name + " has won");
  const std::size_t turns = turns_of(task.match, task.seat).size();
  if (turns == 0) throw Failure(Exit::usage, where + ": " + name + " has had no turn");
  if (values_.given("turn") && values_.whole("turn") > turns)
    throw Failure(Exit::usage, "--turn " + values_.text("turn") + ": " + name + " has had " + counted(turns, "turn"));
  complete(task);
  if (const double part = values_.number("search-part"); part < 1) task.quick = with_less_time(task.plan, part);
  return task;
}

}  // namespace host
