// The built plugins through their C tables, as a host sees them, but in a few lines.
#pragma once

#include <linez/linez.h>

#include <agon/ext/notation.h>
#include <agon/plugin.h>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace linez::test {

/// The game, and the strategies random and greedy. Each library is loaded once and stays.
const agon_game_type& game();
const agon_strategy_type& strategy(std::string_view id);

/// How a call ended, and the sentence it left.
struct Answer {
  agon_status status = AGON_OK;
  std::string text;
};

/// Values of parameters by name; the others have their defaults, or none.
using Values = std::map<std::string, std::string>;

/// What create() answers.
Answer refused(const Values& values);

/// One match.
class Played {
 public:
  explicit Played(std::uint64_t seed, const Values& values = {});
  Played(const Played&) = delete;
  Played& operator=(const Played&) = delete;
  ~Played();

  [[nodiscard]] bool over() const;
  [[nodiscard]] double score() const;
  [[nodiscard]] Values parameters() const;
  [[nodiscard]] linez_observation observe() const;
  [[nodiscard]] std::string position() const;
  Answer act(linez_action action);
  /// An action as text, which must be one.
  Answer act(std::string_view text);
  /// Any bytes as an action; at most 64.
  Answer act_bytes(const std::string& bytes);
  void forfeit(std::int32_t outcome);
  [[nodiscard]] std::optional<linez_action> parse(std::string_view text) const;
  /// Nothing if it is refused.
  [[nodiscard]] std::optional<std::string> write(linez_action action) const;
  [[nodiscard]] std::string revealed() const;
  [[nodiscard]] const void* raw() const { return state_; }

 private:
  void* state_ = nullptr;
};

/// One strategy in the seat.
class Player {
 public:
  explicit Player(const agon_strategy_type& type, std::uint64_t seed = 1);
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  ~Player();

  /// An action; the test fails if there is none.
  linez_action move(const linez_observation& observation);
  /// What turn() answers.
  Answer turn(const linez_observation& observation, linez_action& action);

 private:
  const agon_strategy_type& type_;
  agon_session session_;
  void* self_ = nullptr;
};

}  // namespace linez::test
