// mygame/mygame.hpp - the base class of a MyGame strategy.
//
//     class Bot : public mygame::Strategy {
//       bool bets(const mygame::Position& position) override { return position.card() == MYGAME_KING; }
//     };
//     AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "...")
#pragma once

#include <mygame/mygame.h>

#include <agon/strategy.hpp>
#include <cstddef>
#include <cstdint>
#include <span>

namespace mygame {

/// The hand as the seat to move sees it. Borrows the observation: valid until bets() returns.
class Position {
 public:
  explicit Position(const mygame_observation& observation) : observation_(observation) {}

  /// 0 or 1.
  [[nodiscard]] int seat() const { return observation_.seat; }
  /// MYGAME_JACK, MYGAME_QUEEN or MYGAME_KING.
  [[nodiscard]] int card() const { return observation_.card; }
  /// Whether the other seat has bet: to bet is to call, and to pass is to fold.
  [[nodiscard]] bool faces_bet() const { return mygame_faces_bet(&observation_) != 0; }
  /// What was done: MYGAME_PASS or MYGAME_BET each, seat 0's action first.
  [[nodiscard]] std::span<const std::int32_t> history() const {
    return {observation_.done, static_cast<std::size_t>(observation_.actions)};
  }

  [[nodiscard]] const mygame_observation& observation() const { return observation_; }

 private:
  const mygame_observation& observation_;
};

/// A player of MyGame.
class Strategy : public agon::FixedStrategy<mygame_observation, mygame_action> {
 public:
  static constexpr const char* protocol = MYGAME_PROTOCOL;

  /// Whether to bet; otherwise it passes.
  virtual bool bets(const Position& position) = 0;

 private:
  mygame_action decide(const mygame_observation& observation) final {
    return {bets(Position(observation)) ? MYGAME_BET : MYGAME_PASS};
  }
};

}  // namespace mygame
