#include "host/seat/in_process.hpp"

#include "host/failure.hpp"
#include "host/plugin/creation.hpp"
#include "host/seat/block.hpp"
#include "host/seat/cpu_budget.hpp"
#include "host/seat/match_log.hpp"
#include "host/seat/turn_clock.hpp"
#include "host/seat/verdict.hpp"
#include "host/text.hpp"

#include <agon/ext/log.h>
#include <agon/ext/solitary.h>
#include <agon/strategy.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <utility>

namespace host {

namespace {

/// A strategy and what keeps it loaded.
struct Loaded {
  std::shared_ptr<const Library> library;
  const agon_strategy_type* type = nullptr;
};

class InProcessSeat final : public Seat {
 public:
  /// With `load_afresh`, each match gets a strategy that was loaded for it alone.
  InProcessSeat(Loaded loaded, std::function<Loaded()> load_afresh, std::vector<std::string> options,
                std::function<bool()> should_stop)
      : loaded_(std::move(loaded)),
        load_afresh_(std::move(load_afresh)),
        values_(std::move(options)),
        should_stop_(std::move(should_stop)) {}
  InProcessSeat(const InProcessSeat&) = delete;
  InProcessSeat& operator=(const InProcessSeat&) = delete;
  ~InProcessSeat() override { static_cast<void>(end()); }

  Outcome begin(const SeatStart& start, Referee& referee) override {
    static_cast<void>(end());
    start_ = start;
    start_.limits.threads = std::max(start.limits.threads, 1U);
    referee_ = &referee;
    log_ = {};
    reason_.clear();
    turns_ = 0;
    if (load_afresh_) loaded_ = load_afresh_();
    name_options();
    observation_room_.grow(start.observation_capacity);
    action_room_.grow(start.action_capacity);
    observation_ = {observation_room_.data(), start.observation_capacity, 0};
    session_ = session();
    clock_.reset();
    budget_.begin(start_.limits, 0);
    // Of a match without limits or increments of turns only the end of its time has to be watched.
    sure_ns_ = budget_.has_turns() ? 0 : budget_.is_limited() ? start_.limits.cpu_ns : INT64_MAX;
    error_.text[0] = '\0';
    clock_.start();
    agon_status status = type().create(&session_, &self_, &error_);
    clock_.stop();
    refused_options_ = status == AGON_BAD_SETTING;
    status = checked_creation(status, self_, "an instance", error_);
    if (status == AGON_OK) return judged(by_now());
    self_ = nullptr;
    return judged({AGON_OUTCOME_ERROR, sentence(error_, "it gave no reason")});
  }

  std::int32_t turn(agon_bytes& action) override {
    ++turns_;
    agon_buffer answer{action_room_.data(), start_.action_capacity, 0};
    error_.text[0] = '\0';
    if (budget_.limits_turns()) [[unlikely]]
      budget_.begin_turn(clock_.cpu_ns());
    clock_.start();
    in_turn_ = true;
    const agon_status status = type().turn(self_, {observation_.data, observation_.size}, &answer, &error_);
    in_turn_ = false;
    clock_.stop();
    if (status != AGON_OK || answer.size > answer.capacity) [[unlikely]]
      return failed_turn(status);
    if (clock_.may_exceed(sure_ns_)) [[unlikely]] {
      if (Outcome late = by_now(); !late.ok()) return judged(std::move(late)).kind;
      budget_.end_turn();
    }
    action = {answer.data, answer.size};
    return AGON_OUTCOME_OK;
  }

  [[nodiscard]] const std::string& reason() const override { return reason_; }

  Outcome end() override {
    if (self_ == nullptr) return {};
    const std::uint64_t began = ticks.now();
    type().destroy(std::exchange(self_, nullptr));
    const std::uint64_t took = ticks.now() - began;
    if (took <= Ticks::surely_within(destroy_wall_ns) || ticks.nanoseconds(took) <= destroy_wall_ns) return {};
    reason_ = "it took " + in_seconds(ticks.nanoseconds(took)) + " by the clock in destroy()";
    return {AGON_OUTCOME_STALL, reason_};
  }

  [[nodiscard]] Usage usage() const override { return {clock_.cpu_ns(), clock_.wall_ns(), std::nullopt, turns_}; }
  [[nodiscard]] const std::string& log() const override { return log_.text(); }

 private:
  static InProcessSeat& seat(const agon_host* host) { return *static_cast<InProcessSeat*>(host->data); }
  static InProcessSeat& seat(const agon_session* session) { return seat(session->host); }

  [[nodiscard]] const agon_strategy_type& type() const { return *loaded_.type; }

  void name_options() {
    options_.clear();
    for (std::uint32_t index = 0; index < type().option_count; ++index) {
      options_.push_back({type().options[index].name, values_.at(index).c_str()});
    }
  }

  agon_session session() {
    return {.host = &host_,
            .game = start_.game.c_str(),
            .protocol = start_.protocol.c_str(),
            .seat = start_.seat,
            .seats = start_.seats,
            .seed = start_.seed,
            .limits = start_.limits,
            .option_count = static_cast<std::uint32_t>(options_.size()),
            .reserved = 0,
            .options = options_.data(),
            .act = [](const agon_session* s, agon_bytes action, agon_buffer* reply,
                      agon_error* error) { return seat(s).act(action, reply, error); },
            .time_left_ns = [](const agon_session* s) { return seat(s).time_left_ns(); },
            .turn_left_ns = [](const agon_session* s) { return seat(s).turn_left_ns(); },
            .should_stop = [](const agon_session* s) { return seat(s).should_stop(); }};
  }

  static const void* extension(const agon_host* /*host*/, const char* id) {
    static constexpr agon_log log = {[](const agon_host* host, agon_bytes text) { seat(host).write(text); }};
    return std::strcmp(id, AGON_LOG) == 0 ? &log : nullptr;
  }

  agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error) {
    agon_error unwanted{};
    if (error == nullptr) error = &unwanted;
    if (!in_turn_) {
      std::strncpy(error->text, "act() may only be called inside turn()", sizeof error->text - 1);
      return AGON_FAILED;
    }
    clock_.stop();  // what the game does is not the strategy's time
    // The game is promised alignment and room, the strategy is not asked for them. What is too long is no action:
    // nothing of it is shown.
    inside_room_.grow(start_.action_capacity);
    reply_room_.grow(start_.reply_capacity);
    const std::uint64_t size = action.size <= start_.action_capacity ? action.size : 0;
    if (size > 0) std::memcpy(inside_room_.data(), action.data, size);
    agon_buffer answer{reply_room_.data(), start_.reply_capacity, 0};
    const agon_status status = referee_->act({inside_room_.data(), size}, &answer, error);
    if (reply != nullptr) {
      reply->size = std::min({answer.size, answer.capacity, reply->capacity});
      if (reply->size > 0) std::memcpy(reply->data, answer.data, reply->size);
    }
    clock_.start();
    return status;
  }

  // From any thread, as should_stop().
  [[nodiscard]] std::int64_t time_left_ns() const {
    return start_.limits.cpu_ns == 0 ? INT64_MAX : budget_.match_left_ns(clock_.cpu_ns());
  }
  [[nodiscard]] std::int64_t turn_left_ns() const {
    return budget_.is_limited() ? budget_.turn_left_ns(clock_.cpu_ns()) : INT64_MAX;
  }

  [[nodiscard]] std::int32_t should_stop() {
    if (should_stop_ && should_stop_()) return 1;
    return budget_.is_used_up(1, [this] { return clock_.cpu_ns(); }) ? 1 : 0;
  }

  void write(agon_bytes text) {
    const std::string_view line(static_cast<const char*>(text.data), text.size);
    log_.add(line);
  }

  /// Keeps the reason of a failure.
  /// Returns what the CPU time used until now means for the seat.
  [[nodiscard]] Outcome by_now() const {
    const CpuBudget::Passed passed = budget_.passed(clock_.cpu_ns());
    return passed == CpuBudget::Passed::nothing ? Outcome{} : out_of_budget(budget_, passed);
  }

  Outcome judged(Outcome outcome) {
    reason_ = outcome.reason;
    return outcome;
  }

  [[gnu::noinline]] std::int32_t failed_turn(agon_status status) {
    return judged({AGON_OUTCOME_ERROR, status != AGON_OK ? sentence(error_, "it gave no reason")
                                                         : "it answered more bytes than an action may have"})
        .kind;
  }

  Loaded loaded_;
  std::function<Loaded()> load_afresh_;  // NULL: one load serves all matches
  std::vector<std::string> values_;
  std::vector<agon_setting> options_;
  std::function<bool()> should_stop_;

  SeatStart start_;
  Referee* referee_ = nullptr;
  const agon_host host_ = {this, extension};
  agon_session session_{};
  void* self_ = nullptr;
  bool in_turn_ = false;
  Block observation_room_;
  Block action_room_;
  Block inside_room_;  // for actions inside a turn
  Block reply_room_;   // for what they reveal
  agon_error error_{};
  TurnClock clock_;
  CpuBudget budget_;          // by clock_
  std::int64_t sure_ns_ = 0;  // while no more is used, no limit is passed and no turn's end changes one
  std::int64_t turns_ = 0;
  std::string reason_;
  MatchLog log_;
};

const agon_strategy_type& type_in(const Library& library, const StrategyDescription& description) {
  for (std::uint32_t index = 0; index < library.plugin().strategy_count; ++index) {
    const agon_strategy_type& type = *library.plugin().strategies[index];
    if (type.id == description.id && type.protocol == description.protocol) return type;
  }
  throw Failure(Exit::plugin, library.description().path.string() + ": does not hold the strategy " + description.id +
                                  " when it is loaded, which its file declares");
}

}  // namespace

std::unique_ptr<Seat> open_in_process(const StrategyFile& strategy, std::vector<std::string> options,
                                      std::function<bool()> should_stop, bool afresh) {
  auto library = Library::load(strategy.build);
  const agon_strategy_type& type = type_in(*library, strategy.description);
  std::function<Loaded()> load_afresh;
  if (afresh || type.extension(AGON_SOLITARY) != nullptr) {
    load_afresh = [strategy] {
      auto fresh = Library::load_afresh(strategy.build);
      const agon_strategy_type& fresh_type = type_in(*fresh, strategy.description);
      return Loaded{std::move(fresh), &fresh_type};
    };
  }
  return std::make_unique<InProcessSeat>(Loaded{std::move(library), &type}, std::move(load_afresh), std::move(options),
                                         std::move(should_stop));
}

std::unique_ptr<Seat> seat_in_process(const agon_strategy_type& type, std::vector<std::string> options,
                                      std::function<bool()> should_stop) {
  return std::make_unique<InProcessSeat>(Loaded{nullptr, &type}, nullptr, std::move(options), std::move(should_stop));
}

}  // namespace host
