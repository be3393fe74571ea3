// agon/strategy.hpp - a strategy as a C++ class.
//
// Derive from the base class of the game (<game>/<game>.hpp), which derives from agon::Strategy, and end the file with
//
//     AGON_STRATEGY(MyBot, .id = "mybot", .version = "1.0.0", .summary = "how it plays")
//
// The class has a default constructor, or one that takes a const agon::Session& (to read options and the seed). A class
// with global variables says `static constexpr bool single_instance = true;` (agon/ext/single_instance.h).
#pragma once

#include <agon/standard.hpp>

#include <agon/ext/analysis.h>
#include <agon/ext/candidates.h>
#include <agon/ext/log.h>
#include <agon/ext/single_instance.h>
#include <agon/plugin.h>
#include <agon/failure.hpp>
#include <agon/settings.hpp>

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace agon {

/// One seat in one match: who sits where, under which limits, and what the host does for its strategy. Valid as long as
/// the strategy.
class Session {
 public:
  explicit Session(const agon_session& raw) : raw_(&raw), options_({raw.options, raw.option_count}) {}

  [[nodiscard]] std::int32_t seat() const noexcept { return raw_->seat; }
  [[nodiscard]] std::int32_t seats() const noexcept { return raw_->seats; }
  /// For the strategy's own random numbers.
  [[nodiscard]] std::uint64_t seed() const noexcept { return raw_->seed; }
  /// What the strategy may use. See also time_left_ns() and turn_left_ns().
  [[nodiscard]] const agon_limits& limits() const noexcept { return raw_->limits; }
  /// Threads that may exist at a time, the calling one included; at least 1.
  [[nodiscard]] std::uint32_t threads() const noexcept { return raw_->limits.threads; }
  [[nodiscard]] const Settings& options() const noexcept { return options_; }

  // These three: in the constructor and in turns, from any thread.

  /// Returns the CPU time left for the rest of the match, nanoseconds; INT64_MAX without a limit.
  [[nodiscard]] std::int64_t time_left_ns() const noexcept { return raw_->time_left_ns(raw_); }
  /// Returns the CPU time left for this turn: time_left_ns(), or less if turns are limited.
  [[nodiscard]] std::int64_t turn_left_ns() const noexcept { return raw_->turn_left_ns(raw_); }
  /// Whether the call should end soon.
  [[nodiscard]] bool should_stop() const noexcept { return raw_->should_stop(raw_) != 0; }

  /// Adds a line to the seat's log, if the host keeps one.
  void log(std::string_view text) const {
    const agon_host* const host = raw_->host;
    const auto* const to = static_cast<const agon_log*>(host->extension(host, AGON_LOG));
    if (to != nullptr) to->write(host, {text.data(), text.size()});
  }

  /// Reports what the strategy thinks of the position in this turn, if the host takes reports; the turn's last report
  /// counts. See agon_evaluation for the values: `line` is its actions in the game's notation, separated by blanks.
  void report(double value, std::int32_t unit, std::int32_t depth = 0, std::int64_t nodes = 0,
              std::string_view line = {}) const {
    const agon_host* const host = raw_->host;
    const auto* const to = static_cast<const agon_analysis*>(host->extension(host, AGON_ANALYSIS));
    if (to == nullptr) return;
    const agon_evaluation evaluation{value, unit, depth, nodes, {line.data(), line.size()}};
    to->report(host, &evaluation);
  }

  /// Returns whether the host asks between which actions the strategy chooses: for a hint, not in matches.
  [[nodiscard]] bool wants_candidates() const { return candidates() != nullptr; }

  /// Reports the actions between which the strategy chooses, in bytes or as the protocol's structs, each with its share
  /// of the search, if the host asks for them; the turn's last report counts.
  void report(std::span<const agon_candidate> all) const {
    if (const agon_candidates* const to = candidates()) to->report(raw_->host, all.data(), all.size());
  }
  template <class Action>
  void report(const std::vector<std::pair<Action, double>>& all) const {
    static_assert(std::is_trivially_copyable_v<Action>);
    std::vector<agon_candidate> raw;
    for (const auto& [action, share] : all) raw.push_back({{&action, sizeof action}, share});
    report(raw);
  }

  [[nodiscard]] const agon_session& raw() const noexcept { return *raw_; }

 private:
  [[nodiscard]] const agon_candidates* candidates() const {
    return static_cast<const agon_candidates*>(raw_->host->extension(raw_->host, AGON_CANDIDATES));
  }

  const agon_session* raw_;
  Settings options_;
};

/// Thrown by Strategy::act when the turn is over: let it pass, the glue ends the turn.
struct TurnOver {};

/// A player for one seat of one match, in bytes. The games' own base classes put types over it.
class Strategy {
 public:
  Strategy() = default;
  Strategy(const Strategy&) = delete;
  Strategy& operator=(const Strategy&) = delete;
  virtual ~Strategy() = default;

  /// One turn; see agon_strategy_type.turn. May throw.
  virtual void turn(agon_bytes observation, agon_buffer& action) = 0;

 protected:
  /// The seat's session. Not in a default constructor: take a const Session& there.
  [[nodiscard]] const Session& session() const { return *session_; }

  /// Takes an action before the turn's last one; writes what it revealed to `reply` (may be NULL). Throws Illegal if
  /// the rules refuse it (the seat is then out of the match), TurnOver if it ended the turn.
  void act(agon_bytes action, agon_buffer* reply) const {
    agon_error error{};
    const agon_session& raw = session_->raw();
    switch (const agon_status status = raw.act(&raw, action, reply, &error)) {
      case AGON_OK:
        return;
      case AGON_TURN_OVER:
        throw TurnOver{};
      default:
        throw Failure(status, error.text);
    }
  }

 private:
  template <class Class>
  friend struct StrategyGlue;
  const Session* session_ = nullptr;
};

/// A strategy for a protocol whose observation and action are one struct each. An observation may be longer than the
/// struct: bytes behind it are fields of a later version, which this strategy does not know.
template <class Observation, class Action>
class FixedStrategy : public Strategy {
 public:
  /// The action for what is seen. May throw.
  virtual Action decide(const Observation& observation) = 0;

  void turn(agon_bytes observation, agon_buffer& action) final {
    static_assert(std::is_trivially_copyable_v<Observation> && std::is_trivially_copyable_v<Action>);
    if (observation.size < sizeof(Observation))
      throw Failure(AGON_FAILED, "the host sent an observation that is shorter than the protocol's");
    const Action decided = decide(*static_cast<const Observation*>(observation.data));
    write_action(decided, action);
  }

 private:
  static void write_action(const Action& decided, agon_buffer& action) {
    if (action.capacity < sizeof(Action)) throw Failure(AGON_FAILED, "the host left too little room for an action");
    std::memcpy(action.data, &decided, sizeof(Action));
    action.size = sizeof(Action);
  }
};

/// What a strategy says of itself; see agon_strategy_type.
struct StrategyDescription {
  const char* id = nullptr;
  const char* version = "1.0.0";
  const char* summary = "";
  std::span<const agon_setting_type> options = {};
};

/// The functions of the C ABI over one C++ class.
template <class Class>
struct [[gnu::visibility("hidden")]] StrategyGlue {
  struct Instance {
    explicit Instance(const agon_session& raw) : session(raw), strategy(make(session)) {
      static_cast<Strategy&>(strategy).session_ = &session;
    }

    Session session;
    Class strategy;
    bool in_turn = false;

   private:
    static Class make([[maybe_unused]] const Session& session) {
      if constexpr (std::is_constructible_v<Class, const Session&>) {
        return Class(session);
      } else {
        return Class();
      }
    }
  };

  static agon_status create(const agon_session* raw, void** self, agon_error* error) noexcept {
    return detail::guarded(error, [&] { *self = new Instance(*raw); });
  }

  static void destroy(void* self) noexcept {
    detail::contract(self != nullptr && !static_cast<Instance*>(self)->in_turn, "the host",
                     "destroy() needs an instance that is not in a turn");
    delete static_cast<Instance*>(self);
  }

  static agon_status turn(void* self, agon_bytes observation, agon_buffer* action, agon_error* error) noexcept {
    auto& instance = *static_cast<Instance*>(self);
    detail::contract(!instance.in_turn, "the host", "turn() was called inside another turn() of the same instance");
    instance.in_turn = true;
    const agon_status status = detail::guarded(error, [&] {
      try {
        static_cast<Strategy&>(instance.strategy).turn(observation, *action);
      } catch (const TurnOver&) {
        action->size = 0;
      }
    });
    instance.in_turn = false;
    return status;
  }

  static const void* extension([[maybe_unused]] const char* id) noexcept {
    if constexpr (requires { requires bool{Class::single_instance}; }) {
      static constexpr bool present = true;
      if (std::string_view(id) == AGON_SINGLE_INSTANCE) return &present;
    }
    return nullptr;
  }
};

/// Returns what a class needs (agon_strategy_type.needs): with `static constexpr bool needs_game = true;` the game's
/// library.
template <class Class>
constexpr std::uint32_t needs_of() {
  if constexpr (requires { requires bool{Class::needs_game}; }) return AGON_NEEDS_GAME;
  return 0;
}

/// The C ABI's table for a class derived from a game's base class, whose `protocol` names the game's.
template <class Class>
constexpr agon_strategy_type strategy_type(const StrategyDescription& description) {
  constexpr bool derived = std::is_convertible_v<Class*, Strategy*>;
  constexpr bool named = requires {
    Class::protocol;
  };
  static_assert(derived, "derive the class from its game's, as in 'class Bot : public mygame::Strategy'");
  static_assert(
      !derived || named,
      "derive the class from its game's, as in 'class Bot : public mygame::Strategy', or give it the protocol "
      "that it plays, as in 'static constexpr const char* protocol = \"mygame/1\";'");
  if constexpr (derived && named) {
    using Glue = StrategyGlue<Class>;
    return {description.id,
            description.version,
            Class::protocol,
            description.summary,
            static_cast<std::uint32_t>(description.options.size()),
            needs_of<Class>(),
            description.options.data(),
            Glue::create,
            Glue::destroy,
            Glue::turn,
            Glue::extension};
  } else {
    return {};  // one reason is enough
  }
}

}  // namespace agon

/// Makes the library a plugin with one strategy: `Class`, described by designated initialisers of
/// agon::StrategyDescription.
#define AGON_STRATEGY(Class, ...)                                                                   \
  namespace {                                                                                       \
  constexpr ::agon::StrategyDescription agon_description{__VA_ARGS__};                              \
  constexpr agon_strategy_type agon_only_strategy = ::agon::strategy_type<Class>(agon_description); \
  constexpr const agon_strategy_type* agon_strategies[] = {&agon_only_strategy};                    \
  }                                                                                                 \
  constinit const agon_plugin_type agon_plugin = {                                                  \
      AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, agon_description.id, agon_description.version, 0, 1,   \
      nullptr,        agon_strategies};
