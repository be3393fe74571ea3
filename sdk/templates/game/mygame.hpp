// mygame/mygame.hpp - the base class of a MyGame strategy.
//
//     class Bot : public mygame::Strategy {
//       int take(const mygame::Position& position) override { return 1; }
//     };
//     AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "...")
#pragma once

#include <mygame/mygame.h>

#include <agon/strategy.hpp>
#include <algorithm>

namespace mygame {

/// The heap as the seat to move sees it. Borrows the observation: valid until take() returns.
class Position {
 public:
  explicit Position(const mygame_observation& observation) : observation_(observation) {}

  /// 0 or 1.
  [[nodiscard]] int seat() const { return observation_.seat; }
  /// On the heap; at least 1.
  [[nodiscard]] int stones() const { return observation_.stones; }
  /// The most that may be taken now.
  [[nodiscard]] int most() const { return std::min(observation_.most, observation_.stones); }
  /// What the other seat took last; 0: nothing yet.
  [[nodiscard]] int taken() const { return observation_.taken; }

  [[nodiscard]] const mygame_observation& observation() const { return observation_; }

 private:
  const mygame_observation& observation_;
};

/// A player of MyGame.
class Strategy : public agon::FixedStrategy<mygame_observation, mygame_action> {
 public:
  static constexpr const char* protocol = MYGAME_PROTOCOL;

  /// How many stones to take: 1 .. position.most().
  virtual int take(const Position& position) = 0;

 private:
  mygame_action decide(const mygame_observation& observation) final { return {take(Position(observation))}; }
};

}  // namespace mygame
