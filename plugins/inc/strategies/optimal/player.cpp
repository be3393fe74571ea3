#include "player.hpp"

#include "search.hpp"

#include <algorithm>
#include <utility>

namespace inc {

Situation situation_of(const Position& position) {
  const inc_observation& seen = position.observation();
  Situation now{rules::Board(seen.rows, seen.columns), seen.turns_left, seen.increment, seen.seat, seen.out};
  for (int row = 0; row < seen.rows; ++row) {
    for (int column = 0; column < seen.columns; ++column) now.board.set(row, column, position.at(row, column));
  }
  return now;
}

OptimalPlayer::OptimalPlayer(std::int64_t cpu_ns, std::function<void(const std::string&)> log)
    : cpu_ns_(cpu_ns > 0 ? cpu_ns : 10'000'000'000), log_(std::move(log)) {}

int OptimalPlayer::best(const Situation& now) {
  if (Offsets::lines(now.board) <= Induction::max_lines) {
    std::optional<std::uint32_t> state = state_in_tables(now);
    if (!state) {
      solve(now);
      state = 0;
    }
    if (solution_->exact(now.turns_left) || solution_->horizon() >= rules::seats) {
      const int move = solution_->best(*state, now.turns_left);
      expected_ = rules::place(solution_->end(*state, now.turns_left, move), now.mover);
      depth_ = solution_->exact(now.turns_left) ? now.turns_left : solution_->equivalent(now.turns_left);
      return move;
    }
  } else {
    say_once("a board of " + std::to_string(now.board.rows()) + " x " + std::to_string(now.board.columns()) +
             " squares is too large for tables: not exact before the last few turns");
  }
  return look_ahead(now);
}

std::optional<std::uint32_t> OptimalPlayer::state_in_tables(const Situation& now) const {
  if (!solution_) return std::nullopt;
  const Situation& start = solution_->start();
  const int turns_made = start.turns_left - now.turns_left;
  if (turns_made < 0 || now.increment != start.increment || now.out != start.out ||
      now.mover != (start.mover + turns_made) % rules::seats) {
    return std::nullopt;
  }
  return solution_->offsets().find(now.board, turns_made);
}

/// Computes the tables from this situation on. They are recomputed when a seat drops out, each time with a smaller
/// share of the time.
void OptimalPlayer::solve(const Situation& now) {
  // About 5 steps take 1 ns. The same number of steps is needed later to derive moves from the tables.
  const auto effort = static_cast<std::int64_t>(1.6 * static_cast<double>(cpu_ns_)) >> std::min(solved_++, 2U);
  solution_.reset();  // frees its memory before the next one is allocated
  solution_.emplace(now, effort);
  std::string text = std::to_string(solution_->offsets().states()) + " states: ";
  if (solution_->period() > 0) {
    text += "exact, the tables repeat every " + std::to_string(solution_->period()) + " turns from " +
            std::to_string(solution_->repeats_from()) + " on";
  } else if (solution_->exact(now.turns_left)) {
    text += "exact";
  } else {
    text += "exact only for the last " + std::to_string(solution_->horizon()) +
            " turns, as the tables did not repeat so far; before that it plays as if the match ended within that many";
  }
  log_(text);
}

/// Distributes half of the match's time evenly over the remaining turns. Measures time in steps of the search rather
/// than by a clock, so that a match is the same on every machine.
int OptimalPlayer::look_ahead(const Situation& now) {
  const std::int64_t own_turns = (now.turns_left + rules::seats - 1) / rules::seats;
  const Depth depth = depth_within(now, std::max<std::int64_t>(cpu_ns_ / 2 - searched_, 0) / own_turns);
  searched_ += depth.steps;
  const Choice choice = best_within(now, depth.turns);
  expected_ = rules::place(choice.end, now.mover);
  depth_ = depth.turns;
  return choice.move;
}

void OptimalPlayer::say_once(const std::string& text) {
  if (!said_) log_(text);
  said_ = true;
}

}  // namespace inc
