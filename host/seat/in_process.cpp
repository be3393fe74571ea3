#include "host/seat/in_process.hpp"

#include "host/isolation/exit_report.hpp"
#include "host/plugin/library.hpp"
#include "host/plugin/outcome.hpp"
#include "host/plugin/session.hpp"
#include "host/plugin/turn_clock.hpp"
#include "host/util/failure.hpp"
#include "host/util/process_state.hpp"
#include "host/util/text.hpp"

#include <agon/strategy.h>

#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

namespace host {

namespace {

/// A strategy and the library that contains it.
struct Loaded {
  std::shared_ptr<const Library> library;
  const agon_strategy_type* type = nullptr;
};

class InProcessSeat final : public StartedSeat, private SessionHost {
 public:
  using Seat::log;  // beside what the strategy calls

  /// With `load_again`, the library is loaded again for each match.
  InProcessSeat(Loaded loaded, std::function<Loaded()> load_again, std::vector<std::string> options,
                std::function<bool()> should_stop)
      : loaded_(std::move(loaded)),
        load_again_(std::move(load_again)),
        options_(std::move(options)),
        should_stop_(std::move(should_stop)) {}
  InProcessSeat(const InProcessSeat&) = delete;
  InProcessSeat& operator=(const InProcessSeat&) = delete;
  ~InProcessSeat() override { static_cast<void>(end()); }

  Outcome begin(const SeatStart& start, Referee& referee) override {
    static_cast<void>(end());
    reset(start, referee);
    start_.limits.threads = std::max(start.limits.threads, 1U);
    if (load_again_) loaded_ = load_again_();
    observe_here();
    clock_.reset();
    left_ticks_ = 0;
    state_.begin();
    error_.text[0] = '\0';
    enter();
    const agon_status status = guarded(error_, [&] {
      return session_.create(*loaded_.type,
                             {.game = start_.game.c_str(),
                              .protocol = start_.protocol.c_str(),
                              .seat = start_.seat,
                              .seats = start_.seats,
                              .seed = start_.seed,
                              .limits = start_.limits,
                              .action_capacity = start_.action_capacity,
                              .options = &options_,
                              .game_type = (loaded_.type->needs & AGON_NEEDS_GAME) != 0 ? start_.game_type : nullptr,
                              .evaluation = &evaluation_,
                              .candidates = start_.wants_candidates ? &candidates_ : nullptr},
                             error_);
    });
    leave(true);
    // Without limits or increments per turn, only the end of the match's time has to be checked.
    sure_ticks_ =
        budget().has_turns() ? 0 : Ticks::surely_within(budget().is_limited() ? start_.limits.cpu_ns : INT64_MAX);
    refused_ = status == AGON_BAD_SETTING ||
               (status == AGON_UNSUPPORTED && std::strcmp(loaded_.type->protocol, AGON_ANY_PROTOCOL) == 0);
    if (status == AGON_OK) return judged(by_now());
    return judged({AGON_OUTCOME_LOAD, refusal(error_).reason});
  }

  std::int32_t turn(agon_bytes& action) override {
    ++usage_.turns;
    agon_buffer answer{action_room_.data(), start_.action_capacity, 0};
    error_.text[0] = '\0';
    evaluation_.reported = 0;
    candidates_.count = 0;
    enter();
    const agon_status status = guarded(error_, [&] {
      return session_.turn({observation_.data, observation_.size}, answer, error_);
    });
    const std::uint64_t used_ticks = leave();
    if (fault_) [[unlikely]]
      std::rethrow_exception(std::exchange(fault_, nullptr));
    action = {action_room_.data(), answer.size};
    if (status != AGON_OK || answer.size > answer.capacity) [[unlikely]]
      return failed(status);
    return used_ticks < sure_ticks_ ? AGON_OUTCOME_OK : end_of_turn();
  }

  [[nodiscard]] std::optional<Evaluation> evaluation() const override { return evaluation_.read(); }
  [[nodiscard]] std::vector<Candidate> candidates() const override { return candidates_.read(); }

  Outcome end() override {
    if (!session_.exists()) return {};
    error_.text[0] = '\0';
    const std::uint64_t began = ticks.now();
    state_.enter();
    const agon_status status = guarded(error_, [&] {
      session_.destroy();
      return AGON_OK;
    });
    state_.leave(true);
    const std::uint64_t took = ticks.now() - began;
    if (status != AGON_OK) return judged(refusal(error_, "in destroy(): "));
    if (took <= Ticks::surely_within(destroy_wall_ns) || ticks.nanoseconds(took) <= destroy_wall_ns) return {};
    return judged(
        {AGON_OUTCOME_STALL, "it took " + in_seconds(ticks.nanoseconds(took)) + " by the clock in destroy()"});
  }

  [[nodiscard]] Usage usage() const override { return {clock_.cpu_ns(), clock_.wall_ns(), std::nullopt, usage_.turns}; }

 private:
  agon_status act(agon_bytes action, agon_bytes& reply, agon_error& error) override {
    leave();  // the game's time is not charged to the strategy
    agon_status status = AGON_FAILED;
    try {
      status = rule(action, reply, error);
    } catch (...) {  // a fault of the game or the host, which must not pass through the strategy's code
      fault_ = std::current_exception();
      reply = {};
    }
    enter();
    return status;
  }

  /// Enclose the strategy's code.
  void enter() {
    state_.enter();
    clock_.start();
  }
  /// Returns the ticks of all turns so far.
  std::uint64_t leave(bool from_create = false) {
    constexpr std::uint64_t long_ticks = 5'000;  // a few microseconds: to load a locale takes longer
    const std::uint64_t used_ticks = clock_.stop();
    const std::uint64_t took_ticks = used_ticks - std::exchange(left_ticks_, used_ticks);
    state_.leave(from_create || took_ticks > long_ticks);
    return used_ticks;
  }

  void log(agon_bytes line) override { log_.add({static_cast<const char*>(line.data), line.size}); }
  [[nodiscard]] std::int64_t cpu_ns() override { return clock_.cpu_ns(); }
  [[nodiscard]] bool wants_stop() override { return should_stop_ && should_stop_(); }

  [[nodiscard]] const CpuBudget& budget() const { return session_.budget(); }

  /// Returns the seat's outcome according to the CPU time used until now.
  [[nodiscard]] Outcome by_now() const { return out_of_budget(budget(), budget().passed(clock_.cpu_ns())); }

  [[gnu::noinline]] std::int32_t failed(agon_status status) { return judged(failed_turn(status, error_)).kind; }

  /// Returns the outcome of a turn that may have exceeded a limit, or whose end may change one.
  [[gnu::noinline]] std::int32_t end_of_turn() {
    if (Outcome late = by_now(); !late.ok()) return judged(std::move(late)).kind;
    session_.end_turn();
    return AGON_OUTCOME_OK;
  }

  /// Stores the reason of a failure.
  [[gnu::noinline]] Outcome judged(Outcome outcome) {
    reason_ = outcome.reason;
    return outcome;
  }

  Loaded loaded_;
  std::function<Loaded()> load_again_;  // NULL: the library is loaded once for all matches
  std::vector<std::string> options_;    // their values
  std::function<bool()> should_stop_;

  Session session_{*this};  // timed by clock_
  agon_error error_{};
  EvaluationSlot evaluation_{};
  CandidateSlot candidates_{};
  std::exception_ptr fault_;  // of an action inside a turn
  TurnClock clock_;
  std::uint64_t left_ticks_ = 0;  // of the clock, when the strategy returned last
  KeptState state_;
  std::uint64_t sure_ticks_ = 0;  // below these of clock_, no limit is exceeded and the end of a turn changes none
};

const agon_strategy_type& type_in(const Library& library, const StrategyDescription& description) {
  const agon_strategy_type* const type = find_strategy_type(library.plugin(), description.id, description.protocol);
  if (type != nullptr) return *type;
  throw Failure(Exit::plugin, library.description().path.string() + ": does not hold the strategy " + description.id +
                                  " when it is loaded, which its file declares");
}

}  // namespace

std::unique_ptr<Seat> open_in_process(const StrategyFile& strategy, std::vector<std::string> options,
                                      std::function<bool()> should_stop, bool reloads) {
  const auto load = [strategy](bool again) {
    auto library = again ? Library::load_again(strategy.build) : Library::load(strategy.build);
    const agon_strategy_type& type = type_in(*library, strategy.description);
    return Loaded{std::move(library), &type};
  };
  Loaded loaded = load(false);
  std::function<Loaded()> load_again;
  if (reloads || is_single_instance(*loaded.type)) load_again = [load] { return load(true); };
  return std::make_unique<InProcessSeat>(std::move(loaded), std::move(load_again), std::move(options),
                                         std::move(should_stop));
}

std::unique_ptr<Seat> seat_in_process(const agon_strategy_type& type, std::vector<std::string> options) {
  return std::make_unique<InProcessSeat>(Loaded{nullptr, &type}, nullptr, std::move(options), nullptr);
}

namespace {

class CallbackSeat final : public StartedSeat {
 public:
  explicit CallbackSeat(Callback callback) : callback_(std::move(callback)) {}

  Outcome begin(const SeatStart& start, Referee& referee) override {
    reset(start, referee);
    observe_here();
    clock_.reset();
    return {};
  }

  std::int32_t turn(agon_bytes& action) override {
    ++usage_.turns;
    clock_.start();
    try {
      action_ = callback_({.start = start_,
                           .observation = {observation_.data, observation_.size},
                           .act = [this](const std::string& inside, bool& over) { return act(inside, over); },
                           .log = [this](const std::string& line) { log_.add(line); }});
    } catch (const std::exception& exception) {
      clock_.stop();
      return failed(exception.what());
    }
    clock_.stop();
    if (action_.size() > start_.action_capacity)
      return failed("its action has " + std::to_string(action_.size()) + " bytes; the game takes at most " +
                    std::to_string(start_.action_capacity));
    action = keep({action_.data(), action_.size()});
    return AGON_OUTCOME_OK;
  }

  Outcome end() override { return {}; }
  [[nodiscard]] Usage usage() const override { return {clock_.cpu_ns(), clock_.wall_ns(), std::nullopt, usage_.turns}; }

 private:
  std::string act(const std::string& action, bool& over) {
    if (action.size() > start_.action_capacity) throw std::invalid_argument("the action is too long");
    agon_bytes reply{};
    agon_error error{};
    clock_.stop();  // the game's time is not charged to the strategy
    const agon_status status = rule({action.data(), action.size()}, reply, error);
    clock_.start();
    if (status == AGON_ILLEGAL) throw std::invalid_argument(sentence(error, "the action is illegal"));
    over = status != AGON_OK;
    return {static_cast<const char*>(reply.data), reply.size};
  }

  std::int32_t failed(std::string reason) {
    reason_ = std::move(reason);
    return AGON_OUTCOME_ERROR;
  }

  Callback callback_;
  std::string action_;
  TurnClock clock_;
};

}  // namespace

std::unique_ptr<Seat> open_callback(Callback callback) {
  return std::make_unique<CallbackSeat>(std::move(callback));
}

}  // namespace host
