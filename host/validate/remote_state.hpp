// What a state of a game is to the checker, while the real one lives in the game's process.
#pragma once

#include "host/validate/calls.hpp"
#include "host/validate/remote_game.hpp"

#include <cstdint>

namespace host::validate {

/// The game that functions are called of that have no argument which says so; NULL: none lives.
extern RemoteGame* current;

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

}  // namespace host::validate
