// One position of a match that the caller plays, action by action.
#pragma once

#include "host/library/game.hpp"

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace host::library {

/// An action that the rules refuse; what() is the game's reason.
struct IllegalAction : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

/// Returns all legal actions of the seat to move, one after the other, each of its model's action_size bytes. Throws
/// Failure(usage) if the game does not list them (AGON_MODEL_MANY), or has no model.
std::string legal_actions(const GameState& state);

/// All functions throw Failure(game) if the game fails, and Failure(usage) for a seat that does not exist or an
/// extension that the game lacks.
class State {
 public:
  /// The state before the first action. Throws Failure(usage) if the game refuses the setup.
  State(std::shared_ptr<const Game> game, Setup setup);
  /// A state that agrees with what `seat` knows (agon_model.determinise).
  State(std::shared_ptr<const Game> game, std::int32_t seats, std::int32_t seat, std::string_view observation,
        std::uint64_t seed);
  [[nodiscard]] std::unique_ptr<State> copy() const;

  [[nodiscard]] const GameState& raw() const { return *state_; }
  [[nodiscard]] std::int32_t seats() const { return state_->setup().seats; }
  /// Returns the seat to move, or AGON_OVER.
  [[nodiscard]] std::int32_t to_move() const { return state_->to_move(); }

  /// Returns the protocol's observation struct.
  [[nodiscard]] std::string observe(std::int32_t seat) const;
  /// Returns legal_actions().
  [[nodiscard]] std::string actions() const;
  /// Returns one legal action; uniformly distributed if `bits` are.
  [[nodiscard]] std::string sample(std::uint64_t bits) const;
  /// Applies an action of the seat to move. Returns what it revealed to that seat, if the protocol has replies. Throws
  /// IllegalAction; the state is then unchanged.
  std::string act(std::string_view action);
  void forfeit(std::int32_t seat, const std::string& reason);
  [[nodiscard]] double score(std::int32_t seat) const;

  // As text (agon.notation/1). `seat` may be AGON_ALL_SEATS or AGON_SPECTATOR.
  [[nodiscard]] std::string position(std::int32_t seat) const;
  [[nodiscard]] std::string action_text(std::string_view action) const;
  /// Throws IllegalAction if the text is no action.
  [[nodiscard]] std::string parse_action(std::string_view text) const;

  // The board. A game that does not draw itself is shown as its position.
  /// Returns lines of text.
  [[nodiscard]] std::string draw(std::int32_t seat) const;
  /// Returns {"scene": ..., "palette": [...]}, JSON as a block of a match has it (docs/playing.md).
  [[nodiscard]] std::string scene(std::int32_t seat) const;

 private:
  State(std::shared_ptr<const Game> game, std::unique_ptr<GameState> state);
  void check_seat(std::int32_t seat, bool all) const;

  std::shared_ptr<const Game> game_;
  std::unique_ptr<GameState> state_;
};

}  // namespace host::library
