// The built plugins through their C tables, as a host sees them, but in a few lines.
#pragma once

#include <inc/inc.h>

#include <agon/ext/notation.h>
#include <agon/plugin.h>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace inc::test {

/// The game, and the strategies random and optimal. Each library is loaded once and stays.
const agon_game_type& game();
const agon_strategy_type& strategy(std::string_view id);

/// How a call ended, and the sentence it left.
struct Answer {
  agon_status status = AGON_OK;
  std::string text;
};

/// Values of parameters by name; the others are drawn.
using Values = std::map<std::string, std::string>;

/// What create() answers.
Answer creation(const Values& values);

/// One match.
class Played {
 public:
  explicit Played(std::uint64_t seed, const Values& values = {});
  Played(const Played&) = delete;
  Played& operator=(const Played&) = delete;
  ~Played();

  [[nodiscard]] std::int32_t to_move() const;
  [[nodiscard]] bool over() const { return to_move() == AGON_OVER; }
  [[nodiscard]] double score(std::int32_t seat) const;
  [[nodiscard]] Values parameters() const;
  /// What the seat to move sees.
  [[nodiscard]] inc_observation observe() const;
  [[nodiscard]] std::string position() const;
  /// The board alone.
  [[nodiscard]] std::string board() const;
  Answer act(inc_action action);
  /// An action as text, which must be one.
  Answer act(std::string_view text);
  /// Any bytes as an action; at most 64.
  Answer act_bytes(const std::string& bytes);
  void forfeit(std::int32_t seat, std::int32_t outcome = AGON_OUTCOME_CRASH);
  [[nodiscard]] std::optional<inc_action> parse(std::string_view text) const;
  /// Nothing if it is refused.
  [[nodiscard]] std::optional<std::string> write(inc_action action) const;
  [[nodiscard]] std::string revealed() const;
  [[nodiscard]] const void* raw() const { return state_; }

 private:
  void* state_ = nullptr;
};

/// One strategy in a seat.
class Player {
 public:
  explicit Player(const agon_strategy_type& type, std::int32_t seat = 0, std::uint64_t seed = 1,
                  std::int64_t cpu_ns = 2'000'000'000);
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  ~Player();

  /// An action; the test fails if there is none.
  inc_action move(const inc_observation& observation);
  /// What turn() answers.
  Answer turn(const inc_observation& observation, inc_action& action);
  /// The lines that it has logged.
  [[nodiscard]] const std::vector<std::string>& log() const { return log_; }

 private:
  const agon_strategy_type& type_;
  std::vector<std::string> log_;
  agon_session session_;
  void* self_ = nullptr;
};

}  // namespace inc::test
