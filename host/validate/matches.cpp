#include "host/validate/matches.hpp"

#include "host/match/seat.hpp"
#include "host/plugin/ticks.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/child.hpp"
#include "host/validate/game_harness.hpp"

#include <agon/random.hpp>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace host::validate {

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t without_limit = 60 * second;  // wall-clock time, if the game has no limit of CPU time

/// Thrown through the match loop to end a match early.
struct CutShort {};

/// Records a match until it is over, or takes too long.
class MatchLimiter final : public Spectator {
 public:
  MatchLimiter(const MatchCap& cap, Played& played)
      : cap_(cap), until_ns_(read_clock(CLOCK_MONOTONIC) + cap.wall_ns), played_(played) {}
  void begun(const GameState& state) override { played_.record.setup = state.setup(); }
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override {
    Record& record = played_.record;
    record.finished = state.over();
    record.steps.push_back({seat, std::string(static_cast<const char*>(action.data), action.size)});
    if (record.steps.size() >= cap_.actions || read_clock(CLOCK_MONOTONIC) > until_ns_) throw CutShort{};
  }
  void forfeited(const GameState& /*state*/, std::int32_t seat, const Outcome& outcome) override {
    played_.failures.emplace_back(seat, outcome);
  }

 private:
  const MatchCap& cap_;
  std::int64_t until_ns_;
  Played& played_;
};

/// Accepts a few actions of a strategy inside its turn. Keeps the next one, and tells the strategy that its turn is
/// over.
class InterruptingReferee final : public NoReferee {
 public:
  void take(Referee& real, std::uint64_t actions) {
    real_ = &real;
    left_ = actions;
    forget();
  }
  agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error) override {
    if (left_ == 0) return NoReferee::act(action, reply, error);
    --left_;
    return real_->act(action, reply, error);
  }

 private:
  Referee* real_ = nullptr;
  std::uint64_t left_ = 0;
};

class HandoverSeat final : public Seat {
 public:
  HandoverSeat(std::unique_ptr<Seat> player, std::uint64_t seed) : random_(seed), player_(std::move(player)) {}

  Outcome begin(const SeatStart& start, Referee& referee) override {
    start_ = start;
    real_ = &referee;
    observation_ = storage_.buffer(start.observation_capacity);
    return {};
  }

  std::int32_t turn(agon_bytes& action) override {
    referee_.take(*real_, random_.below(4));
    SeatStart start = start_;
    start.seed = random_.next();
    if (const Outcome begun = player_->begin(start, referee_); !begun.ok()) return begun.kind;
    agon_buffer& seen = player_->observation();
    std::memcpy(seen.data, observation_.data, observation_.size);
    seen.size = observation_.size;
    const std::int32_t outcome = player_->turn(action);
    if (referee_.kept()) action = *referee_.kept();  // which ends the turn
    return outcome;
  }

  [[nodiscard]] const std::string& reason() const override { return player_->reason(); }
  Outcome end() override { return player_->end(); }

 private:
  agon::Random random_;
  std::unique_ptr<Seat> player_;
  InterruptingReferee referee_;
  Referee* real_ = nullptr;
  SeatStart start_;
  AlignedMemory storage_;
};

/// Returns whether no parameter is assigned. Such a match must end; others may be very long.
bool has_default_parameters(const GameState& state) {
  const std::vector<SettingDescription>& parameters = state.game().description.parameters;
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    if (state.setup().parameters[index] != parameters[index].fallback) return false;
  }
  return true;
}

}  // namespace

agon_limits limits_for(const GameDescription& game) {
  agon_limits limits = game.limits;
  if (limits.wall_ns == 0) limits.wall_ns = wall_limit_for(limits);
  if (limits.wall_ns == 0) limits.wall_ns = without_limit;
  return limits;
}

std::unique_ptr<Seat> seated(const StrategyFile& strategy) {
  SandboxPolicy sandbox;
  sandbox.pin.on = false;
  std::vector<std::string> options;
  for (const SettingDescription& option : strategy.description.options) options.push_back(option.fallback.value_or(""));
  return open_seat(sandbox, strategy, std::move(options), [] { return false; });
}

std::unique_ptr<Seat> handover(std::unique_ptr<Seat> player, std::uint64_t seed) {
  return std::make_unique<HandoverSeat>(std::move(player), seed);
}

Played play(GameState& state, std::span<Seat* const> seats, const MatchCap& cap) {
  agon_limits limits = limits_for(state.game().description);
  if (cap.cpu_ns != 0 && limits.cpu_ns > cap.cpu_ns) limits.cpu_ns = cap.cpu_ns;
  std::vector<agon_limits> each(seats.size(), limits);
  for (std::size_t seat = 0; seat < cap.brief.size(); ++seat) {
    if (!cap.brief[seat]) continue;
    each[seat].cpu_ns = limits.cpu_ns == 0 ? second : std::min(limits.cpu_ns, second);
    each[seat].increment_ns = 0;
  }
  Played played;
  MatchLimiter limiter(cap, played);
  Spectator* const spectator = &limiter;
  try {
    const MatchResult result = play_match(state, seats, each, {&spectator, 1}, &game_activity());
    played.whole = true;
    played.failures.clear();  // the result has them, with those at the end
    for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
      if (!result.seats[seat].outcome.ok())
        played.failures.emplace_back(static_cast<std::int32_t>(seat), result.seats[seat].outcome);
    }
  } catch (const CutShort&) {
    for (Seat* const seat : seats) static_cast<void>(seat->end());
  }
  return played;
}

MatchCap cap_for(const GameState& state, bool hurried) {
  constexpr std::size_t many = 200'000;
  constexpr std::size_t some = 5'000;
  constexpr std::int64_t an_hour = 3600 * second;
  if (has_default_parameters(state)) return {many, an_hour};
  return hurried ? MatchCap{some, 2 * second} : MatchCap{many, 20 * second};
}

MatchCap cap_for_game(const GameState& state, bool hurried) {
  MatchCap cap = cap_for(state, hurried);
  if (hurried) cap.cpu_ns = second;
  return cap;
}

Quota quota_of_matches(const Case& examined) {
  return {examined, CLOCK_MONOTONIC, 3 * second / 2};
}

namespace {

using OpenSeats = std::map<std::pair<std::size_t, std::int32_t>, std::unique_ptr<Seat>>;

/// Plays a match between randomly chosen strategies.
Played play_drawn(const Case& examined, GameState& state, agon::Random& random, OpenSeats& open) {
  std::vector<Seat*> seats;
  for (std::int32_t seat = 0; seat < state.setup().seats; ++seat) {
    const std::size_t player = random.below(examined.players.size());
    auto& sitting = open[{player, seat}];
    if (!sitting) sitting = seated(examined.players[player]);
    seats.push_back(sitting.get());
  }
  return play(state, seats, cap_for_game(state, examined.hurried));
}

/// Plays a match with guessed actions: small numbers, which most protocols consist of. Returns the match if it
/// ended.
std::optional<Record> guess(GameState& state, agon::Random& random) {
  constexpr int most_guesses = 20'000;
  constexpr std::size_t most_actions = 2'000;
  const std::size_t words = state.game().type->action_capacity / sizeof(std::int32_t);
  std::vector<std::int32_t> action(words + 4);
  Record record{state.setup(), {}, true};
  while (!state.over()) {
    if (record.steps.size() > most_actions) return std::nullopt;
    const std::int32_t seat = state.to_move();
    const std::string_view bytes(reinterpret_cast<const char*>(action.data()), state.game().type->action_capacity);
    bool legal = false;
    for (int guesses = 0; guesses < most_guesses && !legal; ++guesses) {
      const std::uint64_t below = std::uint64_t{2} << random.below(5);
      for (std::int32_t& word : action) word = static_cast<std::int32_t>(random.below(below));
      legal = answer_to(state, seat, bytes).status == AGON_OK;
    }
    if (!legal) return std::nullopt;
    record.steps.push_back({seat, std::string(bytes)});
  }
  return record;
}

/// Returns the finding about the recorded matches.
Finding summary(const Case& examined, const std::vector<Record>& records, std::size_t played, std::size_t failed) {
  if (examined.players.empty()) {
    return records.empty()
               ? unchecked("no strategy for it is found, and guesses do not lead to the end of a match")
               : warn("only guessed actions, in " + counted(records.size(), "match") + ": no strategy for it is found");
  }
  if (records.empty()) return unchecked("strategies fail in all of " + counted(played, "match"));
  return ok(counted(played, "match") +
            (failed == 0 ? "" : ", strategies fail in " + std::to_string(failed) + " of them"));
}

/// Throws what is wrong with a match that has no end, or nearly none.
void refuse_endless(const Played& match, const GameState& state, const std::string& which) {
  if (!has_default_parameters(state)) return;
  const std::size_t actions = match.record.steps.size();
  if (!match.whole)
    throw fail("a match has no end: it goes on after " + std::to_string(actions) + " actions (" + which + ")");
  constexpr std::size_t very_many = 10'000;
  if (!match.failures.empty() && actions > very_many)
    throw warn("a match goes on for " + std::to_string(actions) + " actions, until strategies fail (" + which + ")");
}

}  // namespace

Recording record_matches(const Case& examined, std::uint64_t seed) {
  const GameDescription& game = examined.game->description;
  std::vector<Record> records;
  const auto body = [&] {
    const Game loaded = examined_game(game);
    agon::Random random(seed);
    const std::vector<Setup> limits = limit_setups(game, random);
    OpenSeats seats;
    const Quota quota = quota_of_matches(examined);
    std::size_t played = 0;
    std::size_t failed = 0;
    for (; !quota.enough(played); ++played) {
      const auto state = opened_at_random(loaded, random, played == 0, limits);
      if (!state) return fail("it refuses a hundred setups one after the other");
      const std::string which = spelled(*state);
      set_activity("in a match (" + which + ")");
      if (examined.players.empty()) {
        if (auto guessed = guess(*state, random)) records.push_back(std::move(*guessed));
        continue;
      }
      Played match = play_drawn(examined, *state, random, seats);
      refuse_endless(match, *state, which);
      failed += match.failures.empty() ? 0 : 1;
      if (match.failures.empty()) records.push_back(std::move(match.record));
    }
    return summary(examined, records, played, failed);
  };
  Finding finding = in_child(terms_for(examined), body, &records);
  return {std::move(records), std::move(finding)};
}

}  // namespace host::validate
