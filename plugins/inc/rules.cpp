#include "rules.hpp"

#include <algorithm>
#include <cassert>

namespace inc::rules {

int place(const Points& points, int seat) {
  const int own = points[static_cast<std::size_t>(seat)];
  const int others = std::max(points[static_cast<std::size_t>((seat + 1) % seats)],
                              points[static_cast<std::size_t>((seat + 2) % seats)]);
  if (own > others) return 3;
  return own == others ? 2 : 1;
}

int preference(const Points& points, int seat) {
  static_assert(max_cells + 1 <= 341, "three places of 341 numbers each fit below 1024");
  return (place(points, seat) - 1) * 341 + points[static_cast<std::size_t>(seat)];
}

Board::Board(int rows, int columns) : rows_(rows), columns_(columns) {
  assert(rows >= 1 && rows <= max_side && columns >= 1 && columns <= max_side);
}

std::optional<Board> Board::parse(std::string_view text) {
  const std::size_t columns = std::min(text.find('/'), text.size());
  const std::size_t rows = static_cast<std::size_t>(std::ranges::count(text, '/')) + 1;
  if (columns < 1 || columns > max_side || rows > max_side || text.size() != rows * (columns + 1) - 1) {
    return std::nullopt;
  }
  Board board(static_cast<int>(rows), static_cast<int>(columns));
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t row = i / (columns + 1);
    const std::size_t column = i % (columns + 1);
    const std::size_t digit = std::string_view(".123").find(text[i]);
    if (column == columns) {
      if (text[i] != '/') return std::nullopt;
    } else if (digit == std::string_view::npos) {
      return std::nullopt;
    } else {
      board.set(static_cast<int>(row), static_cast<int>(column), static_cast<int>(digit));
    }
  }
  return board;
}

Move Board::move(int number) const {
  assert(number >= 0 && number < moves());
  const int horizontal = 2 * (rows_ - 1);
  const Axis axis = number < horizontal ? Axis::horizontal : Axis::vertical;
  const int lines = axis == Axis::horizontal ? rows_ - 1 : columns_ - 1;
  const int within = axis == Axis::horizontal ? number : number - horizontal;
  return {axis, within % lines + 1, within < lines ? Group::first : Group::second};
}

int Board::number(const Move& move) const {
  const bool horizontal = move.axis == Axis::horizontal;
  const int lines = horizontal ? rows_ - 1 : columns_ - 1;
  return (horizontal ? 0 : 2 * (rows_ - 1)) + (move.group == Group::first ? 0 : lines) + move.line - 1;
}

bool Board::legal(const Move& move) const {
  return move.line >= 1 && move.line < (move.axis == Axis::horizontal ? rows_ : columns_);
}

void Board::apply(const Move& move, int increment) {
  assert(legal(move));
  using Successors = std::array<std::int8_t, 4>;
  const Successors next = increment > 0 ? Successors{0, 2, 3, 1} : Successors{0, 3, 1, 2};
  const bool horizontal = move.axis == Axis::horizontal;
  const bool first = move.group == Group::first;
  const int top = horizontal && !first ? move.line : 0;
  const int bottom = horizontal && first ? move.line : rows_;
  const int left = !horizontal && !first ? move.line : 0;
  const int right = !horizontal && first ? move.line : columns_;
  for (int row = top; row < bottom; ++row) {
    for (int column = left; column < right; ++column) {
      std::int8_t& cell = cells_[index(row, column)];
      cell = next[static_cast<std::size_t>(cell)];
    }
  }
}

Points Board::points() const {
  std::array<int, seats + 1> counts{};
  for (const std::int8_t digit : squares()) ++counts[static_cast<std::size_t>(digit)];
  return {counts[1], counts[2], counts[3]};
}

std::string Board::text() const {
  std::string text;
  text.reserve(static_cast<std::size_t>(rows_ * (columns_ + 1)));
  for (int row = 0; row < rows_; ++row) {
    if (row > 0) text += '/';
    for (int column = 0; column < columns_; ++column) text += ".123"[at(row, column)];
  }
  return text;
}

void Match::turn(const Move& move) {
  board_.apply(move, increment_);
  --turns_left_;
  mover_ = (mover_ + 1) % seats;
}

void Match::play(const Move& move) {
  assert(!over());
  turn(move);
  play_for_the_absent();
}

void Match::forfeit(int seat) {
  out_ |= 1U << static_cast<unsigned>(seat);
  play_for_the_absent();
}

void Match::play_for_the_absent() {
  constexpr unsigned everyone = (1U << seats) - 1;
  // Making the same move three times changes nothing. So of many identical turns, only the number modulo 3 matters.
  if (out_ == everyone && !over()) turns_left_ %= 3;
  while (!over() && (out_ >> static_cast<unsigned>(mover_) & 1U) != 0) turn(board_.move(0));
}

}  // namespace inc::rules
