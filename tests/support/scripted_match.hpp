// Matches of the counting game with seats that follow a script.
#pragma once

#include "host/match/match.hpp"
#include "host/match/transcript.hpp"
#include "tests/support/counting.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// The events of a match, in order.
using Diary = std::vector<std::string>;

/// Returns a game that is linked into this program, for the host.
inline host::Game in_program(const agon_game_type& type) {
  return {nullptr, &type, host::describe(type)};
}

/// Returns the counting game's parameters: this target, chance or not, and the defaults.
inline std::vector<std::optional<std::string>> counting_values(const std::string& target, bool chance = false) {
  return {target, chance ? "yes" : "no", "0.5", "fair", "none"};
}

/// A seat that plays a list of turns, then fails.
class ScriptedSeat final : public host::StartedSeat {
 public:
  /// One turn: acts through the referee, or sets the last action, or the reason of the outcome that it returns.
  struct Turn {
    host::Referee* referee;
    CountingAction action;
    agon_bytes bytes;
    std::string reason;
    std::string log{};
    std::int64_t cpu_ns = 0;
  };
  using Play = std::function<std::int32_t(Turn& turn)>;

  explicit ScriptedSeat(std::string name, std::deque<Play> plays, Diary* diary = nullptr)
      : name_(std::move(name)), plays_(std::move(plays)), diary_(diary) {}

  host::Outcome begin_with;  // the result of begin()
  host::Outcome end_with;    // the result of end()

  host::Outcome begin(const host::SeatStart& start, host::Referee& referee) override {
    note("begins");
    reset(start, referee);
    observe_here();
    usage_ = {1500, 2500, std::nullopt, 0};
    return begin_with;
  }
  std::int32_t turn(agon_bytes& action) override {
    note("has a turn");
    ++usage_.turns;
    if (plays_.empty()) {
      reason_ = "it knows no further move";
      return AGON_OUTCOME_ERROR;
    }
    const Play play = plays_.front();
    plays_.pop_front();
    turn_ = Turn{referee_, {}, bytes_of(turn_.action), {}};
    const std::int32_t outcome = play(turn_);
    reason_ = turn_.reason;
    log_.append(turn_.log);
    usage_.cpu_ns += turn_.cpu_ns;
    action = turn_.bytes;
    return outcome;
  }
  host::Outcome end() override {
    note("ends");
    return end_with;
  }

  [[nodiscard]] const host::SeatStart& start() const { return start_; }
  [[nodiscard]] const CountingObservation& seen() const {
    return *static_cast<const CountingObservation*>(observation_.data);
  }

 private:
  void note(const char* what) const {
    if (diary_ != nullptr) diary_->push_back(name_ + " " + what);
  }

  std::string name_;
  std::deque<Play> plays_;
  Diary* diary_;
  Turn turn_{};
};

/// Returns a turn that adds `amount`; the seat moves again if `again` is 1.
inline ScriptedSeat::Play adds(std::int32_t amount, std::int32_t again = 0) {
  return [=](ScriptedSeat::Turn& turn) {
    turn.action = {amount, again};
    return AGON_OUTCOME_OK;
  };
}

inline ScriptedSeat::Play fails(std::int32_t outcome, const std::string& reason) {
  return [=](ScriptedSeat::Turn& turn) {
    turn.reason = reason;
    return outcome;
  };
}

/// Records all calls.
class Witness final : public host::Spectator {
 public:
  Witness(std::string name, Diary& diary) : name_(std::move(name)), diary_(diary) {}
  void begun(const host::GameState& state) override { diary_.push_back(name_ + " sees " + state.position()); }
  void acted(const host::GameState& state, std::int32_t seat, agon_bytes action) override {
    diary_.push_back(name_ + " sees " + std::to_string(seat) + " play " + state.action_text(action));
  }
  void forfeited(const host::GameState& /*state*/, std::int32_t seat, const host::Outcome& outcome) override {
    diary_.push_back(name_ + " sees " + std::to_string(seat) + " out: " + outcome.reason);
  }

 private:
  std::string name_;
  Diary& diary_;
};

inline host::SeatIdentity identity(const std::string& name) {
  return {.strategy = name, .name = name, .version = "1.0.0", .sha256 = std::string(64, 'a'), .options = {}};
}

/// Returns the record of a match between two scripted seats.
inline host::Transcript recorded(const host::Game& game, const host::Setup& setup, std::deque<ScriptedSeat::Play> first,
                                 std::deque<ScriptedSeat::Play> second) {
  host::GameState state(game, setup);
  ScriptedSeat one("one", std::move(first));
  ScriptedSeat two("two", std::move(second));
  host::Seat* const seats[] = {&one, &two};
  host::Recorder recorder({identity("one"), identity("two")});
  host::Spectator* const spectators[] = {&recorder};
  return recorder.finish(state, host::play_match(state, seats, {}, spectators));
}

}  // namespace support
