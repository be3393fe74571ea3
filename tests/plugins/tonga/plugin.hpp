// The built plugins through their C tables, as a host sees them, but in a few lines.
#pragma once

#include <tonga/tonga.h>

#include <agon/ext/notation.h>
#include <agon/plugin.h>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tonga::test {

/// The game, and the strategies random, greedy and server. Each library is loaded once and stays.
const agon_game_type& game();
const agon_strategy_type& strategy(std::string_view id);

/// How a call ended, and the sentence it left.
struct Answer {
  agon_status status = AGON_OK;
  std::string text;
};

/// One match.
class Match {
 public:
  /// `size` 0: the seed draws it.
  explicit Match(std::uint64_t seed, int size = 0);
  Match(const Match&) = delete;
  Match& operator=(const Match&) = delete;
  ~Match();

  [[nodiscard]] std::int32_t to_move() const;
  [[nodiscard]] double score(std::int32_t seat) const;
  [[nodiscard]] std::string parameter(std::uint32_t index) const;
  /// What the seat to move sees.
  [[nodiscard]] tonga_observation observe() const;
  [[nodiscard]] std::string position() const;
  /// The seat to move puts a stone there.
  Answer act(int row, int column);
  /// Any bytes as the action of the seat to move; at most 64.
  Answer act(const std::string& bytes);
  void forfeit(std::int32_t seat);
  [[nodiscard]] std::optional<tonga_action> parse(std::string_view text) const;
  [[nodiscard]] std::string write(tonga_action action) const;
  [[nodiscard]] std::string revealed() const;

 private:
  [[nodiscard]] static const agon_notation& notation();
  void* state_ = nullptr;
};

/// One strategy in one seat.
class Player {
 public:
  /// `perimeter` is the server's option; the others have none.
  Player(std::string_view id, std::int32_t seat, std::uint64_t seed, const char* perimeter = "squares");
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  ~Player();

  tonga_action move(const tonga_observation& observation);

 private:
  const agon_strategy_type& type_;
  agon_setting option_;
  agon_session session_;
  void* self_ = nullptr;
};

}  // namespace tonga::test
