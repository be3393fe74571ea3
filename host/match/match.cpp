#include "host/match/match.hpp"

#include "host/failure.hpp"
#include "host/match/seating.hpp"

#include <cstddef>
#include <exception>
#include <memory>

namespace host {

namespace {

/// What is kept of a failed seat's log: enough to see what went wrong.
std::string last_lines(const std::string& log) {
  constexpr std::size_t most = 4096;  // bytes
  if (log.size() <= most) return log;
  const std::size_t line = log.find('\n', log.size() - most);
  return log.substr(line + 1 < log.size() ? line + 1 : log.size() - most);
}

class Match {
 public:
  Match(GameState& state, std::span<Seat* const> seats, std::span<Spectator* const> spectators)
      : state_(state), seats_(seats), spectators_(spectators), results_(seats.size()) {
    for (std::int32_t seat = 0; seat < static_cast<std::int32_t>(seats.size()); ++seat) {
      referees_.push_back(std::make_unique<InTurn>(*this, seat));
    }
  }

  MatchResult play(const agon_limits& limits) {
    for (Spectator* const spectator : spectators_) spectator->begun(state_);
    begin(limits);
    for (std::int32_t seat = state_.to_move(); seat != AGON_OVER; seat = state_.to_move()) turn(seat);
    MatchResult result;
    for (std::size_t index = 0; index < seats_.size(); ++index) {
      seats_[index]->end();
      if (!results_[index].outcome.ok()) results_[index].outcome.log = last_lines(seats_[index]->log());
      results_[index].usage = seats_[index]->usage();
      state_.spent(static_cast<std::int32_t>(index), results_[index].usage.cpu_us());
    }
    for (std::size_t index = 0; index < seats_.size(); ++index) {
      results_[index].score = state_.score(static_cast<std::int32_t>(index));
      result.seats.push_back(std::move(results_[index]));
    }
    return result;
  }

 private:
  /// Rules on what a strategy does inside its turn.
  class InTurn final : public Referee {
   public:
    InTurn(Match& match, std::int32_t seat) : match_(match), seat_(seat) {}
    agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error) override {
      // The caller is a plugin, so nothing may be thrown through it: play() throws when the plugin has returned.
      try {
        match_.acted_in_turn_ = true;
        if (match_.fault_ || match_.state_.to_move() != seat_) return AGON_TURN_OVER;
        if (match_.apply(seat_, action, reply, *error) != AGON_OK) return AGON_ILLEGAL;
        return match_.state_.to_move() == seat_ ? AGON_OK : AGON_TURN_OVER;
      } catch (...) {
        match_.fault_ = std::current_exception();
        return AGON_TURN_OVER;
      }
    }

   private:
    Match& match_;
    std::int32_t seat_;
  };

  SeatResult& result(std::int32_t seat) { return results_[static_cast<std::size_t>(seat)]; }

  /// Begins every seat before any is judged, so that one that fails does not keep the others from being used.
  void begin(const agon_limits& limits) {
    std::vector<Outcome> begun;
    for (std::int32_t seat = 0; seat < state_.setup().seats; ++seat) {
      const Game& game = state_.game();
      begun.push_back(
          seats_[static_cast<std::size_t>(seat)]->begin({.game = game.description.id,
                                                         .protocol = game.description.protocol,
                                                         .seat = seat,
                                                         .seats = state_.setup().seats,
                                                         .seed = strategy_seed(state_.setup().seed, seat),
                                                         .limits = limits,
                                                         .observation_capacity = game.type->observation_capacity,
                                                         .action_capacity = game.type->action_capacity,
                                                         .reply_capacity = game.type->reply_capacity},
                                                        *referees_[static_cast<std::size_t>(seat)]));
    }
    for (std::int32_t seat = 0; seat < state_.setup().seats; ++seat) {
      if (!begun[static_cast<std::size_t>(seat)].ok()) forfeit(seat, std::move(begun[static_cast<std::size_t>(seat)]));
    }
  }

  void turn(std::int32_t seat) {
    if (!result(seat).outcome.ok()) throw_still_to_move(seat);
    Seat& player = *seats_[static_cast<std::size_t>(seat)];
    acted_in_turn_ = false;
    state_.observe(seat, player.observation());
    agon_bytes action{};
    const std::int32_t outcome = player.turn(action);
    if (acted_in_turn_) {
      if (fault_) std::rethrow_exception(fault_);
      if (!result(seat).outcome.ok()) return;  // an action inside the turn was illegal
    }
    if (outcome != AGON_OUTCOME_OK) return forfeit(seat, {outcome, player.reason()});
    if (acted_in_turn_ && state_.to_move() != seat) return;  // an action inside the turn has ended it
    apply(seat, action, nullptr, error_);
  }

  /// The one way in which an action reaches the game. An illegal one costs the seat its match.
  agon_status apply(std::int32_t seat, agon_bytes action, agon_buffer* reply, agon_error& error) {
    if (state_.act(seat, action, reply, error) != AGON_OK) {
      forfeit(seat, {AGON_OUTCOME_ILLEGAL, sentence(error, "the game gave no reason")});
      return AGON_ILLEGAL;
    }
    for (Spectator* const spectator : spectators_) spectator->acted(state_, seat, action);
    return AGON_OK;
  }

  /// The match may be over by then: the seat's outcome counts all the same.
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
  std::vector<std::unique_ptr<InTurn>> referees_;
  std::vector<SeatResult> results_;
  agon_error error_{};
  std::exception_ptr fault_;
  bool acted_in_turn_ = false;
};

}  // namespace

MatchResult play_match(GameState& state, std::span<Seat* const> seats, const agon_limits& limits,
                       std::span<Spectator* const> spectators) {
  return Match(state, seats, spectators).play(limits);
}

}  // namespace host
