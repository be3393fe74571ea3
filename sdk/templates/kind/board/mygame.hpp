// mygame/mygame.hpp - the base class of a MyGame strategy.
//
//     class Bot : public mygame::Strategy {
//       int take(const mygame::Position& position) override { return position.legal().front(); }
//     };
//     AGON_STRATEGY(Bot, .id = "mybot", .version = "0.1.0", .summary = "...")
#pragma once

#include <mygame/mygame.h>

#include <agon/strategy.hpp>
#include <vector>

namespace mygame {

/// The heap as the seat to move sees it. Borrows the observation: valid until take() returns.
class Position {
 public:
  explicit Position(const mygame_observation& observation) : observation_(observation) {}

  /// 0 or 1.
  [[nodiscard]] int seat() const { return observation_.seat; }
  /// On the heap; at least 1.
  [[nodiscard]] int stones() const { return observation_.stones; }
  /// What the other seat took last; 0: nothing yet.
  [[nodiscard]] int taken() const { return observation_.taken; }
  /// Whether so many may be taken now.
  [[nodiscard]] bool allows(int count) const { return mygame_allows(&observation_, count) != 0; }

  /// How many may be taken now, the fewest first; at least one number.
  [[nodiscard]] std::vector<int> legal() const {
    std::vector<int> counts;
    for (int count = 1; count <= stones(); ++count) {
      if (allows(count)) counts.push_back(count);
    }
    return counts;
  }

  [[nodiscard]] const mygame_observation& observation() const { return observation_; }

 private:
  const mygame_observation& observation_;
};

/// A player of MyGame.
class Strategy : public agon::FixedStrategy<mygame_observation, mygame_action> {
 public:
  static constexpr const char* protocol = MYGAME_PROTOCOL;

  /// How many stones to take: one of position.legal().
  virtual int take(const Position& position) = 0;

 private:
  mygame_action decide(const mygame_observation& observation) final { return {take(Position(observation))}; }
};

}  // namespace mygame
