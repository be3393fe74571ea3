#include "host/validate/each_position.hpp"

#include <cstdint>

namespace host::validate {

std::string for_each_position(Board& board, const Record& record, const Look& look, const Apply& step) {
  constexpr std::size_t most_looks = 64;  // and one at the end
  GameState state(board.game(), record.setup);
  const std::size_t every = record.steps.size() / most_looks + 1;
  for (std::size_t done = 0; !board.tired(); ++done) {
    const bool last = done == record.steps.size();
    if (done % every == 0 || last) {
      if (std::string fault = look(state, at(board, record, done)); !fault.empty()) return fault;
    }
    if (last) break;
    if (std::string fault = step(state, done); !fault.empty()) return fault;
  }
  return {};
}

std::string after_forfeits(Board& board, const Record& record, const Look& look) {
  const std::size_t steps = board.random().below(record.steps.size() + 1);
  std::string fault;
  const auto state = replayed(board.game(), record, steps, fault);
  for (std::int32_t left = record.setup.seats; state && fault.empty() && !state->over() && left > 0; --left) {
    const std::int32_t seat = state->to_move();
    state->forfeit(seat, AGON_OUTCOME_CRASH, "it crashed (SIGSEGV)");
    fault = look(*state, ", when seat " + std::to_string(seat) + " has forfeited" + at(board, record, steps));
  }
  return fault;
}

}  // namespace host::validate
