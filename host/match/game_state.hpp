// One match's state in a game plugin. Converts the C ABI's statuses and buffers to values and Failures.
#pragma once

#include "host/match/seat.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/outcome.hpp"
#include "host/plugin/session.hpp"
#include "host/plugin/spec.hpp"
#include "host/plugin/stream.hpp"
#include "host/util/failure.hpp"

#include <agon/ext/gtp.h>
#include <agon/ext/log.h>
#include <agon/ext/model.h>
#include <agon/ext/notation.h>
#include <agon/ext/points.h>
#include <agon/ext/scene.h>
#include <agon/ext/uci.h>
#include <agon/ext/usage.h>
#include <agon/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// Lets another process see whether a match is inside its game or inside a strategy: counts the changes between them.
/// It may lie in memory that is shared with another process: if the number is even and stays the same, the match has
/// been inside one call of the game (and of the host's own code).
class GameActivity {
 public:
  /// Enclose each call of a seat. Called by the thread that plays, which is the only writer.
  void leave_game() { add_one(); }
  void enter_game() { add_one(); }

  /// Returns the number of changes. Thread-safe.
  [[nodiscard]] std::uint64_t changes() const { return changes_.load(std::memory_order_relaxed); }

  static constexpr bool in_game(std::uint64_t changes) { return changes % 2 == 0; }

 private:
  void add_one() { changes_.store(changes() + 1, std::memory_order_relaxed); }

  std::atomic<std::uint64_t> changes_ = 0;
};

/// The host that a game sees in agon_setup.host: offers agon.log/1 and agon.host/1 to one state of a game. Must outlive
/// the state.
class GameHost {
 public:
  GameHost() = default;
  GameHost(const GameHost&) = delete;
  GameHost& operator=(const GameHost&) = delete;
  ~GameHost() = default;

  [[nodiscard]] const agon_host* raw() const { return &raw_; }
  /// Returns what the game has logged, lines that end with '\n'.
  [[nodiscard]] const std::string& log() const { return log_.text(); }

 private:
  static const void* extension(const agon_host* /*host*/, const char* id) {
    static constexpr agon_log log = {[](const agon_host* host, agon_bytes text) {
      static_cast<GameHost*>(host->data)->log_.add({static_cast<const char*>(text.data), text.size});
    }};
    return std::strcmp(id, AGON_LOG) == 0 ? &log : host_info(id);
  }

  agon_host raw_{this, extension};
  MatchLog log_;
};

/// Everything that determines a match, except its strategies.
struct Setup {
  std::uint64_t seed = 1;
  std::int32_t seats = 1;
  std::vector<std::optional<std::string>>
      parameters;        // one per declared parameter, in order; nothing: drawn from the seed
  std::string secret{};  // for the strategies' own seeds; hidden from the game
};

/// The legal actions of the seat to move, as texts.
struct LegalActions {
  std::uint64_t count = 0;  // of all
  std::vector<std::string> texts;
};

/// A picture of a match that is over, SVG or HTML; or a sentence why it can't be shown.
struct MatchPicture {
  std::string text;
  std::string problem;
};

/// A match with this seed can't begin: the game refuses its parameters, the opening is illegal, there is no such case.
class SetupRefused : public Failure {
 public:
  explicit SetupRefused(const std::string& sentence) : Failure(Exit::usage, sentence) {}
};

class GameState {
 public:
  /// Throws SetupRefused if the parameters are inconsistent, Failure(game) if the game fails. `game` must outlive the
  /// state.
  GameState(const Game& game, Setup setup);
  GameState(const GameState&) = delete;
  GameState& operator=(const GameState&) = delete;
  ~GameState();

  /// Returns a state that agrees with what `seat` knows: see agon_model.determinise. Throws Failure(game) if the game
  /// has no model, or refuses the observation. `game` must outlive the state, whose setup has no parameters.
  static std::unique_ptr<GameState> determinised(const Game& game, std::int32_t seats, std::int32_t seat,
                                                 agon_bytes observation, std::uint64_t seed);
  /// Returns an independent copy. Throws Failure(game) if the game has no model (agon.model/1).
  [[nodiscard]] std::unique_ptr<GameState> copy() const;

  /// Returns NULL if the game has no model (agon.model/1).
  [[nodiscard]] const agon_model* model() const { return model_; }
  /// Returns whether seats can know different things. A game without a model does not tell.
  [[nodiscard]] bool can_hide() const {
    return setup_.seats > 1 && (model_ == nullptr || (model_->properties & AGON_MODEL_HIDDEN) != 0);
  }

  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] const Setup& setup() const { return setup_; }

  /// Returns the parameters, including the values that were drawn from the seed.
  [[nodiscard]] std::vector<std::optional<std::string>> parameters() const;

  [[nodiscard]] bool over() const { return to_move() == AGON_OVER; }
  /// Returns the seat to move, or AGON_OVER. Throws Failure(game) if the game returns an invalid seat.
  [[nodiscard]] std::int32_t to_move() const {
    const std::int32_t seat = type_.to_move(state_);
    if (seat < AGON_OVER || seat >= setup_.seats) broken_by_seat(seat);
    return seat;
  }

  void observe(std::int32_t seat, agon_buffer& observation) const {
    agon_error error;  // not zeroed as a whole: saves half a kilobyte per turn
    error.text[0] = '\0';
    if (type_.observe(state_, seat, &observation, &error) != AGON_OK) broken("can't show the position", error);
    if (observation.size > observation.capacity) broken("wrote more than its observation_capacity");
  }
  /// A fast variant of act(): returns AGON_OK, or AGON_ILLEGAL with the reason in `error`. Throws Failure(game) for any
  /// other status.
  agon_status act(std::int32_t seat, agon_bytes action, agon_buffer* reply, agon_error& error) {
    error.text[0] = '\0';
    const agon_status status = type_.act(state_, seat, action, reply, &error);
    if (status != AGON_OK && status != AGON_ILLEGAL) broken("failed to apply an action", error);
    return status;
  }
  void forfeit(std::int32_t seat, std::int32_t outcome, const std::string& reason);
  /// Returns what a seat's program is connected to (stream.hpp), if it is to be. Must be called once a seat, before its
  /// first turn.
  std::optional<StreamEnds> join(std::int32_t seat);
  /// Returns the outcome of a seat whose action was just refused; see GameStream.
  [[nodiscard]] std::int32_t refusal() const;
  /// If the game's scores depend on it (agon.usage/1), reports what a seat used; otherwise does nothing. Must be called
  /// after the end, once per seat.
  void report_usage(std::int32_t seat, std::int64_t cpu_us);
  [[nodiscard]] double score(std::int32_t seat) const;
  [[nodiscard]] std::vector<double> scores() const;
  /// Returns what each seat has; empty: the game's scores tell it (no agon.points/1).
  [[nodiscard]] std::vector<double> points() const;

  // The current position as text (agon.notation/1). Throw Failure(game) if the game has no notation, or if it fails.
  [[nodiscard]] bool has_notation() const { return notation_ != nullptr; }
  /// Returns the position as `seat`, or everyone, may know it.
  [[nodiscard]] std::string position(std::int32_t seat = AGON_ALL_SEATS) const;
  [[nodiscard]] std::string action_text(agon_bytes action) const;
  /// Returns the action's bytes, valid until the next call. If the text is no action, returns nothing and writes the
  /// reason to `reason`.
  [[nodiscard]] std::optional<agon_bytes> parse_action(std::string_view text, std::string& reason) const;
  /// Returns what the last action revealed to `seat`, or to everyone.
  [[nodiscard]] std::string revealed(std::int32_t seat = AGON_ALL_SEATS) const;

  /// Lists at most `most` legal actions of the seat to move, in the game's order. Returns nothing if the game can't
  /// list them (no agon.model/1, or too many for a list). Must not be called when the match is over.
  [[nodiscard]] std::optional<LegalActions> legal_actions(std::size_t most) const;
  /// Does the same, but returns their bytes, one after the other, each of the model's action_size. Sets `count` to the
  /// number of all.
  [[nodiscard]] std::optional<std::vector<std::byte>> legal_bytes(std::size_t most, std::uint64_t& count) const;
  /// Returns a legal action of the seat to move, valid until the next call; uniformly distributed if `bits` are. Needs
  /// a model. Must not be called when the match is over.
  [[nodiscard]] agon_bytes sample(std::uint64_t bits) const;

  // For engines that speak this protocol, in which the game must be known; see agon_uci and agon_gtp.
  [[nodiscard]] bool is_known_in(EngineProtocol protocol) const;
  [[nodiscard]] std::string engine_settings(EngineProtocol protocol) const;
  [[nodiscard]] std::string engine_position(EngineProtocol protocol) const;
  /// As parse_action().
  [[nodiscard]] std::optional<agon_bytes> parse_engine(EngineProtocol protocol, std::string_view text,
                                                       std::string& reason) const;

  /// Returns what the game has logged since the state was created, lines that end with '\n'.
  [[nodiscard]] const std::string& log() const { return host_->log(); }

  /// Returns NULL if the game does not draw itself.
  [[nodiscard]] const agon_scene* scene() const { return scene_; }
  /// Returns nothing if the game has no picture. Must be called after the end.
  [[nodiscard]] std::optional<MatchPicture> picture() const;
  [[nodiscard]] const void* raw() const { return state_; }
  [[nodiscard]] void* raw() { return state_; }

  /// Throws the Failure(game) of a game that breaks its contract: "the game GAME, seed N, WHAT: WHY".
  [[noreturn]] void broken(const std::string& what, const std::string& why = "") const;
  [[noreturn]] void broken(const std::string& what, const agon_error& error) const;

 private:
  /// Without a state: `state_` is set later. A copy shares the original's `host`.
  GameState(const Game& game, Setup setup, std::shared_ptr<GameHost> host);

  [[noreturn]] void broken_by_seat(std::int32_t seat) const;  // a function of its own, so that to_move() is inlined
  [[nodiscard]] const agon_notation& notation() const;
  [[nodiscard]] const agon_model& needed_model() const;
  /// Calls `with` with the game's table for the protocol.
  template <class With>
  auto for_engines(EngineProtocol protocol, With&& with) const {
    return protocol == EngineProtocol::gtp ? with(*gtp_) : with(*uci_);
  }
  using ReadsAction = agon_status (*)(const void*, agon_bytes, agon_buffer*, agon_error*);
  std::optional<agon_bytes> parse_with(ReadsAction read, std::string_view text, std::string& reason) const;
  /// Returns nothing if the status is AGON_ABSENT.
  template <class Call>
  std::optional<std::string> optional_text(std::uint64_t capacity, const char* what, Call&& call) const;
  /// `table`, of an extension, has the text_capacity.
  template <class Table, class Call>
  std::string text(const Table& table, const char* what, Call&& call) const;

  const Game& game_;
  const agon_game_type& type_;
  Setup setup_;
  const agon_notation* notation_;
  const agon_scene* scene_;
  const agon_uci* uci_;
  const agon_gtp* gtp_;
  const agon_usage* usage_;
  const agon_points* points_;
  const agon_model* model_;
  std::shared_ptr<GameHost> host_;  // also of the copies
  void* state_ = nullptr;
  mutable AlignedMemory action_room_;  // holds the action that parse_action() or sample() returns
  mutable AlignedMemory text_room_;    // buffer for the game's texts
};

}  // namespace host
