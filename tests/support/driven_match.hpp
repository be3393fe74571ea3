// Drives one match of a built game through its C table, as a host does. If the game breaks its contract (a text longer
// than it declares, a refusal without a reason), the test fails.
#pragma once

#include "tests/support/tested_game.hpp"

#include <agon/game.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace support {

/// The result of a call.
struct Answer {
  agon_status status = AGON_OK;
  std::string text;  // the sentence of its error; for a call that returns a text: that text
};

/// The test fails, with the answer's sentence, unless the status is AGON_OK.
void require_ok(const Answer& answer);

/// Values of a game's parameters, or of a strategy's options, by name. Others have their defaults, or are drawn.
using Values = std::map<std::string, std::string>;

/// Returns the values of parameters or options, in the order of their declarations. Borrows `values`. The test fails if
/// `values` contains an undeclared name.
std::vector<agon_setting> settings(std::span<const agon_setting_type> declared, const Values& values);

/// The part of a match that does not depend on its protocol's structs.
class DrivenMatch {
 public:
  DrivenMatch(const DrivenMatch&) = delete;
  DrivenMatch& operator=(const DrivenMatch&) = delete;

  [[nodiscard]] std::int32_t to_move() const { return game_.to_move(state_); }
  [[nodiscard]] bool over() const;
  [[nodiscard]] double score(std::int32_t seat = 0) const { return game_.score(state_, seat); }
  void forfeit(std::int32_t seat, std::int32_t outcome = AGON_OUTCOME_CRASH);

  /// Returns the value of one parameter; nothing if it has none.
  [[nodiscard]] std::optional<std::string> parameter(std::string_view name) const;
  /// Returns all parameters that have a value.
  [[nodiscard]] Values parameters() const;

  /// Applies arbitrary bytes as the action of the seat to move; at most 64.
  Answer act_bytes(agon_bytes action, agon_buffer* reply = nullptr);
  Answer act_bytes(const std::string& action) { return act_bytes(agon_bytes{action.data(), action.size()}); }

  [[nodiscard]] std::string position(std::int32_t seat = AGON_ALL_SEATS) const;
  [[nodiscard]] std::string revealed(std::int32_t seat = AGON_ALL_SEATS) const;
  /// Returns the text of arbitrary bytes as an action, at most 64, or the reason why they are none.
  [[nodiscard]] Answer write_bytes(agon_bytes action) const;

  [[nodiscard]] const agon_game_type& type() const { return game_; }
  [[nodiscard]] const void* raw() const { return state_; }

 protected:
  /// Returns the result of creating a match with all its seats.
  static Answer creation(const agon_game_type& game, std::uint64_t seed, const Values& values);
  /// The test fails if the game refuses the values.
  DrivenMatch(const agon_game_type& game, std::uint64_t seed, const Values& values);
  ~DrivenMatch() { game_.destroy(state_); }

  /// Returns the game's state of the match.
  [[nodiscard]] void* state() { return state_; }
  /// Writes the observation of the seat to move.
  void observe_into(agon_buffer& room) const;
  /// Writes an observation of exactly `size` bytes.
  void observe_into(void* observation, std::size_t size) const;
  /// Parses a text as an action of `size` bytes.
  Answer parse_into(std::string_view text, void* action, std::size_t size) const;

 private:
  const agon_game_type& game_;
  void* state_ = nullptr;
};

/// A match of the tested game, with the structs of its protocol.
template <class Observation, class Action>
class Match : public DrivenMatch {
 public:
  explicit Match(std::uint64_t seed, const Values& values = {}) : DrivenMatch(game(), seed, values) {}

  /// Returns the result of creating a match.
  static Answer creation(std::uint64_t seed, const Values& values) {
    return DrivenMatch::creation(game(), seed, values);
  }

  /// Returns the observation of the seat to move.
  [[nodiscard]] Observation observe() const {
    alignas(16) Observation seen;
    observe_into(&seen, sizeof seen);
    return seen;
  }

  /// Applies an action of the seat to move.
  Answer act(const Action& action) { return act_bytes({&action, sizeof action}); }
  /// Applies the action with this text, which must be valid.
  Answer act(std::string_view text) {
    Action action{};
    require_ok(parse(text, action));
    return act(action);
  }

  /// Applies the actions with these texts, which must be legal.
  void play(const std::vector<std::string>& actions) {
    for (const std::string& action : actions) require_ok(act(std::string_view(action)));
  }

  /// Returns the text of an action; nothing if the game refuses it.
  [[nodiscard]] std::optional<std::string> write(const Action& action) const {
    Answer answer = write_bytes({&action, sizeof action});
    if (answer.status != AGON_OK) return std::nullopt;
    return std::move(answer.text);
  }

  /// Parses a text; `action` is valid only if that succeeds.
  Answer parse(std::string_view text, Action& action) const {
    alignas(16) Action read{};
    Answer answer = parse_into(text, &read, sizeof read);
    action = read;
    return answer;
  }
  /// Returns nothing if the text is refused.
  [[nodiscard]] std::optional<Action> parse(std::string_view text) const {
    Action action{};
    if (parse(text, action).status != AGON_OK) return std::nullopt;
    return action;
  }
};

}  // namespace support
