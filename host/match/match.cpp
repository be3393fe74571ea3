#include "host/match/match.hpp"

#include "host/match/seeds.hpp"

#include <cstddef>
#include <exception>
#include <utility>
#include <vector>

namespace host {

namespace {

/// Returns the end of a failed seat's log, long enough to show the cause.
std::string end_of(const std::string& log) {
  constexpr std::size_t most = 4096;  // bytes
  if (log.size() <= most) return log;
  const std::size_t line = log.find('\n', log.size() - most);
  return log.substr(line + 1 < log.size() ? line + 1 : log.size() - most);
}

}  // namespace

TurnByTurn::TurnByTurn(GameState& state, std::span<Seat* const> seats, const std::vector<agon_limits>& limits,
                       std::span<Spectator* const> spectators, std::vector<Outcome> outcomes, GameActivity* watch)
    : state_(state), seats_(seats), spectators_(spectators), watch_(watch) {
  result_.seats.resize(seats.size());
  for (std::size_t seat = 0; seat < outcomes.size(); ++seat) result_.seats[seat].outcome = std::move(outcomes[seat]);
  begin(limits);
}

/// Begins every seat before handling any failure, so that a failing seat does not prevent the others from being used.
void TurnByTurn::begin(const std::vector<agon_limits>& limits) {
  SeatStart start = seat_start(state_.game(), state_.setup().seats, {});
  start.notation = &state_;
  start.match_seed = state_.setup().seed;
  std::vector<std::pair<std::int32_t, Outcome>> failed;
  for (start.seat = 0; start.seat < start.seats; ++start.seat) {
    if (!result(start.seat).outcome.ok()) continue;  // it has forfeited before this position
    start.seed = strategy_seed(state_.setup().seed, start.seat, state_.setup().secret);
    if (!limits.empty()) start.limits = limits[static_cast<std::size_t>(start.seat)];
    start.ends = state_.join(start.seat);
    leave_game();
    Outcome begun = player(start.seat).begin(start, *this);
    enter_game();
    for (Spectator* const spectator : spectators_) spectator->waits(start.seat, player(start.seat));
    if (!begun.ok()) failed.emplace_back(start.seat, std::move(begun));
  }
  for (auto& [seat, outcome] : failed) forfeit(seat, std::move(outcome));
}

/// Always inlined, as turn() is.
[[gnu::always_inline]] inline agon_status TurnByTurn::play_action(std::int32_t seat, agon_bytes action,
                                                                  agon_buffer* reply, agon_error& error) {
  if (state_.act(seat, action, reply, error) != AGON_OK) return AGON_ILLEGAL;
  for (Spectator* const spectator : spectators_) spectator->acted(state_, seat, action);
  return AGON_OK;
}

agon_status TurnByTurn::act(agon_bytes action, agon_error& error) {
  return play_action(state_.to_move(), action, nullptr, error);
}

/// Plays an action of a strategy. If it is illegal, the seat forfeits. Always inlined, as turn() is.
[[gnu::always_inline]] inline agon_status TurnByTurn::apply(std::int32_t seat, agon_bytes action, agon_buffer* reply,
                                                            agon_error& error) {
  const agon_status status = play_action(seat, action, reply, error);
  if (status != AGON_OK) forfeit(seat, {state_.refusal(), sentence(error, "the game gave no reason")});
  return status;
}

/// Rules on the actions that a strategy plays inside its turn. They belong to the seat whose turn it is: no other seat
/// can act.
agon_status TurnByTurn::act(agon_bytes action, agon_buffer* reply, agon_error* error) {
  enter_game();
  const agon_status status = [&]() -> agon_status {
    // No exception may pass through the calling plugin. play_turn() rethrows it after the plugin has returned.
    try {
      acted_in_turn_ = true;
      if (fault_ || state_.to_move() != in_turn_) return AGON_TURN_OVER;
      if (apply(in_turn_, action, reply, *error) != AGON_OK) return AGON_ILLEGAL;
      return state_.to_move() == in_turn_ ? AGON_OK : AGON_TURN_OVER;
    } catch (...) {
      fault_ = std::current_exception();
      return AGON_TURN_OVER;
    }
  }();
  leave_game();
  return status;
}

/// Always inlined, as turn() is.
[[gnu::always_inline]] inline void TurnByTurn::play_turn(std::int32_t seat) {
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

/// Always inlined: it is the body of the loop in play().
[[gnu::always_inline]] inline void TurnByTurn::turn(std::int32_t seat) {
  play_turn(seat);
  for (Spectator* const spectator : spectators_) spectator->waits(seat, player(seat));
}

void TurnByTurn::turn() {
  turn(state_.to_move());
}

/// If the match is not over, the seat also forfeits in the game.
void TurnByTurn::forfeit(std::int32_t seat, Outcome outcome) {
  result(seat).outcome = std::move(outcome);
  if (state_.over()) return;
  state_.forfeit(seat, result(seat).outcome.kind, result(seat).outcome.reason);
  if (state_.to_move() == seat) throw_still_to_move(seat);
  for (Spectator* const spectator : spectators_) spectator->forfeited(state_, seat, result(seat).outcome);
}

void TurnByTurn::throw_still_to_move(std::int32_t seat) const {
  state_.broken("has seat " + std::to_string(seat) + " move although it forfeited");
}

MatchResult TurnByTurn::play() {
  for (std::int32_t seat = state_.to_move(); seat != AGON_OVER; seat = state_.to_move()) turn(seat);
  return finish();
}

MatchResult TurnByTurn::finish() {
  for (std::int32_t seat = 0; seat < state_.setup().seats; ++seat) {
    leave_game();
    Outcome ended = player(seat).end();
    enter_game();
    if (result(seat).outcome.ok()) result(seat).outcome = std::move(ended);
    if (!result(seat).outcome.ok()) result(seat).outcome.log = end_of(player(seat).log());
    result(seat).usage = player(seat).usage();
    state_.report_usage(seat, result(seat).usage.cpu_us());
  }
  for (std::int32_t seat = 0; seat < state_.setup().seats; ++seat) result(seat).score = state_.score(seat);
  return std::move(result_);
}

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

MatchResult play_match(GameState& state, std::span<Seat* const> seats, const std::vector<agon_limits>& limits,
                       std::span<Spectator* const> spectators, GameActivity* watch, const Opening& opening) {
  for (Spectator* const spectator : spectators) spectator->begun(state);
  play_opening(opening, state, spectators);
  return TurnByTurn(state, seats, limits, spectators, {}, watch).play();
}

}  // namespace host
