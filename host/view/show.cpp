#include "host/view/show.hpp"

#include "host/arena/run_in_child.hpp"
#include "host/drawing/move_boards.hpp"
#include "host/drawing/terminal.hpp"
#include "host/view/output.hpp"

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <thread>

namespace host {

bool shows_colour() {
  return wants_colour(stdout);
}

void show_board(std::ostream& out, const GameState& state, bool colour, std::int32_t seat) {
  out << RawTerminalText{board_text(state, colour, seat)};
}

void show_move(const std::string& text, std::chrono::duration<double> delay) {
  constexpr const char* clear_screen = "\x1b[H\x1b[2J";
  if (delay.count() > 0 && ::isatty(STDOUT_FILENO) != 0) std::cout << RawTerminalText{clear_screen};
  std::cout << RawTerminalText{text};
  if (delay.count() > 0) {
    std::cout.flush();
    const OutsideGame waits;
    std::this_thread::sleep_for(delay);
  }
}

}  // namespace host
