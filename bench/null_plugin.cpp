// In a separate file and called through the C ABI, so that the compiler can't optimise across the calls, as with a
// loaded library.
#include "null_plugin.hpp"

#include <cstring>

namespace bench {

namespace {

struct State {
  std::uint64_t turns = 0;
  std::uint64_t played = 0;
};

agon_status create_game(const agon_setup* setup, void** state, agon_error*) {
  *state = new State{setup->seed, 0};
  return AGON_OK;
}
void destroy_game(void* state) {
  delete static_cast<State*>(state);
}
agon_status parameter(const void*, std::uint32_t, agon_buffer*, agon_error*) {
  return AGON_OK;
}
std::int32_t to_move(const void* state) {
  const auto& game = *static_cast<const State*>(state);
  return game.played == game.turns ? AGON_OVER : 0;
}
agon_status observe(const void* state, std::int32_t, agon_buffer* observation, agon_error*) {
  std::memcpy(observation->data, &static_cast<const State*>(state)->played, sizeof(std::uint64_t));
  observation->size = sizeof(std::uint64_t);
  return AGON_OK;
}
agon_status act(void* state, std::int32_t, agon_bytes action, agon_buffer*, agon_error*) {
  auto& game = *static_cast<State*>(state);
  std::uint64_t answer = 0;
  if (action.size != sizeof answer) return AGON_ILLEGAL;
  std::memcpy(&answer, action.data, sizeof answer);
  if (answer != game.played) return AGON_ILLEGAL;
  ++game.played;
  return AGON_OK;
}
void forfeit(void* state, std::int32_t, std::int32_t, const char*) {
  static_cast<State*>(state)->played = static_cast<State*>(state)->turns;
}
double score(const void* state, std::int32_t) {
  return static_cast<double>(static_cast<const State*>(state)->played);
}
const void* no_extension(const char*) {
  return nullptr;
}

agon_status create_strategy(const agon_session*, void** self, agon_error*) {
  static char nothing = 0;
  *self = &nothing;
  return AGON_OK;
}
void destroy_strategy(void*) {}
agon_status turn(void*, agon_bytes observation, agon_buffer* action, agon_error*) {
  std::memcpy(action->data, observation.data, sizeof(std::uint64_t));
  action->size = sizeof(std::uint64_t);
  return AGON_OK;
}

constexpr agon_game_type game = {"null",
                                 "1.0.0",
                                 "null/1",
                                 "Null",
                                 "nothing",
                                 "",
                                 nullptr,
                                 1,
                                 1,
                                 nullptr,
                                 {},
                                 AGON_CONTEST_SUM,
                                 0,
                                 nullptr,
                                 sizeof(std::uint64_t),
                                 8,
                                 0,
                                 create_game,
                                 destroy_game,
                                 parameter,
                                 to_move,
                                 observe,
                                 act,
                                 forfeit,
                                 score,
                                 no_extension};
constexpr agon_strategy_type strategy = {"null",  "1.0.0",         "null/1",         "nothing", 0,           0,
                                         nullptr, create_strategy, destroy_strategy, turn,      no_extension};

}  // namespace

const agon_game_type& null_game() {
  return game;
}
const agon_strategy_type& null_strategy() {
  return strategy;
}

}  // namespace bench
