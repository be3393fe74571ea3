#include "values.hpp"

#include "window_weight.hpp"

namespace linez {

namespace {

/// The worth of another move before the next drop.
constexpr double another_move = 8;

/// The numbers in a window.
class Content {
 public:
  Content(const Board& board, int first, int step, int line) {
    for (int i = 0, cell = first; i < line; ++i, cell += step) {
      const int number = board.at(cell);
      if (number == 0) continue;
      if (count_[static_cast<std::size_t>(number)]++ == 0) different_[kinds_++] = static_cast<std::int8_t>(number);
      ++numbers_;
    }
  }
  [[nodiscard]] int numbers() const { return numbers_; }
  [[nodiscard]] int count(int number) const { return count_[static_cast<std::size_t>(number)]; }

  /// Returns the potential if each number had `more` other numbers beside it.
  [[nodiscard]] double worth(int more = 0) const {
    double sum = 0;
    each([&](int, int count) { sum += window_weight(count, numbers_ - count + more); });
    return sum;
  }
  /// Calls visit(number, count) for each number in the window.
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t i = 0; i < kinds_; ++i) visit(different_[i], count(different_[i]));
  }

 private:
  std::array<std::int8_t, max_colours + 1> count_{};
  std::array<std::int8_t, max_colours> different_{};
  std::size_t kinds_ = 0;
  int numbers_ = 0;
};

/// Calls visit(direction, first) for each window.
template <class Visit>
void each_window(const Board& board, int line, Visit&& visit) {
  for (std::size_t direction = 0; direction < directions.size(); ++direction) {
    const int step = directions[direction];
    const bool down = step != 1;
    const int left = step == stride - 1 ? line - 1 : 0;
    const int right = board.columns() - (step == stride || step == stride - 1 ? 0 : line - 1);
    for (int row = 0; row < board.rows() - (down ? line - 1 : 0); ++row) {
      for (int column = left; column < right; ++column) visit(direction, cell_at(row, column));
    }
  }
}

}  // namespace

double potential(const Board& board, int line) {
  double sum = 0;
  each_window(board, line, [&](std::size_t direction, int first) {
    sum += Content(board, first, directions[direction], line).worth();
  });
  return sum;
}

double estimate(const Variant& variant, int numbers, double potential, int regions) {
  // Close to a regression of what greedy players gained from 35,000 positions to the end. That gave 0.1 for the
  // potential and 9 for regions; with these smaller ones, moves by value score more.
  constexpr double empty_board = 590;
  constexpr double full_board = -139;
  constexpr double potential_worth = 0.05;
  constexpr double region_cost = 2;
  constexpr int usual_line = 5;
  const double filling = static_cast<double>(numbers) / (variant.rows * variant.columns);
  return empty_board + (full_board - empty_board) * filling +
         potential_worth * potential * window_weight(usual_line, 0) / window_weight(variant.line, 0) -
         region_cost * regions;
}

Values::Values(const Match& match) : match_(match), regions_(match.board()) {
  for (auto& of_direction : windows_) {
    for (Window& one : of_direction) one.exists = false;
  }
  each_window(match.board(), match.variant().line,
              [&](std::size_t direction, int first) { add_window(direction, first); });
}

void Values::add_window(std::size_t direction, int first) {
  const Board& board = match_.board();
  const int line = match_.variant().line;
  const Content content(board, first, directions[direction], line);
  const int numbers = content.numbers();
  const double now = content.worth();
  const double crowded = content.worth(1);
  total_ += now;
  PerNumber more;
  more.fill(crowded + window_weight(1, numbers) - now);
  Window& made = window(direction, first);
  made.exists = true;
  std::array<double, max_colours + 1> less;  // NOLINT(*-member-init): read only where it is written
  int full = 0;
  content.each([&](int number, int count) {
    const int others = numbers - count;
    const auto at = static_cast<std::size_t>(number);
    more[at] = crowded - window_weight(count, others + 1) + window_weight(count + 1, others) - now;
    // One less of this number: fewer others beside each of the rest.
    double rest = 0;
    content.each([&](int other, int its) {
      if (other != number) rest += window_weight(its, numbers - its - 1);
    });
    less[at] = rest + window_weight(count - 1, others) - now;
    made.both[at] = more[at] + less[at];
    if (count == line - 1) full = number;
  });
  for (int i = 0, cell = first; i < line; ++i, cell += directions[direction]) {
    const auto at = static_cast<std::size_t>(cell);
    if (const int number = board.at(cell); number != 0) {
      loss_[at] += less[static_cast<std::size_t>(number)];
    } else {
      for (std::size_t one = 0; one < more.size(); ++one) gain_[at][one] += more[one];
      if (full != 0) ripe_[at] = static_cast<std::uint16_t>(ripe_[at] | 1U << full);
    }
  }
}

Values::PerCell Values::shared(int from) const {
  const Board& board = match_.board();
  const auto number = static_cast<std::size_t>(board.at(from));
  PerCell changes;  // NOLINT(*-member-init): filled below
  changes.fill(0);
  for (std::size_t direction = 0; direction < directions.size(); ++direction) {
    const int step = directions[direction];
    int first = from;
    for (int back = 0; back < match_.variant().line && board.at(first) >= 0; ++back, first -= step) {
      const Window& one = windows_[direction][static_cast<std::size_t>(first)];
      if (!one.exists) continue;
      for (int i = 0, cell = first; i < match_.variant().line; ++i, cell += step)
        changes[static_cast<std::size_t>(cell)] -= one.both[number];
    }
  }
  return changes;
}

double Values::exact(Step step) const {
  const Variant& variant = match_.variant();
  Board board = match_.board();
  const int number = board.at(step.from);
  board.take(step.from);
  board.put(step.to, number);
  const CellSet line = board.lines({&step.to, 1}, variant.line);
  board.remove(line);
  const bool drops = line.none() || board.numbers() == 0;
  const double points = line.none() ? 0 : points_for(static_cast<int>(line.count()), variant.lines98);
  return points + (drops ? 0 : another_move) +
         estimate(variant, board.numbers() + variant.drop, potential(board, variant.line), Regions(board).count());
}

}  // namespace linez
