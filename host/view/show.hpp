// Prints boards on an output stream: once, or after every move.
#pragma once

#include "host/arena/job.hpp"
#include "host/match/match.hpp"

#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <string>

namespace host {

/// Returns whether standard output is a terminal that supports colours, and should have them.
bool shows_colour();

/// Prints the board as `seat` may know it. If a game does not draw itself, prints its position as text.
void show_board(std::ostream& out, const GameState& state, bool colour, std::int32_t seat = AGON_ALL_SEATS);

/// Returns what draws boards for arenas.
Painter text_painter();

/// Prints the board at the start and after each action or forfeit.
class MoveBoards final : public Spectator {
 public:
  /// With a `delay`, waits that long after each board; on a terminal, each board then replaces the previous one.
  explicit MoveBoards(std::ostream& out, bool colour, std::chrono::duration<double> delay = {})
      : out_(out), colour_(colour), delay_(delay) {}
  void begun(const GameState& state) override;
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
  void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;

 private:
  void show(const GameState& state, const std::string& heading);

  std::ostream& out_;
  bool colour_;
  std::chrono::duration<double> delay_;
  std::size_t number_ = 0;
};

}  // namespace host
