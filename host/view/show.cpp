#include "host/view/show.hpp"

#include "host/arena/apart.hpp"
#include "host/drawing/board.hpp"
#include "host/drawing/terminal.hpp"
#include "host/plain.hpp"
#include "host/view/output.hpp"

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <thread>

namespace host {

bool shows_colour() {
  return wants_colour(stdout);
}

void show_board(std::ostream& out, const GameState& state, bool colour, std::int32_t seat) {
  out << Steering{board_text(state, colour, seat)};
}

Painter text_painter() {
  Painter painter;
  painter.board = [](const GameState& state, bool colour) { return board_text(state, colour); };
  painter.moves = [](std::ostream& out, bool colour) { return std::make_unique<MoveBoards>(out, colour); };
  return painter;
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
                  " is out, " + outcome_name(outcome.kind) + ": " + outcome.reason);
}

void MoveBoards::show(const GameState& state, const std::string& heading) {
  constexpr const char* clear_screen = "\x1b[H\x1b[2J";
  if (delay_.count() > 0 && &out_ == &std::cout && ::isatty(STDOUT_FILENO) != 0) out_ << Steering{clear_screen};
  out_ << plain(heading) << "\n";
  show_board(out_, state, colour_);
  out_ << "\n";
  if (delay_.count() > 0) {
    out_.flush();
    const OutsideGame waits;
    std::this_thread::sleep_for(delay_);
  }
}

}  // namespace host
