#include "host/drawing/board.hpp"

#include "host/drawing/terminal.hpp"
#include "host/escape.hpp"

namespace host {

std::string board_text(const GameState& state, bool colour, std::int32_t seat) {
  if (state.scene() != nullptr) return render(draw(*state.scene(), state.raw(), seat), colour);
  return state.has_notation() ? printable(state.position(seat)) + "\n" : "";
}

}  // namespace host
