// agon/game_layout.hpp - the sizes of a game's messages, and the layout that its class declares (agon.layout/1).
//
//     class MyGame {
//       using Observation = mygame_observation;  // or a constant observation_capacity, in bytes, if their size varies
//       using Action = mygame_action;
//       using Reply = mygame_reply;              // only if actions reply
//       static constexpr uint64_t least_action_size = ...;       // bytes; only if actions have got new fields
//
//       // Optional. agon/layout.hpp declares one.
//       static constexpr const agon_layout& layout = my_layout;
//     };
//
// A class whose layout has other sizes than these structs does not compile.
#pragma once

#include <agon/standard.hpp>

#include <agon/ext/layout.h>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace agon::detail {

/// A game that declares its layout.
template <class Game>
concept LaidOut = requires {
  { Game::layout } -> std::convertible_to<const agon_layout&>;
};

/// The size of the shortest action that the game reads.
template <class Game>
struct LeastAction {
  static constexpr std::uint64_t size = sizeof(typename Game::Action);
};

template <class Game>
requires requires {
  { Game::least_action_size } -> std::convertible_to<std::uint64_t>;
}
struct LeastAction<Game> {
  static constexpr std::uint64_t size = Game::least_action_size;
  static_assert(size <= sizeof(typename Game::Action));
};

/// The size of observations: that of the struct, or the most that a varying one takes.
template <class Game>
struct ObservationOf {
  static constexpr std::uint64_t capacity = Game::observation_capacity;
};

template <class Game>
requires requires {
  typename Game::Observation;
}
struct ObservationOf<Game> {
  static_assert(std::is_trivially_copyable_v<typename Game::Observation>);
  static constexpr std::uint64_t capacity = sizeof(typename Game::Observation);
};

/// The size of replies; 0: actions have none.
template <class Game>
struct ReplyOf {
  static constexpr std::uint64_t size = 0;
};

template <class Game>
requires requires {
  typename Game::Reply;
}
struct ReplyOf<Game> {
  static constexpr std::uint64_t size = sizeof(typename Game::Reply);
};

/// Whether the layout that the class declares is that of its structs.
template <class Game>
constexpr bool has_sizes_of(const agon_layout& layout) {
  if constexpr (requires { typename Game::Observation; }) {
    if (layout.observation->size != sizeof(typename Game::Observation)) return false;
  }
  if constexpr (ReplyOf<Game>::size == 0) {
    if (layout.reply != nullptr) return false;
  } else {
    if (layout.reply->size != ReplyOf<Game>::size) return false;
  }
  return layout.action->size == sizeof(typename Game::Action);
}

}  // namespace agon::detail
