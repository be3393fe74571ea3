// The built plugins, through the tables that they export: a match of the game, and strategies that are asked for a
// click.
#pragma once

#include <chesspuzzle/chesspuzzle.h>

#include <agon/ext/notation.h>
#include <agon/ext/scene.h>
#include <agon/plugin.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace chesspuzzle::test {

/// The game's table; its library stays loaded.
const agon_game_type& game();

/// The table of a strategy that ships: "random", "warnsdorff" or "greedy".
const agon_strategy_type& shipped(const std::string& id);

/// What a call answered.
struct Answer {
  agon_status status = AGON_OK;
  std::string text;  // what it wrote, or the sentence of its error
};

/// A cell as a click's text, and as a click.
std::string text_of(int row, int column);

/// One match of the game plugin.
class Match {
 public:
  /// The values of rows, columns and depth; nothing: drawn.
  using Values = std::array<std::optional<std::string>, 3>;

  explicit Match(std::uint64_t seed, const Values& values = {});

  /// How creating a match ends.
  static Answer creation(std::uint64_t seed, const Values& values = {});

  [[nodiscard]] bool over() const;
  [[nodiscard]] chesspuzzle_observation see() const;
  Answer act(chesspuzzle_action action);
  Answer act(agon_bytes action);
  void forfeit(std::int32_t outcome);
  [[nodiscard]] double score() const;
  [[nodiscard]] std::string parameter(std::uint32_t index) const;

  [[nodiscard]] std::string position() const;
  [[nodiscard]] std::string revealed() const;
  [[nodiscard]] Answer action_text(agon_bytes action) const;
  /// The answer's text is the action's bytes.
  [[nodiscard]] Answer parse(std::string_view text) const;
  void draw(const agon_canvas& canvas) const;

 private:
  std::shared_ptr<void> state_;
};

/// One instance of a strategy.
class Player {
 public:
  explicit Player(const agon_strategy_type& type, std::uint64_t seed = 1);
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  ~Player();

  struct Click {
    Answer answer;
    chesspuzzle_action action{};
  };
  Click click(const chesspuzzle_observation& seen);

 private:
  const agon_strategy_type& type_;
  agon_session session_{};
  void* self_ = nullptr;
};

}  // namespace chesspuzzle::test
