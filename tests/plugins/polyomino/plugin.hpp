// The game's plugin, and strategies, through their exported C tables.
#pragma once

#include <agon/ext/notation.h>
#include <agon/ext/usage.h>
#include <agon/plugin.h>
#include <polyomino/polyomino.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace polyomino::test {

inline const std::filesystem::path plugin_folder = POLYOMINO_PLUGINS;
inline const std::filesystem::path fixture_folder = POLYOMINO_FIXTURES;
inline const std::filesystem::path host_program = POLYOMINO_HOST;

/// A plugin's table; its library stays loaded. Throws std::runtime_error.
const agon_plugin_type& load(const std::filesystem::path& path);

const agon_game_type& game();

/// Parameters that are set: the others have their defaults or are drawn.
using Values = std::map<std::string, std::string>;

/// A small open board, for tests that care about something else.
inline const Values small_board = {{"width", "20"}, {"height", "20"}, {"covered", "0"}, {"penalty", "0"}};

constexpr polyomino_action get(std::int32_t size) {
  return {POLYOMINO_GET, size, 0, 0, 0};
}
constexpr polyomino_action place(std::int32_t index, std::int32_t x, std::int32_t y, std::int32_t rotation) {
  return {POLYOMINO_PLACE, index, x, y, rotation};
}
inline constexpr polyomino_action done = {POLYOMINO_DONE, 0, 0, 0, 0};

/// One match in the plugin.
class Match {
 public:
  /// Throws std::runtime_error with the game's words if it refuses the parameters.
  explicit Match(std::uint64_t seed, const Values& values = {});
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;
  ~Match() { game().destroy(state_); }

  [[nodiscard]] bool over() const { return game().to_move(state_) == AGON_OVER; }
  [[nodiscard]] double score() const { return game().score(state_, 0); }
  void forfeit(std::int32_t outcome) { game().forfeit(state_, 0, outcome, "a test says so"); }
  void spent(std::int64_t cpu_us);

  /// What the game says against it; empty if it has accepted it.
  std::string act(const polyomino_action& action) { return act_bytes({&action, sizeof action}); }
  std::string act_bytes(agon_bytes action);
  /// Of the last action that was accepted.
  [[nodiscard]] const polyomino_reply& reply() const { return reply_; }

  [[nodiscard]] std::string parameter(std::string_view name) const;
  /// All parameters that have a value.
  [[nodiscard]] Values parameters() const;

  /// The observation, in memory of its own until the next call; its size is in it.
  const polyomino_observation& observe();
  /// Its bytes.
  std::string observed();

  [[nodiscard]] std::string position() const;
  [[nodiscard]] std::string revealed() const;
  [[nodiscard]] std::string text_of(const polyomino_action& action) const;
  /// "refused: " and why, if it is no action.
  [[nodiscard]] std::string text_of_bytes(agon_bytes action) const;
  /// Empty: read into `action`; else why not.
  std::string parse(std::string_view text, polyomino_action& action) const;

  [[nodiscard]] const void* raw() const { return state_; }

 private:
  static const agon_notation& notation();

  void* state_ = nullptr;
  std::unique_ptr<std::byte[]> room_;
  std::uint64_t size_ = 0;
  polyomino_reply reply_{};
};

/// A strategy that sits in a match.
class Player {
 public:
  /// `acts` bounds how often it may act in one turn; then it is told that its turn is over.
  Player(const agon_strategy_type& type, Match& match, std::uint64_t seed = 1, std::size_t acts = SIZE_MAX);
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  ~Player();

  /// One turn, with its last action. Empty if all was legal; else what the game said, or the strategy.
  std::string turn();
  /// Turns until the match is over, or something is wrong.
  std::string play();

  [[nodiscard]] std::size_t actions() const { return actions_; }
  [[nodiscard]] std::size_t turns() const { return turns_; }

 private:
  static agon_status act(const agon_session* session, agon_bytes action, agon_buffer* reply, agon_error* error);

  const agon_strategy_type& type_;
  Match& match_;
  std::vector<agon_setting> options_;
  agon_session session_{};
  void* self_ = nullptr;
  std::size_t acts_;
  std::size_t left_ = 0;
  std::size_t actions_ = 0;
  std::size_t turns_ = 0;
  std::string trouble_;
};

/// The one strategy of a plugin.
const agon_strategy_type& strategy(const std::filesystem::path& path);

/// All that ship.
const std::vector<const agon_strategy_type*>& shipped();

}  // namespace polyomino::test
