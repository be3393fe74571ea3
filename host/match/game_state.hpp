// One match's state in a game plugin, with the C ABI's statuses and buffers turned into values and Failures.
#pragma once

#include "host/match/game_host.hpp"
#include "host/plugin/catalogue.hpp"

#include <agon/ext/notation.h>
#include <agon/ext/scene.h>
#include <agon/ext/usage.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// All that fixes a match but its strategies.
struct Setup {
  std::uint64_t seed = 1;
  std::int32_t seats = 1;
  std::vector<std::optional<std::string>>
      parameters;        // one for each that the game declares, in order; nothing: drawn from the seed
  std::string secret{};  // for the strategies' own seeds; the game does not see it
};

/// What the game answered to an action.
struct Ruling {
  agon_status status = AGON_OK;  // AGON_OK or AGON_ILLEGAL
  std::string reason;            // why it is illegal
};

class GameState {
 public:
  /// Throws Failure(usage) if the parameters don't go together, Failure(game) if the game fails. `game` must outlive
  /// the state.
  GameState(const Game& game, Setup setup);
  GameState(const GameState&) = delete;
  GameState& operator=(const GameState&) = delete;
  ~GameState();

  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] const Setup& setup() const { return setup_; }

  /// The parameters with what the seed gave them.
  [[nodiscard]] std::vector<std::optional<std::string>> parameters() const;

  [[nodiscard]] bool over() const { return to_move() == AGON_OVER; }
  /// The seat to move, or AGON_OVER. Throws Failure(game) if the game names a seat that there is not.
  [[nodiscard]] std::int32_t to_move() const {
    const std::int32_t seat = type_.to_move(state_);
    if (seat < AGON_OVER || seat >= setup_.seats) broken("says that seat " + std::to_string(seat) + " is to move");
    return seat;
  }

  void observe(std::int32_t seat, agon_buffer& observation) const {
    agon_error error;  // not zeroed as a whole: half a kilobyte a turn
    error.text[0] = '\0';
    if (type_.observe(state_, seat, &observation, &error) != AGON_OK) broken("can't show the position", error);
    if (observation.size > observation.capacity) broken("wrote more than its observation_capacity");
  }
  /// The fast way to act: AGON_OK, or AGON_ILLEGAL with the reason in `error`; throws Failure(game) for anything else.
  agon_status act(std::int32_t seat, agon_bytes action, agon_buffer* reply, agon_error& error) {
    error.text[0] = '\0';
    const agon_status status = type_.act(state_, seat, action, reply, &error);
    if (status != AGON_OK && status != AGON_ILLEGAL) broken("failed to apply an action", error);
    return status;
  }
  void forfeit(std::int32_t seat, std::int32_t outcome, const std::string& reason);
  /// Tells a game whose scores depend on it (agon.usage/1) what a seat used; nothing to others. After the end, once per
  /// seat.
  void spent(std::int32_t seat, std::int64_t cpu_us);
  [[nodiscard]] double score(std::int32_t seat) const;
  [[nodiscard]] std::vector<double> scores() const;

  // Text; throws Failure(game) if the game has no notation, or if it fails.
  [[nodiscard]] bool has_notation() const { return notation_ != nullptr; }
  [[nodiscard]] std::string position(std::int32_t seat = AGON_ALL_SEATS) const;
  [[nodiscard]] std::string action_text(agon_bytes action) const;
  /// The action's bytes, valid until the next call; nothing if the text is none, and then `reason` says why.
  [[nodiscard]] std::optional<agon_bytes> parse_action(std::string_view text, std::string& reason) const;
  /// What the last action made known to `seat`, or to anyone.
  [[nodiscard]] std::string revealed(std::int32_t seat = AGON_ALL_SEATS) const;

  /// What the game has logged since the state was made, lines that end with '\n'.
  [[nodiscard]] const std::string& log() const { return host_.log(); }

  /// NULL: the game does not draw itself.
  [[nodiscard]] const agon_scene* scene() const { return scene_; }
  [[nodiscard]] const void* raw() const { return state_; }

 private:
  [[noreturn]] void broken(const std::string& what, const std::string& why = "") const;
  [[noreturn]] void broken(const std::string& what, const agon_error& error) const;
  [[nodiscard]] const agon_notation& notation() const;
  /// Nothing: AGON_ABSENT.
  template <class Call>
  std::optional<std::string> optional_text(std::uint64_t capacity, const std::string& what, Call&& call) const;
  template <class Call>
  std::string text(std::uint64_t capacity, const std::string& what, Call&& call) const;

  const Game& game_;
  const agon_game_type& type_;
  Setup setup_;
  const agon_notation* notation_;
  const agon_scene* scene_;
  const agon_usage* usage_;
  GameHost host_;
  void* state_ = nullptr;
  mutable std::vector<std::uint64_t> action_room_;  // what parse_action() hands out
  mutable std::vector<char> text_room_;             // where the game writes its texts
};

}  // namespace host
