// Spectators that check what a game promises while it is played.
#pragma once

#include "host/match/match.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace every_game {

/// Checks after every action that its text reads back to the same text, that scores are finite, and now and
/// then that the game draws itself and writes all of what a seat sees. Says in fault() what first went wrong.
class Checker final : public host::Spectator {
 public:
  void begun(const host::GameState& state) override;
  void acted(const host::GameState& state, std::int32_t seat, agon_bytes action) override;
  void forfeited(const host::GameState& state, std::int32_t seat, const host::Outcome& outcome) override;

  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] std::size_t actions() const { return actions_; }
  [[nodiscard]] std::size_t forfeits() const { return forfeits_; }

 private:
  void check(bool holds, const std::string& what);
  void check_drawing(const host::GameState& state);
  void check_observation(const host::GameState& state);

  std::string fault_;
  std::size_t actions_ = 0;
  std::size_t forfeits_ = 0;
  std::size_t drawings_ = 0;
};

}  // namespace every_game
