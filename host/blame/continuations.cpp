#include "host/blame/continuations.hpp"

#include "host/failure.hpp"
#include "host/thread.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

namespace host {

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
  double beaten = 0;
  for (std::size_t other = 0; other < result.seats.size(); ++other) {
    if (other == seat) continue;
    beaten += own > result.seats[other].score ? 1 : own == result.seats[other].score ? 0.5 : 0;
  }
  return beaten / static_cast<double>(std::max<std::size_t>(result.seats.size(), 2) - 1);
}

Continuations::Continuations(const BlameTask& task, ContinuationHooks hooks)
    : task_(task), hooks_(std::move(hooks)), turns_(turns_of(task.match, task.seat)) {
  for (std::size_t job = 0; job < task.plan.jobs; ++job) threads_.push_back(start_thread([this, job] { work(job); }));
}

Continuations::~Continuations() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    wanted_.notify_all();
  }
  for (std::thread& thread : threads_) thread.join();
}

MatchRequest Continuations::request_of(const Probe& probe) const {
  constexpr std::uint64_t apart = 1'000'000'000;
  MatchRequest request{.seed = task_.chance * apart + probe.draw, .seating = {}, .branch = {}};
  for (std::size_t seat = 0; seat < task_.match.seats.size(); ++seat) request.seating.push_back(seat);
  request.seating[static_cast<std::size_t>(task_.seat)] = task_.match.seats.size();
  request.branch = BranchPoint{turns_[probe.turn], task_.seat, probe.acted};
  return request;
}

Continuation Continuations::continuation_of(const PlayedMatch& match) const {
  if (match.fault) throw Failure(Exit::game, *match.fault);
  const MatchResult& result = match.transcript.result;
  Continuation played{.value = worth(task_, result), .score = result.seats[static_cast<std::size_t>(task_.seat)].score};
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const Outcome& outcome = result.seats[seat].outcome;
    if (!outcome.ok() && played.failure.empty())
      played.failure = "seat " + std::to_string(seat) + ": " + outcome_name(outcome.kind) + ": " + outcome.reason;
  }
  if (!match.transcript.events.empty()) played.action = match.transcript.events.front().action;
  return played;
}

/// Returns nothing if a seat had too little time in a quick continuation.
std::optional<Continuation> Continuations::play(Arena& arena, const Probe& probe) {
  std::optional<Continuation> played;
  ArenaHooks hooks;
  hooks.played = [&](PlayedMatch&& match) {
    played = continuation_of(match);
    const std::vector<SeatResult>& seats = match.transcript.result.seats;
    if (probe.quick && std::any_of(seats.begin(), seats.end(),
                                   [](const SeatResult& seat) { return seat.outcome.kind == AGON_OUTCOME_TIME; }))
      played.reset();
  };
  arena.play({request_of(probe)}, hooks);
  return played;
}

/// The body of a thread: its arenas are of it alone, because the processes that a thread has started end with it.
void Continuations::work(std::size_t job) {
  std::unique_ptr<Arena> arena;
  std::unique_ptr<Arena> quick;
  std::unique_lock lock(mutex_);
  for (;;) {
    wanted_.wait(lock, [this] { return over_ || begun_ < probes_.size(); });
    if (over_) return;
    const std::size_t index = begun_++;
    const Probe probe = probes_[index];
    ++running_;
    lock.unlock();
    std::optional<Continuation> played;
    std::exception_ptr fault;
    try {
      if (task_.quick && probe.quick && !too_quick_) {
        if (!quick) quick = open_arena(*task_.quick, job, task_.plan.jobs);
        played = play(*quick, probe);
        if (!played) too_quick_ = true;
      }
      if (!played) {
        if (!arena) arena = open_arena(task_.plan, job, task_.plan.jobs);
        played = play(*arena, {probe.turn, probe.acted, probe.draw, false});
      }
    } catch (...) {
      fault = std::current_exception();
    }
    lock.lock();
    --running_;
    played_[index] = std::move(played);
    if (fault) fault_ = fault;
    done_.notify_one();
  }
}

std::vector<Continuation> Continuations::operator()(const std::vector<Probe>& probes) {
  constexpr std::chrono::milliseconds beat(100);
  std::unique_lock lock(mutex_);
  probes_.clear();
  std::copy_if(probes.begin(), probes.end(), std::back_inserter(probes_),
               [this](const Probe& probe) { return !known_.contains(probe); });
  played_.assign(probes_.size(), std::nullopt);
  begun_ = hooks_.should_stop() ? probes_.size() : 0;
  wanted_.notify_all();
  const auto ready = [this] { return running_ == 0 && (fault_ || begun_ >= probes_.size()); };
  while (!ready()) {
    done_.wait_for(lock, beat, ready);
    if (fault_ || hooks_.should_stop()) begun_ = probes_.size();  // what has begun is played to its end
    hooks_.tick();
  }
  if (fault_) std::rethrow_exception(fault_);
  for (std::size_t index = 0; index < probes_.size() && played_[index]; ++index) {
    known_[probes_[index]] = *played_[index];
    hooks_.finished(probes_[index], *played_[index]);
  }
  std::vector<Continuation> all;
  for (const Probe& probe : probes) {
    const auto found = known_.find(probe);
    if (found == known_.end()) break;
    all.push_back(found->second);
  }
  return all;
}

}  // namespace host
