#include "host/seat/open_seat.hpp"
#include "host/seat/program_messages.hpp"
#include "host/seat/worker_process.hpp"
#include "host/util/shared_memory.hpp"

#include <agon/strategy.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

namespace {

using channel::Slot;

class IsolatedSeat final : public StartedSeat {
 public:
  IsolatedSeat(const StrategyFile& strategy, std::vector<std::string> values, const SandboxPolicy& sandbox,
               std::function<bool()> should_stop)
      : should_stop_(std::move(should_stop)),
        needs_game_((strategy.description.needs & AGON_NEEDS_GAME) != 0),
        fresh_(sandbox.fresh) {
    spec_.build = strategy.build;
    spec_.level = sandbox.level;
    spec_.task.strategy = strategy.description.id;
    spec_.task.strategy_protocol = strategy.description.protocol;
    spec_.task.options = std::move(values);
  }

  Outcome begin(const SeatStart& start, Referee& referee) override {
    static_cast<void>(end());
    reset(start, referee);
    if (worker_ && worker_->ended_for_good() && ended_while_idle(worker_->exit_report().killed)) {
      Outcome outcome = died();
      worker_.reset();
      return outcome;
    }
    if (worker_ && !serves(start)) worker_.reset();
    if (!worker_) {
      if (auto failed = start_worker(start)) return *failed;
    }
    observe_here();
    return create(start);
  }

  std::int32_t turn(agon_bytes& action) override {
    ++usage_.turns;
    Slot& slot = worker_->slot();
    std::memcpy(worker_->observation(), observation_.data, observation_.size);
    slot.observation_size = observation_.size;
    slot.evaluation.reported = 0;
    if (start_.wants_candidates) slot.candidates.count = 0;
    worker_->begin_turn();
    request(Slot::turn);
    for (;;) {
      if (!worker_->hand_over()) [[unlikely]]
        return died().kind;
      const std::uint32_t answer = read_once(slot.answer);
      if (answer == Slot::done) break;
      if (answer != Slot::act) [[unlikely]]
        return damaged().kind;
      rule();
    }
    const std::uint64_t size = read_once(slot.action_size);
    const agon_status status = read_once(slot.status);
    if (status != AGON_OK || size > start_.action_capacity || worker_->over_time()) [[unlikely]]
      return failed_turn(status, size);
    worker_->end_turn();
    action = keep({worker_->action(), size});
    return AGON_OUTCOME_OK;
  }

  [[nodiscard]] std::optional<Evaluation> evaluation() const override {
    return playing_ ? worker_->slot().evaluation.read() : std::nullopt;
  }

  [[nodiscard]] std::vector<Candidate> candidates() const override {
    return playing_ && start_.wants_candidates ? worker_->slot().candidates.read() : std::vector<Candidate>();
  }

  Outcome end() override {
    if (!playing_) return {};
    playing_ = false;
    usage_.cpu_ns = worker_->count_cpu_ns();
    usage_.wall_ns = worker_->wall_ns();
    usage_.peak_kib = worker_->measure_memory();
    Outcome outcome;
    if (!failed_) outcome = last_outcome();
    worker_->pause();
    log_.append(worker_->take_log());
    // After a failure, the worker may be in any state.
    if (failed_ || worker_->ended_for_good() || !forgets()) worker_.reset();
    return outcome;
  }

  [[nodiscard]] Usage usage() const override {
    Usage used = usage_;
    if (playing_) {
      used.cpu_ns = worker_->cpu_ns();
      used.wall_ns = worker_->wall_ns();
    }
    return used;
  }

  const std::string& log_so_far() override {
    if (playing_) log_.append(worker_->take_log());
    return log_.text();
  }

  /// Reading the CPU clock and looking for a log take half as long as a short turn. A long turn, in which the worker
  /// may have waited for a core, also corrects the sum of the times. What the strategy writes itself, without its
  /// session, is looked for in every eighth short turn, and in each one after it was found.
  SoFar so_far() override {
    if (!playing_) return {cpu_so_far_ns_};
    constexpr std::int64_t short_ns = 50'000;
    constexpr std::int64_t turns_between = 8;
    const std::int64_t wall_ns = worker_->wall_ns();
    const std::int64_t took = wall_ns - std::exchange(wall_so_far_ns_, wall_ns);
    const bool is_short = took < short_ns && !failed_;
    cpu_so_far_ns_ = is_short ? cpu_so_far_ns_ + took : std::max(cpu_so_far_ns_, worker_->cpu_ns());
    const bool has_logged = worker_->shared().logged.exchange(0, std::memory_order_relaxed) != 0;
    return {cpu_so_far_ns_, !is_short || has_logged || !log_.text().empty() || usage_.turns % turns_between == 1};
  }

 private:
  // Loading and ending are mostly not charged to the match. But both must finish within this time.
  static constexpr std::int64_t second = 1'000'000'000;
  static constexpr std::int64_t load_cpu_ns = 10 * second;
  static constexpr std::int64_t load_wall_ns = 60 * second;

  [[nodiscard]] static std::int64_t memory_limit([[maybe_unused]] const SeatStart& start) {
#ifdef AGON_SANITIZED
    return 0;
#else
    return start.limits.memory_bytes;
#endif
  }

  [[nodiscard]] static std::uint32_t thread_limit(const SeatStart& start) {
    return std::max(start.limits.threads, 1U);
  }

  [[nodiscard]] bool serves(const SeatStart& start) const {
    const WorkerSpec& spec = worker_->spec();
    return !worker_->ended_for_good() && spec.task.game == start.game && spec.task.protocol == start.protocol &&
           (!needs_game_ || spec.game_build == start.game_build) && spec.start.memory_bytes == memory_limit(start) &&
           spec.start.threads == thread_limit(start) && spec.start.observation_capacity >= start.observation_capacity &&
           spec.start.action_capacity >= start.action_capacity && spec.start.reply_capacity >= start.reply_capacity;
  }

  [[nodiscard]] bool is_sandboxed() const {
    return worker_->spec().start.sandbox != 0;
  }

  std::optional<Outcome> start_worker(const SeatStart& start) {
    spec_.task.game = start.game;
    spec_.task.protocol = start.protocol;
    spec_.start.memory_bytes = memory_limit(start);
    spec_.start.threads = thread_limit(start);
    spec_.start.serves_one = fresh_ || spec_.start.threads > 1 ? 1 : 0;
    spec_.game_build = needs_game_ ? start.game_build : nullptr;
    spec_.start.observation_capacity = start.observation_capacity;
    spec_.start.action_capacity = start.action_capacity;
    spec_.start.reply_capacity = start.reply_capacity;
    worker_ = std::make_unique<WorkerProcess>(spec_);
    const auto shorter = [](std::int64_t limit, std::int64_t otherwise) {
      return limit > 0 ? std::min(limit, otherwise) : otherwise;
    };
    agon_limits loading{};
    loading.cpu_ns = shorter(start.limits.cpu_ns, load_cpu_ns);
    loading.wall_ns = shorter(start.limits.wall_ns, load_wall_ns);
    worker_->begin(loading, nullptr, -channel::free_loading_ns);
    playing_ = true;
    failed_ = false;
    if (!worker_->start()) {
      Outcome outcome = died();
      outcome.kind = AGON_OUTCOME_LOAD;  // however it failed
      return outcome;
    }
    loading_ns_ = worker_->count_cpu_ns();
    reusable_ = spec_.start.serves_one == 0 && worker_->shared().reusable.load() != 0;
    data_at_start_ = worker_->data_bytes();
    fresh_peak_ = true;
    return std::nullopt;
  }

  Outcome create(const SeatStart& start) {
    Slot& slot = worker_->slot();
    slot.seat = start.seat;
    slot.seats = start.seats;
    slot.seed = start.seed;
    slot.limits = start.limits;
    slot.limits.threads = thread_limit(start);
    slot.candidates.wanted = start.wants_candidates ? 1 : 0;
    worker_->shared().stop = 0;
    if (!fresh_peak_) worker_->forget_peak();
    fresh_peak_ = false;
    // The charge is the same for each match, whether the worker is new or reused.
    worker_->begin(start.limits, should_stop_, loading_ns_);
    cpu_so_far_ns_ = 0;
    wall_so_far_ns_ = 0;
    playing_ = true;
    failed_ = false;
    request(Slot::create);
    if (!worker_->hand_over()) return died();
    if (read_once(slot.answer) != Slot::done) return damaged();
    const agon_status status = read_once(slot.status);
    refused_ =
        status == AGON_BAD_SETTING || (status == AGON_UNSUPPORTED && spec_.task.strategy_protocol == AGON_ANY_PROTOCOL);
    if (status == AGON_OK && !worker_->over_time()) return {};
    if (status == AGON_OK) return judge(worker_->time_outcome());
    Outcome outcome = refusal();
    if (outcome.kind == AGON_OUTCOME_ERROR) outcome.kind = AGON_OUTCOME_LOAD;
    return judge(std::move(outcome));
  }

  void request(Slot::Request what) {
    channel::Channel& shared = worker_->shared();
    shared.hint.store(static_cast<std::uint32_t>(channel::Hint::none), std::memory_order_relaxed);
    Slot& slot = worker_->slot();
    slot.request = what;
    slot.answer = Slot::unanswered;
  }

  /// Passes an action that the strategy plays inside its turn to the referee.
  void rule() {
    Slot& slot = worker_->slot();
    const std::uint64_t said = read_once(slot.action_size);
    const std::uint64_t size = said <= start_.action_capacity ? said : 0;  // an oversized action counts as empty
    agon_bytes reply{};
    error_.text[0] = '\0';
    const agon_status ruling = StartedSeat::rule({worker_->action(), size}, reply, error_);
    slot.ruling = ruling;
    slot.reply_size = reply.size;
    std::memcpy(worker_->reply(), reply.data, reply.size);
    if (ruling != AGON_OK) slot.refusal = error_;
    request(Slot::ruled);
  }

  /// Returns the outcome at the end of a match whose turns were all valid.
  Outcome last_outcome() {
    if (worker_->ended_for_good()) return died();
    if (Outcome late = worker_->time_outcome(); !late.ok()) return judge(std::move(late));
    if (worker_->over_memory()) return judge(out_of_memory(worker_->spec().start.memory_bytes));
    return destroy();
  }

  Outcome destroy() {
    agon_limits ending{};
    ending.cpu_ns = destroy_cpu_ns;
    ending.wall_ns = destroy_wall_ns;
    worker_->begin(ending, nullptr);
    request(Slot::destroy);
    if (!worker_->hand_over()) return died(true);
    if (read_once(worker_->slot().answer) != Slot::done) return damaged();
    if (read_once(worker_->slot().status) == AGON_OK) return {};
    return judge(refusal("in destroy(): "));
  }

  /// Returns whether the worker is in the state before the match. It has restored its memory's content, so only
  /// additional memory has to be checked.
  [[nodiscard]] bool forgets() const {
#ifdef AGON_SANITIZED
    return reusable_;
#else
    return reusable_ && worker_->data_bytes() == data_at_start_ && (is_sandboxed() || worker_->threads() == 1);
#endif
  }

  /// Returns the outcome for the failure that the strategy reported.
  [[nodiscard]] Outcome refusal(const std::string& where = "") const {
    if (worker_->shared().hint.load() == static_cast<std::uint32_t>(channel::Hint::memory))
      return out_of_memory(worker_->spec().start.memory_bytes);
    return host::refusal(copied_once(worker_->slot().error), where);
  }

  /// Returns the outcome of a worker that has ended, if `in_destroy` in destroy(), whatever it says itself.
  [[gnu::noinline]] Outcome died(bool in_destroy = false) {
    log_.append(worker_->take_log());
    ExitReport report = worker_->exit_report();
    if (in_destroy) report.worker.phase = channel::Phase::destroying;
    report.last_words = last_words(log_.text());
    return judge(classify_exit(report));
  }

  Outcome judge(Outcome outcome) {
    failed_ = true;
    if (is_sandboxed() && outcome.kind != AGON_OUTCOME_LOAD && misses_file(outcome.reason))
      outcome.reason +=
          ". In the sandbox, a strategy can open no file while it plays; with --isolation process, it can";
    reason_ = outcome.reason;
    return outcome;
  }

  [[gnu::noinline]] Outcome damaged() {
    worker_->kill(KillReason::damage);
    worker_->wait_for_end();
    return died();
  }

  [[gnu::noinline]] std::int32_t failed_turn(agon_status status, std::uint64_t size) {
    if (status != AGON_OK) return judge(refusal()).kind;
    if (size > start_.action_capacity) return judge(host::failed_turn(AGON_OK, error_)).kind;
    return judge(worker_->time_outcome()).kind;
  }

  WorkerSpec spec_;
  std::function<bool()> should_stop_;
  std::unique_ptr<WorkerProcess> worker_;

  const bool needs_game_;
  const bool fresh_;
  bool playing_ = false;  // between begin() and end(), with a worker
  bool failed_ = false;
  bool reusable_ = false;
  bool fresh_peak_ = false;
  std::int64_t data_at_start_ = 0;
  std::int64_t loading_ns_ = 0;  // CPU time of the library's constructors
  agon_error error_{};
  std::int64_t cpu_so_far_ns_ = 0;
  std::int64_t wall_so_far_ns_ = 0;
};

}  // namespace

std::unique_ptr<Seat> open_isolated(const StrategyFile& strategy, std::vector<std::string> options,
                                    const SandboxPolicy& sandbox, std::function<bool()> should_stop) {
  return std::make_unique<IsolatedSeat>(strategy, std::move(options), sandbox, std::move(should_stop));
}

}  // namespace host
