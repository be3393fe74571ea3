#include "host/cli/blame_work.hpp"

#include "host/arena/live_seat.hpp"
#include "host/arena/process.hpp"
#include "host/cli/live_request.hpp"
#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/match/replay.hpp"
#include "host/store/store.hpp"
#include "host/tournament/schedule.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <tuple>
#include <type_traits>
#include <utility>

namespace host {

namespace {

/// After which a search ends, although it has time left.
constexpr std::size_t most_continuations = 5000;

/// Returns the best score of the stored matches with one seat, and with the seed and the parameters of this one.
std::optional<double> best_stored(const Values& values, const Transcript& match) {
  const std::filesystem::path file = database_of(values);
  std::optional<double> best;
  if (!std::filesystem::exists(file)) return best;
  Store(file, {.create = false, .to_write = false}).for_each_match({.game = match.game}, [&](const Result& stored) {
    if (stored.seed == match.seed && stored.seats.size() == 1 && stored.parameters() == match.parameters)
      best = std::max(best.value_or(-HUGE_VAL), stored.seats.front().score);
  });
  return best;
}

/// Returns the seat that has beaten fewer than each other.
std::int32_t loser(const Transcript& match, const std::string& where) {
  std::vector<std::pair<double, std::int32_t>> worths;
  worths.reserve(match.seats.size());
  for (std::int32_t seat = 0; seat < static_cast<std::int32_t>(match.seats.size()); ++seat)
    worths.emplace_back(worth({.plan = {}, .match = {}, .seat = seat}, match.result), seat);
  std::sort(worths.begin(), worths.end());
  if (worths.size() > 1 && worths[0].first == worths[1].first)
    throw Failure(Exit::usage, where + ": no seat alone has lost: name one with --seat");
  return worths.front().second;
}

/// Returns the game's champion, or what plays any game best, if it has none.
std::string default_reference(const GameDescription& game, const Catalogue& catalogue) {
  const std::vector<std::string> own = catalogue.strategy_ids(game.protocol, false);
  return std::ranges::find(own, "champion") != own.end() ? "champion" : "*/mcts";
}

/// Returns whether a strategy that the user has named is the one of a recorded seat.
bool is_of(const SeatIdentity& named, const SeatIdentity& seat) {
  return named.name == seat.name || named.strategy == seat.strategy;
}

/// Returns a digest of everything that a task's continuations depend on.
std::string key_of(const BlameTask& task) {
  constexpr std::size_t bytes = 12;
  return hexadecimal(sha256_of(join({run_identity(task.plan), match_digest(task.match, task.plan.game.description),
                                     std::to_string(task.seat), std::to_string(task.chance),
                                     task.target ? decimal(*task.target) : "", decimal(task.time_part)})),
                     bytes);
}

ScheduledMatch scheduled(const BlameTask& task, const Probe& probe) {
  constexpr std::uint64_t apart = 1'000'000'000;
  ScheduledMatch match{.seed = task.chance * apart + probe.draw, .seating = {}};
  for (std::size_t seat = 0; seat < task.match.seats.size(); ++seat) match.seating.push_back(seat);
  match.seating[static_cast<std::size_t>(task.seat)] = task.match.seats.size();
  match.branch = BranchPoint{turns_of(task.match, task.seat)[probe.turn], task.seat, probe.acted};
  return match;
}

Continuation continuation_of(const BlameTask& task, const PlayedMatch& match) {
  const Result& result = match.result;
  if (result.fault) throw Failure(Exit::game, *result.fault);
  Continuation played{.value = worth(task, result)};
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const Outcome& outcome = result.seats[seat].outcome;
    if (!outcome.ok() && played.failure.empty())
      played.failure = "seat " + std::to_string(seat) + ": " + outcome_name(outcome.kind) + ": " + outcome.reason;
  }
  if (match.transcript && !match.transcript->events.empty()) played.action = match.transcript->events.front().action;
  return played;
}

}  // namespace

Transcript finished_match(const RecordedLine& recorded) {
  Transcript match = parse_transcript(recorded.line, recorded.where);
  if (!match.finished) throw Failure(Exit::usage, recorded.where + ": the match is not over");
  return match;
}

std::optional<BlameTask> with_less_time(BlameTask task, double part) {
  bool any = false;
  task.time_part = part;
  RunPlan& plan = task.plan;
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
  return any && part < 1 ? std::optional(std::move(task)) : std::nullopt;
}

BlameTasks::BlameTasks(const Values& values, const Game& game, const Transcript& match, const std::string& where)
    : values_(values),
      game_(game),
      plan_(recorded_plan(values, match, game, where)),
      files_(values),
      reference_(read_participant(
          values.given("reference") ? values.text("reference") : default_reference(game.description, catalogue_),
          game.description, catalogue_, People::refused, "--reference")) {
  plan_.record = true;
  for (const std::string& text : values.texts("plugin")) {
    named_.push_back(read_participant(text, game.description, catalogue_, People::refused));
    const SeatIdentity& named = named_.back().identity;
    std::vector<std::string> players;
    for (const SeatIdentity& seat : match.seats) players.push_back(seat.name);
    if (std::ranges::none_of(match.seats, [&](const SeatIdentity& seat) { return is_of(named, seat); }))
      throw Failure(Exit::usage, "--plugin " + text + ": " + where + " has no player '" + named.name + "', but " +
                                     join(players) + ": give it that name, as in " + text + ",name=" + players.back());
  }
}

/// Returns the player of a seat as it can be found now. The reference stands in for people.
const Participant& BlameTasks::player(SeatIdentity identity, const Transcript& match) {
  if (identity.person) return reference_;
  const auto key = std::tuple(identity.sha256, identity.name, identity.strategy, identity.options);
  auto known = players_.find(key);
  if (known != players_.end()) return known->second;
  for (const Participant& named : named_) {
    if (!is_of(named.identity, identity)) continue;
    identity.strategy = named.identity.strategy;
    const auto file = given_file(named);
    const std::vector<GivenFile> files = file ? std::vector{*file} : std::vector<GivenFile>();
    Participant player = enter_again(identity, files, game_.description, catalogue_);
    tell_other_build(player, identity);
    return players_.emplace(key, std::move(player)).first->second;
  }
  return players_.emplace(key, files_.player(identity, match, game_.description, catalogue_)).first->second;
}

BlameTask BlameTasks::of_seat(Transcript match, std::int32_t seat, const std::string& where) {
  constexpr std::int64_t usual_turn_ns = 100'000'000;
  GameState state(game_, setup_of(match, game_, where));
  ReplayAdvance advance;
  std::vector<Spectator*> spectators = {&advance};
  if (const auto difference = replay(match, state, spectators))
    throw Failure(Exit::input, where + ", action " + std::to_string(difference->event) + ": " + difference->what);
  BlameTask task{.plan = plan_, .match = std::move(match), .seat = seat, .chance = values_.whole("seed")};
  RunPlan& plan = task.plan;
  plan.parameters = setup_of(task.match, game_, where).parameters;
  std::size_t turns = 1;  // of the seat that has most
  for (std::int32_t each = 0; each < static_cast<std::int32_t>(task.match.seats.size()); ++each) {
    turns = std::max(turns, turns_of(task.match, each).size());
    plan.participants.push_back(
        each == seat ? reference_ : player(player_at(task.match, each, task.match.events.size()), task.match));
  }
  plan.participants.push_back(reference_);
  if (!values_.given("time") && !values_.given("turn-time"))
    plan.limits.cpu_ns = usual_turn_ns * static_cast<std::int64_t>(turns);
  check_participant(reference_, plan.limits, plan.sandbox.level);
  plan.origin = to_line(task.match, game_.description);
  read_jobs(values_, plan, SIZE_MAX);
  plan.schedule = Schedule::listed({});
  return task;
}

BlameTask BlameTasks::of_loser(const RecordedLine& recorded) {
  const std::string& where = recorded.where;
  Transcript match = finished_match(recorded);
  const auto seats = static_cast<std::int32_t>(match.seats.size());
  const std::int32_t seat = values_.given("seat")
                                ? seat_number(values_.text("seat"), game_.description, seats, "--seat")
                                : loser(match, where);
  BlameTask task = of_seat(std::move(match), seat, where);
  const std::string name = seat_and_name(game_.description, seat);
  if (seats == 1) {
    task.target = best_stored(values_, task.match);
    const double score = task.match.result.seats.front().score;
    if (task.target.value_or(score) <= score)
      throw Failure(Exit::usage,
                    where + ": the match has one seat, and the database has none with its seed that scores more than " +
                        decimal(score) + ": play one with a better strategy first");
  } else if (worth(task, task.match.result) == 1) {
    throw Failure(Exit::usage, where + ": " + name + " has won");
  }
  const std::size_t turns = turns_of(task.match, seat).size();
  if (turns == 0) throw Failure(Exit::usage, where + ": " + name + " has had no turn");
  if (values_.given("turn") && values_.whole("turn") > turns)
    throw Failure(Exit::usage, "--turn " + values_.text("turn") + ": " + name + " has had " + counted(turns, "turn"));
  return task;
}

Continuations::Continuations(const Values& values)
    : values_(values),
      progress_(progress_kind(values.given("quiet")), most_continuations,
                progress_on_stderr([this] { return standing_; })) {
  progress_.ends_after(values.number("seconds"));
}

bool Continuations::should_stop() const {
  return interrupted() || counts_.played >= most_continuations || seconds() > values_.number("seconds") || enough();
}

void Continuations::add(const Probe& probe, const Continuation& played) {
  known_[task_][probe] = played;
  ++counts_.played;
  counts_.failures += played.failure.empty() ? 0 : 1;
  if (counts_.first_failure.empty()) counts_.first_failure = played.failure;
  standing_ = "turn " + std::to_string(probe.turn + 1);
  progress_.finished(played.failure.empty() ? 0 : 1);
}

std::vector<Continuation> Continuations::play(const BlameTask& task, const std::vector<Probe>& probes) {
  if (std::string key = key_of(task); key != task_) {
    end_run();
    task_ = std::move(key);
    plan_ = task.plan;
  }
  std::map<Probe, Continuation>& known = known_[task_];
  const std::size_t before = scheduled_.size();
  for (const Probe& probe : probes) {
    if (known.contains(probe)) continue;
    plan_.schedule.add(scheduled(task, probe));
    scheduled_.push_back(probe);
  }
  if (scheduled_.size() > before && !should_stop()) {
    RunHooks hooks;
    hooks.should_stop = [this] { return should_stop(); };
    hooks.tick = [this] { progress_.tick(); };
    hooks.finished = [&](std::vector<FinishedMatch>&& finished) {
      for (const FinishedMatch& match : finished) add(scheduled_[match.scheduled.number], continuation_of(task, match));
    };
    if (!run_) run_ = open_run(plan_);
    run_->play(hooks);
  }
  const std::string time = std::string(": ") + outcome_name(AGON_OUTCOME_TIME) + ": ";
  std::vector<Continuation> all;
  for (const Probe& probe : probes) {
    const auto found = known.find(probe);
    if (found == known.end()) break;
    all.push_back(found->second);
    counts_.late |= found->second.failure.find(time) != std::string::npos;
  }
  return all;
}

void Continuations::end_run() {
  run_.reset();
  scheduled_.clear();
}

void Continuations::end() {
  progress_.end();
  end_run();
}

}  // namespace host
