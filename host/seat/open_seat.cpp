#include "host/seat/open_seat.hpp"

#include "host/failure.hpp"
#include "host/seat/in_process.hpp"
#include "host/seat/isolated.hpp"
#include "host/seat/piped.hpp"
#include "host/seat/stream.hpp"

#include <algorithm>
#include <utility>

namespace host {

namespace {

/// A referee for checks without turns.
struct NoReferee final : Referee {
  agon_status act(agon_bytes /*action*/, agon_buffer* /*reply*/, agon_error* /*error*/) override {
    return AGON_TURN_OVER;
  }
};

/// A program, of which the first match tells how it is to be spoken to.
class ProgramSeat final : public Seat {
 public:
  ProgramSeat(const StrategyFile& strategy, std::vector<std::string> options, const SandboxPolicy& sandbox)
      : strategy_(strategy), options_(std::move(options)), sandbox_(sandbox) {}

  Outcome begin(const SeatStart& start, Referee& referee) override {
    if (!seat_ || streams_ != start.streams)
      seat_ = start.streams ? open_stream(strategy_, options_, sandbox_.level, sandbox_.worker)
                            : open_piped(strategy_, options_, sandbox_.level, sandbox_.worker);
    streams_ = start.streams;
    Outcome outcome = seat_->begin(start, referee);
    refused_ = seat_->refused();
    observation_ = seat_->observation();
    return outcome;
  }
  std::int32_t turn(agon_bytes& action) override {
    seat_->observation() = observation_;
    return seat_->turn(action);
  }
  [[nodiscard]] std::optional<Evaluation> evaluation() const override { return seat_->evaluation(); }
  [[nodiscard]] std::vector<Candidate> candidates() const override { return seat_->candidates(); }
  [[nodiscard]] const std::string& reason() const override { return seat_->reason(); }
  Outcome end() override { return seat_ ? seat_->end() : Outcome{}; }
  [[nodiscard]] Usage usage() const override { return seat_ ? seat_->usage() : Usage{}; }
  SoFar so_far() override { return seat_->so_far(); }
  [[nodiscard]] const std::string& log() const override { return seat_ ? seat_->log() : nothing_; }
  const std::string& log_so_far() override { return seat_ ? seat_->log_so_far() : nothing_; }

 private:
  StrategyFile strategy_;
  std::vector<std::string> options_;
  SandboxPolicy sandbox_;
  const std::string nothing_;
  std::unique_ptr<Seat> seat_;
  bool streams_ = false;
};

/// A seat whose file can't be used.
class UnusableSeat final : public Seat {
 public:
  explicit UnusableSeat(std::string why) : why_(std::move(why)) {}
  Outcome begin(const SeatStart& /*start*/, Referee& /*referee*/) override { return {AGON_OUTCOME_LOAD, why_}; }
  std::int32_t turn(agon_bytes& /*action*/) override { return AGON_OUTCOME_LOAD; }
  [[nodiscard]] const std::string& reason() const override { return why_; }
  Outcome end() override { return {}; }
  [[nodiscard]] Usage usage() const override { return {}; }
  [[nodiscard]] const std::string& log() const override { return log_; }

 private:
  std::string why_;
  std::string log_;
};

}  // namespace

std::int64_t wall_limit_for(const agon_limits& limits) {
  constexpr std::int64_t second = 1'000'000'000;
  constexpr std::int64_t turns = 1000;
  constexpr std::int64_t most = INT64_MAX / 4;  // prevents overflow of sums
  const auto in_turns = [](std::int64_t each) { return each > most / turns ? most : each * turns; };
  const std::int64_t cpu_ns = limits.cpu_ns > 0
                                  ? std::min(std::min(limits.cpu_ns, most) + in_turns(limits.increment_ns), most)
                                  : in_turns(limits.turn_cpu_ns);
  return cpu_ns == 0 ? 0 : 3 * cpu_ns + 10 * second;
}

std::unique_ptr<Seat> open_seat(const SandboxPolicy& sandbox, const StrategyFile& strategy,
                                std::vector<std::string> options, std::function<bool()> should_stop) {
  if (strategy.program && !strategy.program->fault.empty())
    return std::make_unique<UnusableSeat>(strategy.program->fault);
  if (strategy.program) return std::make_unique<ProgramSeat>(strategy, std::move(options), sandbox);
  if (sandbox.level == Level::none) return open_in_process(strategy, std::move(options), std::move(should_stop));
  return open_isolated(strategy, std::move(options), sandbox.worker, std::move(should_stop));
}

std::unique_ptr<Seat> open_separate_seat(const SandboxPolicy& sandbox, const StrategyFile& strategy,
                                         std::vector<std::string> options, std::function<bool()> should_stop) {
  if (sandbox.level == Level::none && !strategy.program)
    return open_in_process(strategy, std::move(options), std::move(should_stop), true);
  return open_seat(sandbox, strategy, std::move(options), std::move(should_stop));
}

std::optional<std::string> refusal_of(const SandboxPolicy& sandbox, const StrategyFile& strategy,
                                      std::vector<std::string> options, const SeatStart& start) {
  try {
    SandboxPolicy untraced = sandbox;  // these lines belong to no match
    untraced.worker.trace.clear();
    const auto seat = open_separate_seat(untraced, strategy, std::move(options), nullptr);
    NoReferee referee;
    const Outcome outcome = seat->begin(start, referee);
    if (seat->refused()) return outcome.reason;
  } catch (const Failure&) {  // the first match fails in the same way
  }
  return std::nullopt;
}

}  // namespace host
