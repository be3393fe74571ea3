#include "host/validate/table.hpp"

#include "host/session/ticks.hpp"
#include "host/validate/child.hpp"

#include <algorithm>

namespace host::validate {

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t without_limit = 60 * second;  // wall-clock time, if the game has no limit of CPU time

/// Thrown through the match loop to end a match early.
struct CutShort {};

class Watch final : public Spectator {
 public:
  explicit Watch(const Span& span) : span_(span), until_ns_(read_clock(CLOCK_MONOTONIC) + span.wall_ns) {}
  void begun(const GameState& /*state*/) override {}
  void acted(const GameState& /*state*/, std::int32_t /*seat*/, agon_bytes /*action*/) override {
    if (++actions_ >= span_.actions || read_clock(CLOCK_MONOTONIC) > until_ns_) throw CutShort{};
  }
  void forfeited(const GameState& /*state*/, std::int32_t seat, const Outcome& outcome) override {
    failures_.emplace_back(seat, outcome);
  }
  [[nodiscard]] std::vector<std::pair<std::int32_t, Outcome>> failures() const { return failures_; }

 private:
  Span span_;
  std::int64_t until_ns_;
  std::size_t actions_ = 0;
  std::vector<std::pair<std::int32_t, Outcome>> failures_;
};

}  // namespace

SandboxPolicy sandboxed() {
  SandboxPolicy sandbox;
  sandbox.level = Level::sandbox;
  sandbox.pin.on = false;
  return sandbox;
}

agon_limits limits_for(const GameDescription& game) {
  agon_limits limits = game.limits;
  if (limits.wall_ns == 0) limits.wall_ns = wall_limit_for(limits);
  if (limits.wall_ns == 0) limits.wall_ns = without_limit;
  return limits;
}

std::unique_ptr<Seat> seated(const StrategyFile& strategy) {
  std::vector<std::string> options;
  for (const SettingDescription& option : strategy.description.options) options.push_back(option.fallback.value_or(""));
  return open_seat(sandboxed(), strategy, std::move(options), [] { return false; });
}

Played play(GameState& state, std::span<Seat* const> seats, const Span& span, Spectator* spectator) {
  Watch watch(span);
  std::vector<Spectator*> spectators;
  if (spectator != nullptr) spectators.push_back(spectator);
  spectators.push_back(&watch);
  Played played;
  try {
    agon_limits limits = limits_for(state.game().description);
    if (span.cpu_ns != 0 && limits.cpu_ns > span.cpu_ns) limits.cpu_ns = span.cpu_ns;
    const MatchResult result = play_match(state, seats, limits, spectators, &own_watch());
    played.whole = true;
    for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
      if (!result.seats[seat].outcome.ok())
        played.failures.emplace_back(static_cast<std::int32_t>(seat), result.seats[seat].outcome);
    }
  } catch (const CutShort&) {
    for (Seat* const seat : seats) static_cast<void>(seat->end());
    played.failures = watch.failures();
  }
  return played;
}

bool is_printable(const GameDescription& game, const Setup& setup) {
  for (std::size_t index = 0; index < game.parameters.size(); ++index) {
    if (setup.parameters[index] != game.parameters[index].fallback) return false;
  }
  return true;
}

Span span_for(const GameDescription& game, const Setup& setup, bool hurried) {
  constexpr std::size_t many = 200'000;
  constexpr std::size_t some = 5'000;
  constexpr std::int64_t an_hour = 3600 * second;
  if (is_printable(game, setup)) return {many, an_hour};
  return hurried ? Span{some, 2 * second} : Span{many, 20 * second};
}

Span span_for_game(const GameDescription& game, const Setup& setup, bool hurried) {
  Span span = span_for(game, setup, hurried);
  if (hurried) span.cpu_ns = second;
  return span;
}

Ration::Ration(const Case& examined)
    : most_(examined.matches), hurried_(examined.hurried), began_(read_clock(CLOCK_MONOTONIC)) {}

bool Ration::enough(std::size_t matches) const {
  constexpr std::int64_t most_ns = 3 * second / 2;
  return matches >= most_ || (hurried_ && matches > 0 && read_clock(CLOCK_MONOTONIC) - began_ > most_ns);
}

}  // namespace host::validate
