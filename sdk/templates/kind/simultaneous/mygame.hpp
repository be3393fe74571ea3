// mygame/mygame.hpp - the base class of a MyGame strategy.
//
//     class Bot : public mygame::Strategy {
//       int bid(const mygame::Position& position) override { return position.coins() / 2; }
//     };
//     AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "...")
#pragma once

#include <mygame/mygame.h>

#include <agon/strategy.hpp>

namespace mygame {

/// The auction as the seat to move sees it. Borrows the observation: valid until bid() returns.
class Position {
 public:
  explicit Position(const mygame_observation& observation) : observation_(observation) {}

  /// From 0.
  [[nodiscard]] int seat() const { return observation_.seat; }
  /// 2 to 4.
  [[nodiscard]] int seats() const { return observation_.seats; }
  /// From 0.
  [[nodiscard]] int round() const { return observation_.round; }
  /// Of this round's item.
  [[nodiscard]] int value() const { return observation_.value; }
  /// Its own coins, or those of a seat.
  [[nodiscard]] int coins() const { return coins(seat()); }
  [[nodiscard]] int coins(int of) const { return observation_.coins[of]; }
  /// The values of the items that a seat has.
  [[nodiscard]] int won(int of) const { return observation_.won[of]; }
  /// The bid of a seat in the round before; -1: there was none.
  [[nodiscard]] int shown(int of) const { return observation_.shown[of]; }

  [[nodiscard]] const mygame_observation& observation() const { return observation_; }

 private:
  const mygame_observation& observation_;
};

/// A player of MyGame.
class Strategy : public agon::FixedStrategy<mygame_observation, mygame_action> {
 public:
  static constexpr const char* protocol = MYGAME_PROTOCOL;

  /// How many coins to bid: 0 to position.coins().
  virtual int bid(const Position& position) = 0;

 private:
  mygame_action decide(const mygame_observation& observation) final { return {bid(Position(observation))}; }
};

}  // namespace mygame
