#include "potential.hpp"

#include "../../window_weight.hpp"

#include <algorithm>

namespace linez {

namespace {

/// The count of each number in a window, and of all numbers in it.
struct Content {
  std::array<int, max_colours + 1> count{};
  int numbers = 0;
};

double worth(const Content& content) {
  double sum = 0;
  for (std::size_t number = 1; number <= max_colours; ++number) {
    const int count = content.count[number];
    if (count > 0) sum += window_weight(count, content.numbers - count);
  }
  return sum;
}

/// Returns the value after `more`, 1 or -1, of `number` are added.
double worth_with(Content content, std::size_t number, int more) {
  content.count[number] += more;
  content.numbers += more;
  return worth(content);
}

Content content_of(const Windows::Window& window, int line, const Board& board) {
  Content content;
  for (int i = 0, cell = window.first; i < line; ++i, cell += window.step) {
    const int number = board.at(cell);
    if (number == 0) continue;
    ++content.count[static_cast<std::size_t>(number)];
    ++content.numbers;
  }
  return content;
}

}  // namespace

Windows::Windows(int rows, int columns, int line) : line_(line), through_(cell_numbers) {
  const Board board(rows, columns);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      for (const int step : directions) {
        const int first = cell_at(row, column);
        int length = 1;
        while (length < line && board.at(first + length * step) == 0) ++length;
        if (length < line) continue;
        for (int i = 0; i < line; ++i)
          through_[static_cast<std::size_t>(first + i * step)].push_back(static_cast<std::int16_t>(all_.size()));
        all_.push_back({first, step});
      }
    }
  }
}

bool Windows::contains(const Window& window, int cell) const {
  const int distance = cell - window.first;
  return distance >= 0 && distance % window.step == 0 && distance / window.step < line_;
}

Potential::Potential(const Windows& windows, const Board& board)
    : windows_(windows), board_(board), more_(windows.all().size()), less_(windows.all().size()) {
  for (std::size_t index = 0; index < windows.all().size(); ++index) {
    const Windows::Window& window = windows.all()[index];
    const Content content = content_of(window, windows.line(), board);
    const double now = worth(content);
    total_ += now;
    for (std::size_t number = 1; number <= max_colours; ++number) {
      if (content.numbers < windows.line()) more_[index][number] = worth_with(content, number, 1) - now;
      if (content.count[number] > 0) less_[index][number] = worth_with(content, number, -1) - now;
    }
    for (int i = 0, cell = window.first; i < windows.line(); ++i, cell += window.step) {
      const auto at = static_cast<std::size_t>(cell);
      if (const int number = board.at(cell); number != 0) {
        loss_[at] += less_[index][static_cast<std::size_t>(number)];
      } else {
        for (std::size_t one = 1; one <= max_colours; ++one) gain_[at][one] += more_[index][one];
      }
    }
  }
}

double Potential::of(const Windows& windows, const Board& board) {
  double sum = 0;
  for (const Windows::Window& window : windows.all()) sum += worth(content_of(window, windows.line(), board));
  return sum;
}

double Potential::change(Step step) const {
  const auto number = static_cast<std::size_t>(board_.at(step.from));
  double sum = loss_[static_cast<std::size_t>(step.from)] + gain_[static_cast<std::size_t>(step.to)][number];
  for (const std::int16_t index : windows_.through(step.from)) {
    // Both ends are in one window: its content does not change.
    const auto at = static_cast<std::size_t>(index);
    if (windows_.contains(windows_.all()[at], step.to)) sum -= less_[at][number] + more_[at][number];
  }
  return sum;
}

}  // namespace linez
