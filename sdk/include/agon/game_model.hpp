// agon/game_model.hpp - what a game's class adds to offer agon.model/1.
//
//     class MyGame {
//       // Bits AGON_MODEL_...
//       static constexpr std::uint32_t model = AGON_MODEL_CHANCE;
//
//       // Copies; the compiler's are right for plain members.
//       MyGame(const MyGame&);
//       MyGame& operator=(const MyGame&);
//
//       // Makes a state that agrees with what `seat` sees. Draws the rest from setup.seed(). Has no parameters.
//       MyGame(agon::Setup& setup, std::int32_t seat, const Observation& seen);
//
//       // Calls list.add() for each legal action.
//       void actions(agon::ActionList<Action>& list) const;
//
//       // Required with AGON_MODEL_CHANCE or AGON_MODEL_HIDDEN.
//       void resample(std::int32_t seat, std::uint64_t seed);
//
//       // Optional. Default: with AGON_MODEL_CHANCE, every action leads to chance.
//       bool leads_to_chance(const Action& action) const;
//
//       // Optional. Default: the action of that number in actions(). agon::scaled() (agon/random.hpp) helps.
//       Action sample(std::uint64_t bits) const;
//
//       // Optional, as in agon_model. agon::hashed() (agon/hash.hpp) helps with key().
//       void undo();
//       std::uint64_t key() const;
//       agon::ScoreRange score_range(std::int32_t seat) const;
//       double preference(std::int32_t seat) const;
//
//       // Optional, as in agon_model. Calls list.add() for each action, in the order of actions().
//       void action_values(agon::ValueList& list) const;
//     };
//
// A game whose observations vary in size has a parameter of type std::span<const std::byte> in place of the
// Observation; the bytes are aligned to 16. With AGON_MODEL_MANY, actions() is optional and sample() is required.
//
// undo(), key(), score_range(), preference() and leads_to_chance() must not throw. The padding of an Action must be 0,
// so value-initialise it: Action action{}.
#pragma once

#include <agon/standard.hpp>

#include <agon/ext/model.h>
#include <agon/failure.hpp>
#include <agon/hash.hpp>
#include <agon/random.hpp>
#include <agon/score_range.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace agon {

/// Collects a state's legal actions.
template <class Action>
class ActionList {
 public:
  /// Stores the actions number first .. first + room - 1 in `out`, without gaps. Counts all.
  ActionList(std::uint64_t first, std::uint64_t room, void* out) : first_(first), room_(room), out_(out) {}

  void add(const Action& action) {
    const std::uint64_t place = count_++ - first_;  // wraps around for actions before `first_`
    if (place < room_) std::memcpy(static_cast<std::byte*>(out_) + place * sizeof(Action), &action, sizeof(Action));
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  std::uint64_t first_;
  std::uint64_t room_;
  void* out_;
  std::uint64_t count_ = 0;
};

/// Collects the values of a state's legal actions.
class ValueList {
 public:
  /// Stores the first `room` values in `out`. Counts all.
  ValueList(std::uint64_t room, void* out) : room_(room), out_(static_cast<double*>(out)) {}

  void add(double value) {
    if (count_ < room_) out_[count_] = value;
    ++count_;
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  std::uint64_t room_;
  double* out_;
  std::uint64_t count_ = 0;
};

namespace detail {

template <class Game>
concept Modelled = requires {
  { Game::model } -> std::convertible_to<std::uint32_t>;
};

template <class Game>
concept ListsActions = requires(const Game& game, ActionList<typename Game::Action>& list) {
  game.actions(list);
};

template <class Game>
concept SamplesActions = requires(const Game& game) {
  { game.sample(std::uint64_t{}) } -> std::same_as<typename Game::Action>;
};

template <class Game>
concept Resampled = requires(Game& game) {
  game.resample(std::int32_t{}, std::uint64_t{});
};

template <class Game>
concept TellsChance = requires(const Game& game, const typename Game::Action& action) {
  { game.leads_to_chance(action) } -> std::same_as<bool>;
};

template <class Game>
concept Undone = requires(Game& game) {
  game.undo();
};

template <class Game>
concept Keyed = requires(const Game& game) {
  { game.key() } -> std::same_as<std::uint64_t>;
};

template <class Game>
concept Ranged = requires(const Game& game) {
  { game.score_range(std::int32_t{}) } -> std::same_as<ScoreRange>;
};

template <class Game>
concept Preferring = requires(const Game& game) {
  { game.preference(std::int32_t{}) } -> std::convertible_to<double>;
};

template <class Game>
concept ValuesActions = requires(const Game& game, ValueList& list) {
  game.action_values(list);
};

/// Implements agon_model for a game's class. A State contains a Game and the objects that it uses.
template <class Game, class State>
struct [[gnu::visibility("hidden")]] ModelGlue {
  using Action = typename Game::Action;
  static constexpr std::uint32_t properties = Game::model;
  static_assert(std::is_copy_constructible_v<Game> && std::is_copy_assignable_v<Game>,
                "a game with a model needs a copy constructor and a copy assignment");
  static_assert(ListsActions<Game> || (properties & AGON_MODEL_MANY) != 0,
                "a game with a model needs void actions(agon::ActionList<Action>& list) const");
  static_assert(ListsActions<Game> || SamplesActions<Game>,
                "a game that can't list its actions needs Action sample(std::uint64_t bits) const");
  static_assert(ListsActions<Game> || !ValuesActions<Game>, "a game whose actions have values needs actions()");
  static_assert(Resampled<Game> || (properties & (AGON_MODEL_CHANCE | AGON_MODEL_HIDDEN)) == 0,
                "a game with chance or hidden information needs void resample(std::int32_t seat, std::uint64_t seed)");

  static agon_status determinise(const agon_host* host, std::int32_t seats, std::int32_t seat, agon_bytes observation,
                                 std::uint64_t seed, void** state, agon_error* error) noexcept {
    return guarded(error, [&] {
      if constexpr (requires { typename Game::Observation; }) {
        using Observation = typename Game::Observation;
        if (observation.size < sizeof(Observation)) throw Failure(AGON_FAILED, "the observation is too short");
        *state = new State(*host, seats, seed, seat, *static_cast<const Observation*>(observation.data));
      } else {
        const std::span seen(static_cast<const std::byte*>(observation.data), observation.size);
        *state = new State(*host, seats, seed, seat, seen);
      }
    });
  }

  static agon_status resample([[maybe_unused]] void* state, [[maybe_unused]] std::int32_t seat,
                              [[maybe_unused]] std::uint64_t seed, [[maybe_unused]] agon_error* error) noexcept {
    if constexpr (Resampled<Game>) {
      return guarded(error, [&] { static_cast<State*>(state)->game.resample(seat, seed); });
    } else {
      return AGON_OK;
    }
  }

  static agon_status copy(const void* state, void** made, agon_error* error) noexcept {
    return guarded(error, [&] { *made = new State(*static_cast<const State*>(state)); });
  }

  static agon_status assign(void* target, const void* source, agon_error* error) noexcept {
    if (target == source) return AGON_OK;
    return guarded(error, [&] { static_cast<State*>(target)->take(*static_cast<const State*>(source)); });
  }

  static agon_status actions(const void* state, std::uint64_t first, agon_buffer* list, std::uint64_t* count,
                             agon_error* error) noexcept requires ListsActions<Game> {
    return guarded(error, [&] {
      const std::uint64_t room = list == nullptr ? 0 : list->capacity / sizeof(Action);
      ActionList<Action> actions(first, room, list == nullptr ? nullptr : list->data);
      if (game(state).to_move() != AGON_OVER) game(state).actions(actions);
      *count = actions.count();
      if (list == nullptr) return;
      const std::uint64_t rest = *count > first ? *count - first : 0;
      list->size = (rest < room ? rest : room) * sizeof(Action);
    });
  }

  static agon_status sample(const void* state, std::uint64_t bits, agon_buffer* action, agon_error* error) noexcept {
    contract(game(state).to_move() != AGON_OVER, "the caller", "sample() needs a match that is not over");
    return guarded(error, [&] {
      if constexpr (SamplesActions<Game>) {
        const Action sampled = game(state).sample(bits);
        write(*action, {reinterpret_cast<const char*>(&sampled), sizeof(sampled)});
      } else {
        if (action->capacity < sizeof(Action)) throw Failure(AGON_FAILED, "there is too little room for an action");
        // Most lists are short: listed once, and not once to count them.
        constexpr std::uint64_t usual = sizeof(Action) <= 16 ? 32 : 1;  // actions
        alignas(Action) std::byte listed[usual * sizeof(Action)];       // NOLINT(*-member-init): written before read
        ActionList<Action> all(0, usual, listed);
        game(state).actions(all);
        const std::uint64_t chosen = scaled(bits, all.count());
        if (chosen < usual) {
          std::memcpy(action->data, listed + chosen * sizeof(Action), sizeof(Action));
        } else {
          ActionList<Action> one(chosen, 1, action->data);
          game(state).actions(one);
        }
        action->size = sizeof(Action);
      }
    });
  }

  static std::int32_t leads_to_chance([[maybe_unused]] const void* state, [[maybe_unused]] agon_bytes action) noexcept {
    if constexpr (TellsChance<Game>) {
      return game(state).leads_to_chance(*static_cast<const Action*>(action.data)) ? 1 : 0;
    } else {
      return (properties & AGON_MODEL_CHANCE) != 0 ? 1 : 0;
    }
  }

  static void undo(void* state) noexcept requires Undone<Game> {
    static_cast<State*>(state)->game.undo();
  }

  static std::uint64_t key(const void* state) noexcept requires Keyed<Game> {
    return game(state).key();
  }

  static void score_range(const void* state, std::int32_t seat, double* least,
                          double* most) noexcept requires Ranged<Game> {
    const ScoreRange range = game(state).score_range(seat);
    *least = range.least;
    *most = range.most;
  }

  static double preference(const void* state, std::int32_t seat) noexcept requires Preferring<Game> {
    return game(state).preference(seat);
  }

  static agon_status action_values(const void* state, agon_buffer* values, std::uint64_t* count,
                                   agon_error* error) noexcept requires ValuesActions<Game> {
    contract(game(state).to_move() != AGON_OVER, "the caller", "action_values() needs a match that is not over");
    return guarded(error, [&] {
      const std::uint64_t room = values->capacity / sizeof(double);
      ValueList list(room, values->data);
      game(state).action_values(list);
      *count = list.count();
      values->size = (*count < room ? *count : room) * sizeof(double);
    });
  }

  /// Returns the table. Functions that the class lacks are NULL.
  static constexpr agon_model table() {
    agon_model made = {properties,      0,       sizeof(Action), determinise, resample, copy,   assign, nullptr, sample,
                       leads_to_chance, nullptr, nullptr,        nullptr,     nullptr,  nullptr};
    if constexpr (ListsActions<Game>) made.actions = actions;
    if constexpr (Undone<Game>) made.undo = undo;
    if constexpr (Keyed<Game>) made.key = key;
    if constexpr (Ranged<Game>) made.score_range = score_range;
    if constexpr (Preferring<Game>) made.preference = preference;
    if constexpr (ValuesActions<Game>) made.action_values = action_values;
    return made;
  }

 private:
  static const Game& game(const void* state) noexcept {
    return static_cast<const State*>(state)->game;
  }
};

}  // namespace detail
}  // namespace agon
