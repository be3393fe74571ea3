#include "rules.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace linez {

namespace {

constexpr std::int8_t wall = -1;

}  // namespace

Board::Board(int rows, int columns) : rows_(rows), columns_(columns) {
  assert(rows >= min_side && rows <= max_side && columns >= min_side && columns <= max_side);
  values_.fill(wall);
  for (int row = 0; row < rows; ++row) std::fill_n(values_.begin() + cell_at(row, 0), columns, std::int8_t{0});
}

void Board::put(int cell, int number) {
  assert(at(cell) == 0 && number >= 1 && number <= max_colours);
  values_[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(number);
  ++numbers_;
}

void Board::take(int cell) {
  assert(at(cell) > 0);
  values_[static_cast<std::size_t>(cell)] = 0;
  --numbers_;
}

int Board::nth_empty(int index) const {
  assert(index >= 0 && index < cells() - numbers_);
  for (int cell = cell_at(0, 0);; ++cell) {
    if (at(cell) == 0 && index-- == 0) return cell;
  }
}

bool Board::path(int from, int to) const {
  std::array<std::int16_t, max_side * max_side + 1> queue;  // NOLINT(*-member-init): written before it is read
  std::array<bool, cell_numbers> seen{};
  std::size_t end = 0;
  queue[end++] = static_cast<std::int16_t>(from);
  for (std::size_t i = 0; i < end; ++i) {
    for (const int step : beside) {
      const int next = queue[i] + step;
      if (at(next) != 0 || seen[static_cast<std::size_t>(next)]) continue;
      if (next == to) return true;
      seen[static_cast<std::size_t>(next)] = true;
      queue[end++] = static_cast<std::int16_t>(next);
    }
  }
  return false;
}

std::vector<int> Board::shortest_path(int from, int to) const {
  std::vector<int> reached = {to};
  std::array<int, cell_numbers> towards{};  // the next cell on the way to `to`; 0: not reached
  towards[static_cast<std::size_t>(to)] = to;
  for (std::size_t i = 0; i < reached.size() && towards[static_cast<std::size_t>(from)] == 0; ++i) {
    for (const int step : beside) {
      const int next = reached[i] + step;
      if ((at(next) != 0 && next != from) || towards[static_cast<std::size_t>(next)] != 0) continue;
      towards[static_cast<std::size_t>(next)] = reached[i];
      reached.push_back(next);
    }
  }
  if (towards[static_cast<std::size_t>(from)] == 0) return {};
  std::vector<int> path = {from};
  while (path.back() != to) path.push_back(towards[static_cast<std::size_t>(path.back())]);
  return path;
}

CellSet Board::lines(std::span<const int> through, int line) const {
  CellSet found;
  for (const int cell : through) {
    const int number = at(cell);
    if (number == 0) continue;
    for (const int step : directions) {
      int first = cell;
      while (at(first - step) == number) first -= step;
      int last = cell;
      while (at(last + step) == number) last += step;
      if ((last - first) / step + 1 < line) continue;
      for (int member = first; member <= last; member += step) found.set(static_cast<std::size_t>(member));
    }
  }
  return found;
}

bool Board::has_line(int line) const {
  for (int row = 0; row < rows_; ++row) {
    for (int column = 0; column < columns_; ++column) {
      const int cell = cell_at(row, column);
      if (at(cell) != 0 && lines({&cell, 1}, line).any()) return true;
    }
  }
  return false;
}

void Board::remove(const CellSet& cells) {
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (cells.test(cell)) take(static_cast<int>(cell));
  }
}

Steps::Steps(const Board& board) : board_(board) {
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      const int cell = cell_at(row, column);
      if (board.at(cell) == 0 && region_[static_cast<std::size_t>(cell)] == 0) flood(cell);
    }
  }
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      const int cell = cell_at(row, column);
      if (board.at(cell) != 0) count_ += reach(touched(cell));
    }
  }
}

void Steps::flood(int start) {
  std::array<std::int16_t, max_side * max_side> queue;  // NOLINT(*-member-init): written before it is read
  const std::int16_t region = ++regions_;
  const auto enter = [&](int cell, std::size_t& end) {
    region_[static_cast<std::size_t>(cell)] = region;
    queue[end++] = static_cast<std::int16_t>(cell);
  };
  std::size_t end = 0;
  enter(start, end);
  for (std::size_t i = 0; i < end; ++i) {
    for (const int step : beside) {
      const int next = queue[i] + step;
      if (board_.at(next) == 0 && region_[static_cast<std::size_t>(next)] == 0) enter(next, end);
    }
  }
  size_[static_cast<std::size_t>(region)] = static_cast<std::int16_t>(end);
}

bool Steps::Touched::has(int region) const {
  return std::find(regions.begin(), regions.begin() + count, region) != regions.begin() + count;
}

Steps::Touched Steps::touched(int cell) const {
  Touched found;
  for (const int step : beside) {
    const std::int16_t region = region_[static_cast<std::size_t>(cell + step)];
    if (region != 0 && !found.has(region)) found.regions[static_cast<std::size_t>(found.count++)] = region;
  }
  return found;
}

int Steps::reach(const Touched& touched) const {
  int cells = 0;
  for (int i = 0; i < touched.count; ++i)
    cells += size_[static_cast<std::size_t>(touched.regions[static_cast<std::size_t>(i)])];
  return cells;
}

Step Steps::at(int index) const {
  assert(index >= 0 && index < count_);
  int from = cell_at(0, 0);
  Touched regions;
  for (;; ++from) {
    if (board_.at(from) <= 0) continue;
    regions = touched(from);
    const int cells = reach(regions);
    if (index < cells) break;
    index -= cells;
  }
  for (int to = cell_at(0, 0);; ++to) {
    if (board_.at(to) == 0 && regions.has(region_[static_cast<std::size_t>(to)]) && index-- == 0) return {from, to};
  }
}

bool Steps::legal(Step step) const {
  return board_.at(step.from) > 0 && board_.at(step.to) == 0 &&
         touched(step.from).has(region_[static_cast<std::size_t>(step.to)]);
}

Match::Match(const Variant& variant, const Board& start, const Numbers& next, int score, const Places& places)
    : variant_(variant), board_(start), next_(next), places_(places), score_(score), moves_left_(variant.moves) {
  assert(start.numbers() > 0 && !start.full() && !start.has_line(variant.line));
}

Board Match::draw_start(const Variant& variant, const Below& chance) {
  for (;;) {
    Board board(variant.rows, variant.columns);
    for (int i = 0; i < variant.drop; ++i) {
      const int cell = board.nth_empty(chance(board.cells() - board.numbers()));
      board.put(cell, 1 + chance(variant.colours));
    }
    if (!board.has_line(variant.line)) return board;
  }
}

Numbers Match::draw_numbers(const Variant& variant, const Below& chance) {
  Numbers numbers{};
  for (int i = 0; i < variant.drop; ++i)
    numbers[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(1 + chance(variant.colours));
  return numbers;
}

Places Match::draw_places(const Variant& variant, Board board, const Below& chance) {
  Places places{};
  for (int i = 0; variant.places && i < variant.drop && !board.full(); ++i) {
    const int cell = board.nth_empty(chance(board.cells() - board.numbers()));
    places[static_cast<std::size_t>(i)] = static_cast<std::int16_t>(cell);
    board.put(cell, 1);
  }
  return places;
}

Match::Verdict Match::verdict(Step step) const {
  if (board_.at(step.from) <= 0) return Verdict::no_number;
  if (board_.at(step.to) != 0) return Verdict::taken;
  return board_.path(step.from, step.to) ? Verdict::legal : Verdict::no_path;
}

bool Match::drops_after(Step step) const {
  Board board = board_;
  board.take(step.from);
  board.put(step.to, board_.at(step.from));
  const CellSet line = board.lines({&step.to, 1}, variant_.line);
  return line.none() || static_cast<int>(line.count()) == board.numbers();
}

void Match::move(Step step, const Below& chance) {
  assert(!over() && verdict(step) == Verdict::legal);
  drops_.clear();
  --moves_left_;
  const int number = board_.at(step.from);
  board_.take(step.from);
  board_.put(step.to, number);
  const CellSet line = board_.lines({&step.to, 1}, variant_.line);
  if (line.any()) {
    board_.remove(line);
    score_ += points_for(static_cast<int>(line.count()), variant_.lines98);
    if (board_.numbers() > 0) return;
  }
  do {
    fall(chance);
  } while (board_.numbers() == 0);
}

void Match::fall(const Below& chance) {
  Drop drop;
  std::array<int, max_drop> cells{};
  for (int i = 0; i < variant_.drop && !board_.full(); ++i) {
    const int announced = places_[static_cast<std::size_t>(i)];
    const bool there = announced != 0 && board_.at(announced) == 0;
    const int cell = there ? announced : board_.nth_empty(chance(board_.cells() - board_.numbers()));
    const int number = next_[static_cast<std::size_t>(i)];
    board_.put(cell, number);
    cells[drop.fallen.size()] = cell;
    drop.fallen.push_back({cell, number});
  }
  const CellSet line = board_.lines({cells.data(), drop.fallen.size()}, variant_.line);
  if (line.any()) {
    board_.remove(line);
    if (variant_.drop_lines_score) score_ += points_for(static_cast<int>(line.count()), variant_.lines98);
  }
  next_ = draw_numbers(variant_, chance);
  places_ = draw_places(variant_, board_, chance);
  drop.next = next_;
  drop.places = places_;
  drops_.push_back(std::move(drop));
}

}  // namespace linez
