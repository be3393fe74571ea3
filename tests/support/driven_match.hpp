// One match of a built game, driven through the game's C table as a host does it, but in a few lines. A game that
// breaks its contract (a text longer than it declares, a refusal without a reason) fails the test that drives it.
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

/// How a call ended.
struct Answer {
  agon_status status = AGON_OK;
  std::string text;  // the sentence of its error; of a call that asks for a text: that text
};

/// The test fails, with the answer's sentence, unless it is AGON_OK.
void require_ok(const Answer& answer);

/// Values of a game's parameters, or of a strategy's options, by name; the others have their defaults, or are drawn.
using Values = std::map<std::string, std::string>;

/// The values of parameters or options, in the order of their declarations. Borrows `values`. The test fails if it sets
/// something that is not declared.
std::vector<agon_setting> settings(std::span<const agon_setting_type> declared, const Values& values);

/// What of a match does not depend on its protocol's structs.
class DrivenMatch {
 public:
  DrivenMatch(const DrivenMatch&) = delete;
  DrivenMatch& operator=(const DrivenMatch&) = delete;

  [[nodiscard]] std::int32_t to_move() const { return game_.to_move(state_); }
  [[nodiscard]] bool over() const;
  [[nodiscard]] double score(std::int32_t seat = 0) const { return game_.score(state_, seat); }
  void forfeit(std::int32_t seat, std::int32_t outcome = AGON_OUTCOME_CRASH);

  /// The value of one parameter; nothing if the match does without it.
  [[nodiscard]] std::optional<std::string> parameter(std::string_view name) const;
  /// All that have a value.
  [[nodiscard]] Values parameters() const;

  /// Any bytes as the action of the seat to move; at most 64.
  Answer act_bytes(agon_bytes action, agon_buffer* reply = nullptr);
  Answer act_bytes(const std::string& action) { return act_bytes(agon_bytes{action.data(), action.size()}); }

  [[nodiscard]] std::string position(std::int32_t seat = AGON_ALL_SEATS) const;
  [[nodiscard]] std::string revealed(std::int32_t seat = AGON_ALL_SEATS) const;
  /// The text of any bytes as an action, at most 64, or why they are none.
  [[nodiscard]] Answer write_bytes(agon_bytes action) const;

  [[nodiscard]] const agon_game_type& type() const { return game_; }
  [[nodiscard]] const void* raw() const { return state_; }

 protected:
  /// How creating a match with all its seats ends.
  static Answer creation(const agon_game_type& game, std::uint64_t seed, const Values& values);
  /// The test fails if the game refuses the values.
  DrivenMatch(const agon_game_type& game, std::uint64_t seed, const Values& values);
  ~DrivenMatch() { game_.destroy(state_); }

  /// What the game knows its match by.
  [[nodiscard]] void* state() { return state_; }
  /// Writes what the seat to move sees.
  void observe_into(agon_buffer& room) const;
  /// The same for an observation of `size` bytes, neither more nor less.
  void observe_into(void* observation, std::size_t size) const;
  /// Reads a text as an action of `size` bytes.
  Answer parse_into(std::string_view text, void* action, std::size_t size) const;

 private:
  const agon_game_type& game_;
  void* state_ = nullptr;
};

/// A match of the tested game, in the structs of its protocol.
template <class Observation, class Action>
class Match : public DrivenMatch {
 public:
  explicit Match(std::uint64_t seed, const Values& values = {}) : DrivenMatch(game(), seed, values) {}

  /// How creating a match ends.
  static Answer creation(std::uint64_t seed, const Values& values) {
    return DrivenMatch::creation(game(), seed, values);
  }

  /// What the seat to move sees.
  [[nodiscard]] Observation observe() const {
    alignas(16) Observation seen;
    observe_into(&seen, sizeof seen);
    return seen;
  }

  /// The seat to move acts.
  Answer act(const Action& action) { return act_bytes({&action, sizeof action}); }
  /// The same by the action's text, which must be one.
  Answer act(std::string_view text) {
    Action action{};
    require_ok(parse(text, action));
    return act(action);
  }

  /// The text of an action; nothing if the game refuses it.
  [[nodiscard]] std::optional<std::string> write(const Action& action) const {
    Answer answer = write_bytes({&action, sizeof action});
    if (answer.status != AGON_OK) return std::nullopt;
    return std::move(answer.text);
  }

  /// Reads a text; `action` is only of use if that succeeds.
  Answer parse(std::string_view text, Action& action) const {
    alignas(16) Action read{};
    Answer answer = parse_into(text, &read, sizeof read);
    action = read;
    return answer;
  }
  /// Nothing if the text is refused.
  [[nodiscard]] std::optional<Action> parse(std::string_view text) const {
    Action action{};
    if (parse(text, action).status != AGON_OK) return std::nullopt;
    return action;
  }
};

}  // namespace support
