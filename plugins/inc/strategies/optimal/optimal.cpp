// Plays exactly: makes the move after which the match ends best for it if all seats play optimally. A seat that is out
// makes its first move. If a board is too large for that, or the match too long, it writes this to its log and plays as
// if the match ended earlier.
#include "search.hpp"

#include <inc/inc.hpp>
#include <inc/solver/induction.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

namespace {

class Optimal : public inc::Strategy {
 public:
  explicit Optimal(const agon::Session& session) {
    constexpr std::int64_t unlimited_ns = 10'000'000'000;
    cpu_ns_ = session.limits().cpu_ns > 0 ? session.limits().cpu_ns : unlimited_ns;
  }

  inc::Move move(const inc::Position& position) override {
    const inc::Situation now = situation(position);
    const inc::rules::Move chosen = now.board.move(best(now));
    return {static_cast<inc::Axis>(chosen.axis), chosen.line, static_cast<inc::Group>(chosen.group)};
  }

 private:
  static inc::Situation situation(const inc::Position& position) {
    const inc_observation& seen = position.observation();
    inc::Situation now{inc::rules::Board(seen.rows, seen.columns), seen.turns_left, seen.increment, seen.seat,
                       seen.out};
    for (int row = 0; row < seen.rows; ++row) {
      for (int column = 0; column < seen.columns; ++column) now.board.set(row, column, position.at(row, column));
    }
    return now;
  }

  int best(const inc::Situation& now) {
    if (inc::Offsets::lines(now.board) <= inc::Induction::max_lines) {
      std::optional<std::uint32_t> state = state_in_tables(now);
      if (!state) {
        solve(now);
        state = 0;
      }
      if (solution_->exact(now.turns_left) || solution_->horizon() >= inc::rules::seats) {
        return solution_->best(*state, now.turns_left);
      }
    } else {
      say_once("a board of " + std::to_string(now.board.rows()) + " x " + std::to_string(now.board.columns()) +
               " squares is too large for tables: not exact before the last few turns");
    }
    return look_ahead(now);
  }

  /// Returns the state in the tables, if they are for this match and for the seats that still play.
  [[nodiscard]] std::optional<std::uint32_t> state_in_tables(const inc::Situation& now) const {
    if (!solution_) return std::nullopt;
    const inc::Situation& start = solution_->start();
    const int turns_made = start.turns_left - now.turns_left;
    if (turns_made < 0 || now.increment != start.increment || now.out != start.out ||
        now.mover != (start.mover + turns_made) % inc::rules::seats) {
      return std::nullopt;
    }
    return solution_->offsets().find(now.board, turns_made);
  }

  /// Computes the tables from this situation on. They are recomputed when a seat drops out, each time with a smaller
  /// share of the time.
  void solve(const inc::Situation& now) {
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
      text +=
          "exact only for the last " + std::to_string(solution_->horizon()) +
          " turns, as the tables did not repeat so far; before that it plays as if the match ended within that many";
    }
    session().log(text);
  }

  /// Distributes half of the match's time evenly over the remaining turns. Measures time in steps of the search rather
  /// than by a clock, so that a match is the same on every machine.
  int look_ahead(const inc::Situation& now) {
    const std::int64_t own_turns = (now.turns_left + inc::rules::seats - 1) / inc::rules::seats;
    const inc::Depth depth = inc::depth_within(now, std::max<std::int64_t>(cpu_ns_ / 2 - searched_, 0) / own_turns);
    searched_ += depth.steps;
    return inc::best_within(now, depth.turns);
  }

  void say_once(const std::string& text) {
    if (!said_) session().log(text);
    said_ = true;
  }

  std::int64_t cpu_ns_ = 0;
  std::optional<inc::Induction> solution_;
  unsigned solved_ = 0;
  std::int64_t searched_ = 0;
  bool said_ = false;
};

}  // namespace

AGON_STRATEGY(Optimal, .id = "optimal", .version = "1.0.0",
              .summary = "exact: the move that leads to the best end if all seats play as well as they can")
