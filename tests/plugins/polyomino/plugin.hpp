// The built plugins, driven through their C tables; here a seat acts many times in one turn, and gets replies.
#pragma once

#include "tests/support/driven_player.hpp"
#include "tests/support/loaded_plugin.hpp"

#include <polyomino/polyomino.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace polyomino::test {

using support::game;
using support::strategy;
using support::Values;

/// All strategies that ship.
inline std::vector<const agon_strategy_type*> shipped() {
  return {&strategy("champion"), &strategy("random"), &strategy("triomino"), &strategy("sampler")};
}

/// A small open board, for tests that care about something else.
inline const Values small_board = {{"width", "20"}, {"height", "20"}, {"covered", "0"}, {"penalty", "0"}};

constexpr polyomino_action get(std::int32_t size) {
  return {POLYOMINO_GET, size, 0, 0, 0};
}
constexpr polyomino_action place(std::int32_t index, std::int32_t x, std::int32_t y, std::int32_t rotation) {
  return {POLYOMINO_PLACE, index, x, y, rotation};
}
inline constexpr polyomino_action done = {POLYOMINO_DONE, 0, 0, 0, 0};

/// One match, with replies, and with observations of many sizes.
class Match : public support::Match<polyomino_observation, polyomino_action> {
 public:
  explicit Match(std::uint64_t seed, const Values& values = {});

  /// What the game says against it; empty if it has accepted it.
  std::string act(const polyomino_action& action) { return act_bytes({&action, sizeof action}); }
  std::string act_bytes(agon_bytes action);
  /// Of the last action that was accepted.
  [[nodiscard]] const polyomino_reply& reply() const { return reply_; }
  /// The seat has used that much time.
  void report_usage(std::int64_t cpu_us);

  /// The observation, in memory of its own until the next call; its size is in it.
  const polyomino_observation& observe();
  /// Its bytes.
  std::string observed();

 private:
  std::unique_ptr<std::byte[]> room_;
  polyomino_reply reply_{};
};

/// A strategy that sits in a match.
class Player : public support::DrivenPlayer {
 public:
  /// `acts` bounds how often it may act in one turn; then it is told that its turn is over.
  Player(const agon_strategy_type& type, Match& match, std::uint64_t seed = 1, std::size_t acts = SIZE_MAX);

  /// One turn, with its last action. Empty if all was legal; else what the game said, or the strategy.
  std::string turn();
  /// Turns until the match is over, or something is wrong.
  std::string play();

  [[nodiscard]] std::size_t actions() const { return actions_; }
  [[nodiscard]] std::size_t turns() const { return turns_; }

 private:
  agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error) override;

  Match& match_;
  std::size_t acts_;
  std::size_t left_ = 0;
  std::size_t actions_ = 0;
  std::size_t turns_ = 0;
  std::string trouble_;
};

}  // namespace polyomino::test
