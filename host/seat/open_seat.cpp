#include "host/seat/open_seat.hpp"

#include "host/seat/in_process.hpp"
#include "host/util/failure.hpp"

#include <algorithm>
#include <utility>

namespace host {

namespace {

/// A seat whose file can't be used.
class UnusableSeat final : public Seat {
 public:
  explicit UnusableSeat(const std::string& why) { reason_ = why; }
  Outcome begin(const SeatStart& /*start*/, Referee& /*referee*/) override { return {AGON_OUTCOME_LOAD, reason_}; }
  std::int32_t turn(agon_bytes& /*action*/) override { return AGON_OUTCOME_LOAD; }
  Outcome end() override { return {}; }
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
                                std::vector<std::string> options, std::function<bool()> should_stop, bool streams) {
  if (strategy.program && !strategy.program->fault.empty())
    return std::make_unique<UnusableSeat>(strategy.program->fault);
  if (strategy.program)
    return streams ? open_stream(strategy, options, sandbox) : open_piped(strategy, options, sandbox);
  if (sandbox.level == Level::none) return open_in_process(strategy, std::move(options), std::move(should_stop));
  return open_isolated(strategy, std::move(options), sandbox, std::move(should_stop));
}

std::unique_ptr<Seat> open_separate_seat(const SandboxPolicy& sandbox, const StrategyFile& strategy,
                                         std::vector<std::string> options, std::function<bool()> should_stop,
                                         bool streams) {
  if (sandbox.level == Level::none && !strategy.program)
    return open_in_process(strategy, std::move(options), std::move(should_stop), true);
  return open_seat(sandbox, strategy, std::move(options), std::move(should_stop), streams);
}

std::optional<std::string> refusal_of(const SandboxPolicy& sandbox, const StrategyFile& strategy,
                                      std::vector<std::string> options, const SeatStart& start) {
  try {
    SandboxPolicy untraced = sandbox;  // these lines belong to no match
    untraced.trace.clear();
    const auto seat = open_separate_seat(untraced, strategy, std::move(options), nullptr, start.streams);
    NoReferee referee;
    const Outcome outcome = seat->begin(start, referee);
    if (seat->refused()) return outcome.reason;
  } catch (const Failure&) {  // the first match fails in the same way
  }
  return std::nullopt;
}

}  // namespace host
