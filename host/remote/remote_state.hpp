// The host's object for a state of a game that is in the game's process.
#pragma once

#include "host/remote/calls.hpp"
#include "host/remote/remote_game.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace host::remote {

/// The games that exist, for functions that no argument tells which game is meant: each has its own create(),
/// extension() and determinise().
extern std::array<RemoteGame*, most_games> games;

/// Returns one function for each slot: `Function<slot>::call`.
template <template <std::size_t> class Function>
constexpr auto one_for_each_slot() {
  return []<std::size_t... slot>(std::index_sequence<slot...>) {
    return std::array{&Function<slot>::call...};
  }
  (std::make_index_sequence<most_games>{});
}

/// What create() hands out.
struct RemoteState {
  RemoteGame& game;
  std::uint64_t number;  // in the game's process
  std::int32_t mover;    // from the last answer that may have changed it
};

inline const RemoteState& state_of(const void* state) {
  return *static_cast<const RemoteState*>(state);
}

/// The beginning of a call of one state.
inline Writer request(Call call, std::uint64_t state) {
  Writer request(call);
  request.number(state);
  return request;
}

/// The request that creates a state.
Writer creation(const agon_setup& setup);

/// The request of a function that writes bytes: see write() of the worker's ServedGame.
Writer writing(Call call, std::uint64_t state, std::int64_t number, std::string_view in,
               std::optional<std::uint64_t> capacity);

}  // namespace host::remote
