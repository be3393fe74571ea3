#include "host/match/match.hpp"

#include "host/match/seeds.hpp"
#include "host/util/failure.hpp"

#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

namespace host {

namespace {

/// Returns the end of a failed seat's log, long enough to show the cause.
std::string last_lines(const std::string& log) {
  constexpr std::size_t most = 4096;  // bytes
  if (log.size() <= most) return log;
  const std::size_t line = log.find('\n', log.size() - most);
  return log.substr(line + 1 < log.size() ? line + 1 : log.size() - most);
}

class Match {
 public:
  Match(GameState& state, std::span<Seat* const> seats, std::span<Spectator* const> spectators, GameActivity* watch)
      : state_(state), seats_(seats), spectators_(spectators), watch_(watch), referee_(*this) {
    result_.seats.resize(seats.size());
  }

  MatchResult play(const SeatLimits& limits, const Opening& opening) {
    for (Spectator* const spectator : spectators_) spectator->begun(state_);
    play_opening(opening, state_, spectators_);
    begin(limits);
    for (std::int32_t seat = state_.to_move(); seat != AGON_OVER; seat = state_.to_move()) turn(seat);
    return finish();
  }

 private:
  friend class host::TurnByTurn;

  MatchResult finish() {
    for (std::int32_t seat = 0; seat < state_.setup().seats; ++seat) {
      leave_game();
      Outcome ended = player(seat).end();
      enter_game();
      if (result(seat).outcome.ok()) result(seat).outcome = std::move(ended);
      if (!result(seat).outcome.ok()) result(seat).outcome.log = last_lines(player(seat).log());
      result(seat).usage = player(seat).usage();
      state_.report_usage(seat, result(seat).usage.cpu_us());
    }
    for (std::int32_t seat = 0; seat < state_.setup().seats; ++seat) result(seat).score = state_.score(seat);
    return std::move(result_);
  }

  /// Rules on the actions that a strategy plays inside its turn. They belong to the seat whose turn it is: no other
  /// seat can act.
  class InTurn final : public Referee {
   public:
    explicit InTurn(Match& match) : match_(match) {}
    agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error) override {
      match_.enter_game();
      const agon_status status = rule(action, reply, error);
      match_.leave_game();
      return status;
    }

   private:
    agon_status rule(agon_bytes action, agon_buffer* reply, agon_error* error) {
      const std::int32_t seat = match_.in_turn_;
      // No exception may pass through the calling plugin. play() rethrows it after the plugin has returned.
      try {
        match_.acted_in_turn_ = true;
        if (match_.fault_ || match_.state_.to_move() != seat) return AGON_TURN_OVER;
        if (match_.apply(seat, action, reply, *error) != AGON_OK) return AGON_ILLEGAL;
        return match_.state_.to_move() == seat ? AGON_OK : AGON_TURN_OVER;
      } catch (...) {
        match_.fault_ = std::current_exception();
        return AGON_TURN_OVER;
      }
    }

    Match& match_;
  };

  void leave_game() {
    if (watch_ != nullptr) watch_->leave_game();
  }
  void enter_game() {
    if (watch_ != nullptr) watch_->enter_game();
  }

  SeatResult& result(std::int32_t seat) { return result_.seats[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] Seat& player(std::int32_t seat) const { return *seats_[static_cast<std::size_t>(seat)]; }

  /// Begins every seat before handling any failure, so that a failing seat does not prevent the others from being used.
  void begin(const SeatLimits& limits) {
    SeatStart start = seat_start(state_.game(), state_.setup().seats, {});
    start.notation = &state_;
    start.match_seed = state_.setup().seed;
    std::vector<std::pair<std::int32_t, Outcome>> failed;
    for (start.seat = 0; start.seat < start.seats; ++start.seat) {
      if (!result(start.seat).outcome.ok()) continue;  // it has forfeited before this position
      start.seed = strategy_seed(state_.setup().seed, start.seat, state_.setup().secret);
      start.limits = limits.of(start.seat);
      start.ends = state_.join(start.seat);
      leave_game();
      Outcome begun = player(start.seat).begin(start, referee_);
      enter_game();
      tell_waiting(start.seat);
      if (!begun.ok()) failed.emplace_back(start.seat, std::move(begun));
    }
    for (auto& [seat, outcome] : failed) forfeit(seat, std::move(outcome));
  }

  void tell_waiting(std::int32_t seat) {
    for (Spectator* const spectator : spectators_) spectator->waits(seat, player(seat));
  }

  /// Always inlined: it is the body of the loop in play().
  [[gnu::always_inline]] void turn(std::int32_t seat) {
    play_turn(seat);
    tell_waiting(seat);
  }

  /// Always inlined, as turn() is.
  [[gnu::always_inline]] void play_turn(std::int32_t seat) {
    if (seat != in_turn_) [[unlikely]] {
      in_turn_ = seat;
      playing_ = &player(seat);
      outcome_ = &result(seat).outcome;
    }
    Seat& playing = *playing_;
    const Outcome& outcome = *outcome_;
    if (!outcome.ok()) throw_still_to_move(seat);
    agon_buffer& observation = playing.observation();
    state_.observe(seat, observation);
    for (Spectator* const spectator : spectators_) spectator->observed(seat, {observation.data, observation.size});
    agon_bytes action;
    leave_game();
    const std::int32_t kind = playing.turn(action);
    enter_game();
    const bool acted = acted_in_turn_;
    if (acted) {
      acted_in_turn_ = false;
      if (fault_) std::rethrow_exception(fault_);
      if (!outcome.ok()) return;  // an action inside the turn was illegal
    }
    if (kind != AGON_OUTCOME_OK) return forfeit(seat, {kind, playing.reason()});
    if (acted && state_.to_move() != seat) return;  // an action inside the turn has ended it
    agon_error error;                               // not zeroed as a whole: saves half a kilobyte per turn
    apply(seat, action, nullptr, error);
  }

  /// Passes an action to the game. If the action is illegal, the seat forfeits. Always inlined, as turn() is.
  [[gnu::always_inline]] agon_status apply(std::int32_t seat, agon_bytes action, agon_buffer* reply,
                                           agon_error& error) {
    if (state_.act(seat, action, reply, error) != AGON_OK) {
      forfeit(seat, {AGON_OUTCOME_ILLEGAL, sentence(error, "the game gave no reason")});
      return AGON_ILLEGAL;
    }
    for (Spectator* const spectator : spectators_) spectator->acted(state_, seat, action);
    return AGON_OK;
  }

  /// Records the seat's outcome, even if the match is already over. Otherwise, the seat also forfeits in the game.
  void forfeit(std::int32_t seat, Outcome outcome) {
    result(seat).outcome = std::move(outcome);
    if (state_.over()) return;
    state_.forfeit(seat, result(seat).outcome.kind, result(seat).outcome.reason);
    if (state_.to_move() == seat) throw_still_to_move(seat);
    for (Spectator* const spectator : spectators_) spectator->forfeited(state_, seat, result(seat).outcome);
  }

  [[noreturn]] void throw_still_to_move(std::int32_t seat) const {
    throw Failure(Exit::game, "the game " + state_.game().description.id + ", seed " +
                                  std::to_string(state_.setup().seed) + ", has seat " + std::to_string(seat) +
                                  " move although it forfeited");
  }

  GameState& state_;
  std::span<Seat* const> seats_;
  std::span<Spectator* const> spectators_;
  GameActivity* watch_;
  InTurn referee_;
  MatchResult result_;
  std::exception_ptr fault_;
  std::int32_t in_turn_ = -1;  // the seat whose turn it is
  Seat* playing_ = nullptr;
  const Outcome* outcome_ = nullptr;
  bool acted_in_turn_ = false;
};

}  // namespace

SeatStart seat_start(const Game& game, std::int32_t seats, const agon_limits& limits) {
  return {.game = game.description.id,
          .protocol = game.description.protocol,
          .seat = 0,
          .seats = seats,
          .seed = 0,
          .limits = limits,
          .observation_capacity = game.type->observation_capacity,
          .action_capacity = game.type->action_capacity,
          .reply_capacity = game.type->reply_capacity,
          .game_build = game.library ? game.library->shared_build() : nullptr,
          .game_type = game.type,
          .streams = game.type->extension(stream_extension) != nullptr};
}

MatchResult play_match(GameState& state, std::span<Seat* const> seats, const SeatLimits& limits,
                       std::span<Spectator* const> spectators, GameActivity* watch, const Opening& opening) {
  return Match(state, seats, spectators, watch).play(limits, opening);
}

struct TurnByTurn::Held {
  Match match;
};

TurnByTurn::TurnByTurn(GameState& state, std::span<Seat* const> seats, const SeatLimits& limits,
                       std::span<Spectator* const> spectators, std::vector<Outcome> outcomes, GameActivity* watch)
    : held_(new Held{Match(state, seats, spectators, watch)}) {
  for (std::size_t seat = 0; seat < outcomes.size(); ++seat)
    held_->match.result(static_cast<std::int32_t>(seat)).outcome = std::move(outcomes[seat]);
  held_->match.begin(limits);
}

TurnByTurn::~TurnByTurn() = default;

void TurnByTurn::turn() {
  held_->match.turn(held_->match.state_.to_move());
}

agon_status TurnByTurn::act(agon_bytes action, agon_error& error) {
  Match& match = held_->match;
  const std::int32_t seat = match.state_.to_move();
  if (match.state_.act(seat, action, nullptr, error) != AGON_OK) return AGON_ILLEGAL;
  for (Spectator* const spectator : match.spectators_) spectator->acted(match.state_, seat, action);
  return AGON_OK;
}

void TurnByTurn::forfeit(std::int32_t seat, Outcome outcome) {
  held_->match.forfeit(seat, std::move(outcome));
}

const Outcome& TurnByTurn::outcome(std::int32_t seat) const {
  return held_->match.result(seat).outcome;
}

MatchResult TurnByTurn::finish() {
  return held_->match.finish();
}

}  // namespace host
