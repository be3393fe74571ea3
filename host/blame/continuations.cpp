#include "host/blame/continuations.hpp"

#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns a digest of everything that a task's continuations depend on.
std::string key_of(const BlameTask& task) {
  constexpr std::size_t bytes = 12;
  Json json = {{"match", match_digest(task.match, task.plan.game.description)},
               {"seat", task.seat},
               {"chance", task.chance},
               {"target", task.target ? Json(*task.target) : Json()}};
  const agon_limits& limits = task.plan.limits;
  json["limits"] = {limits.cpu_ns, limits.turn_cpu_ns, limits.increment_ns, limits.memory_bytes, limits.threads};
  for (const Participant& player : task.plan.participants) {
    const GivenLimits& own = player.limits;
    json["players"].push_back({player.identity.sha256, player.identity.options, own.time.value_or(0),
                               own.turn_time.value_or(0), own.increment.value_or(0)});
  }
  return hexadecimal(sha256_of(to_stored_line(json)), bytes);
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
  if (match.fault) throw Failure(Exit::game, *match.fault);
  const MatchResult& result = match.transcript.result;
  Continuation played{.value = worth(task, result)};
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const Outcome& outcome = result.seats[seat].outcome;
    if (!outcome.ok() && played.failure.empty())
      played.failure = "seat " + std::to_string(seat) + ": " + outcome_name(outcome.kind) + ": " + outcome.reason;
  }
  if (!match.transcript.events.empty()) played.action = match.transcript.events.front().action;
  return played;
}

}  // namespace

std::vector<std::size_t> turns_of(const Transcript& match, std::int32_t seat) {
  std::vector<std::size_t> turns;
  for (std::size_t event = match.opening.size(); event < match.events.size(); ++event) {
    if (match.events[event].seat == seat) turns.push_back(event);
  }
  return turns;
}

double worth(const BlameTask& task, const MatchResult& result) {
  const auto seat = static_cast<std::size_t>(task.seat);
  const double own = result.seats[seat].score;
  if (task.target) {
    const double from = task.match.result.seats[seat].score;
    return std::clamp((own - from) / (*task.target - from), 0.0, 1.0);
  }
  if (result.seats.size() == 1) return own;
  double beaten = 0;
  for (std::size_t other = 0; other < result.seats.size(); ++other) {
    if (other == seat) continue;
    beaten += own > result.seats[other].score ? 1 : own == result.seats[other].score ? 0.5 : 0;
  }
  return beaten / static_cast<double>(result.seats.size() - 1);
}

Continuations::Continuations(Hooks hooks, std::filesystem::path file)
    : hooks_(std::move(hooks)), path_(std::move(file)) {
  if (path_.empty()) return;
  std::ifstream before(path_);
  bool cut = false;  // the line before, whose continuation is played again
  for (std::string line; std::getline(before, line); cut = before.eof()) {
    try {
      const Json one = parse_json(line);
      known_[one.at(0)][{one.at(1), one.at(2), one.at(3)}] = {one.at(4), one.at(5), one.at(6)};
    } catch (const Json::exception&) {
      if (known_.empty()) throw Failure(Exit::usage, path_.string() + ": it holds something else than continuations");
    }
  }
  file_.open(path_, std::ios::app);
  if (cut) file_ << "\n";
  check();
}

void Continuations::check() const {
  if (!file_) throw Failure(Exit::output, path_.string() + ": can't be written");
}

void Continuations::add(const Probe& probe, const Continuation& played) {
  known_[task_][probe] = played;
  ++played_;
  failures_ += played.failure.empty() ? 0 : 1;
  if (first_failure_.empty()) first_failure_ = played.failure;
  hooks_.played(probe, !played.failure.empty());
  if (path_.empty()) return;
  file_ << to_stored_line(Json{task_, probe.turn, probe.acted, probe.draw, played.value, played.action, played.failure})
        << std::endl;
  check();
}

std::vector<Continuation> Continuations::play(const BlameTask& task, const std::vector<Probe>& probes) {
  if (std::string key = key_of(task); key != task_) {
    end();
    task_ = std::move(key);
    plan_ = task.plan;
  }
  std::map<Probe, Continuation>& known = known_[task_];
  for (const Probe& probe : probes) {
    if (known.contains(probe)) continue;
    plan_.schedule.add(scheduled(task, probe));
    scheduled_.push_back(probe);
  }
  RunObserver observer;
  observer.should_stop = hooks_.should_stop;
  observer.tick = hooks_.tick;
  observer.withdrawn = [](const auto&) {
    throw Failure(Exit::cluster,
                  "a machine had wrong results, which the search has followed: begin again, and without "
                  "the file of --resume");
  };
  observer.finished = [&](std::vector<FinishedMatch>&& finished) {
    for (const FinishedMatch& match : finished) add(scheduled_[match.scheduled.number], continuation_of(task, match));
  };
  const bool all_known = std::ranges::all_of(probes, [&](const Probe& probe) { return known.contains(probe); });
  if (!all_known && !hooks_.should_stop()) {
    if (!run_) run_ = open_run(plan_);
    run_->play(observer);
  }
  const std::string time = std::string(": ") + outcome_name(AGON_OUTCOME_TIME) + ": ";
  std::vector<Continuation> all;
  for (const Probe& probe : probes) {
    const auto found = known.find(probe);
    if (found == known.end()) break;
    all.push_back(found->second);
    late_ |= found->second.failure.find(time) != std::string::npos;
  }
  return all;
}

void Continuations::end() {
  if (run_) run_->end();
  run_.reset();
  scheduled_.clear();
}

}  // namespace host
