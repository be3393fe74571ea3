#include "host/drawing/move_boards.hpp"

#include "host/drawing/terminal.hpp"
#include "host/escape.hpp"

#include <cstddef>

namespace host {

std::string board_text(const GameState& state, bool colour, std::int32_t seat) {
  if (state.scene() != nullptr) return render(draw(*state.scene(), state.raw(), seat), colour);
  if (!state.has_notation()) return "";
  constexpr std::size_t most = 2000;  // bytes: a tester's case can have millions
  const std::string text = state.position(seat);
  return printable(text.substr(0, most)) + (text.size() > most ? " ...\n" : "\n");
}

void MoveBoards::begun(const GameState& state) {
  number_ = 0;
  show(state, "seed " + std::to_string(state.setup().seed) + ", start");
}

void MoveBoards::acted(const GameState& state, std::int32_t seat, agon_bytes action) {
  ++number_;
  std::string heading =
      std::to_string(number_) + ". " + state.game().description.seat_names[static_cast<std::size_t>(seat)];
  if (state.has_notation()) {
    heading += ": " + state.action_text(action);
    if (const std::string revealed = state.revealed(); !revealed.empty()) heading += " -> " + revealed;
  }
  show(state, heading);
}

void MoveBoards::forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) {
  ++number_;
  show(state, std::to_string(number_) + ". " + state.game().description.seat_names[static_cast<std::size_t>(seat)] +
                  " is out, " + outcome_text(outcome));
}

void MoveBoards::show(const GameState& state, const std::string& heading) {
  std::string text = printable(heading) + "\n";
  for (; !reports_.empty() && reports_.front().action <= number_; reports_ = reports_.subspan(1))
    text.append(printable(evaluation_text(reports_.front()))).append("\n");
  show_(text + board_text(state, colour_) + "\n");
}

}  // namespace host
