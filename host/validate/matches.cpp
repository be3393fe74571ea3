#include "host/validate/matches.hpp"

#include "host/session/ticks.hpp"
#include "host/validate/child.hpp"

#include <algorithm>

namespace host::validate {

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t without_limit = 60 * second;  // wall-clock time, if the game has no limit of CPU time

/// Thrown through the match loop to end a match early.
struct CutShort {};

class MatchLimiter final : public Spectator {
 public:
  explicit MatchLimiter(const MatchCap& cap) : cap_(cap), until_ns_(read_clock(CLOCK_MONOTONIC) + cap.wall_ns) {}
  void begun(const GameState& /*state*/) override {}
  void acted(const GameState& /*state*/, std::int32_t /*seat*/, agon_bytes /*action*/) override {
    if (++actions_ >= cap_.actions || read_clock(CLOCK_MONOTONIC) > until_ns_) throw CutShort{};
  }
  void forfeited(const GameState& /*state*/, std::int32_t seat, const Outcome& outcome) override {
    failures_.emplace_back(seat, outcome);
  }
  [[nodiscard]] std::vector<std::pair<std::int32_t, Outcome>> failures() const { return failures_; }

 private:
  MatchCap cap_;
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

Played play(GameState& state, std::span<Seat* const> seats, const MatchCap& cap, Spectator* spectator) {
  MatchLimiter limiter(cap);
  std::vector<Spectator*> spectators;
  if (spectator != nullptr) spectators.push_back(spectator);
  spectators.push_back(&limiter);
  Played played;
  try {
    agon_limits limits = limits_for(state.game().description);
    if (cap.cpu_ns != 0 && limits.cpu_ns > cap.cpu_ns) limits.cpu_ns = cap.cpu_ns;
    const MatchResult result = play_match(state, seats, limits, spectators, &game_activity());
    played.whole = true;
    for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
      if (!result.seats[seat].outcome.ok())
        played.failures.emplace_back(static_cast<std::int32_t>(seat), result.seats[seat].outcome);
    }
  } catch (const CutShort&) {
    for (Seat* const seat : seats) static_cast<void>(seat->end());
    played.failures = limiter.failures();
  }
  return played;
}

bool has_default_parameters(const GameDescription& game, const Setup& setup) {
  for (std::size_t index = 0; index < game.parameters.size(); ++index) {
    if (setup.parameters[index] != game.parameters[index].fallback) return false;
  }
  return true;
}

MatchCap cap_for(const GameDescription& game, const Setup& setup, bool hurried) {
  constexpr std::size_t many = 200'000;
  constexpr std::size_t some = 5'000;
  constexpr std::int64_t an_hour = 3600 * second;
  if (has_default_parameters(game, setup)) return {many, an_hour};
  return hurried ? MatchCap{some, 2 * second} : MatchCap{many, 20 * second};
}

MatchCap cap_for_game(const GameDescription& game, const Setup& setup, bool hurried) {
  MatchCap cap = cap_for(game, setup, hurried);
  if (hurried) cap.cpu_ns = second;
  return cap;
}

MatchQuota::MatchQuota(const Case& examined)
    : most_(examined.matches), hurried_(examined.hurried), began_(read_clock(CLOCK_MONOTONIC)) {}

bool MatchQuota::enough(std::size_t matches) const {
  constexpr std::int64_t most_ns = 3 * second / 2;
  return matches >= most_ || (hurried_ && matches > 0 && read_clock(CLOCK_MONOTONIC) - began_ > most_ns);
}

}  // namespace host::validate
