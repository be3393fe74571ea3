#include "board.hpp"

namespace linez::champion {

Board empty_board(int rows, int columns, int colours, int drop) {
  Board board;
  for (int cell = 0; cell < cells; ++cell)
    board.at[cell] = cell / side < rows && cell % side < columns ? Content{0} : wall;
  board.at[cells] = wall;
  board.room = rows * columns;
  board.colours = colours;
  board.drop = drop;
  return board;
}

Cells lines_through(const Board& board, int cell) {
  const Content colour = board.at[cell];
  Cells found = 0;
  for (int i = 0; i < geometry.through_count[cell]; ++i) {
    const Member member = geometry.through[cell][i];
    const Line& line = geometry.all[member.line];
    int first = member.place;
    while (first > 0 && board.at[line.cells[first - 1]] == colour) --first;
    int last = member.place;
    while (last + 1 < line.size && board.at[line.cells[last + 1]] == colour) ++last;
    if (last - first + 1 < line_length) continue;
    for (int place = first; place <= last; ++place) found |= bit(line.cells[place]);
  }
  return found;
}

namespace {

int remove(Board& board, Cells set) {
  int removed = 0;
  for (; set != 0; set &= set - 1, ++removed) board.at[lowest(set)] = 0;
  board.numbers -= removed;
  return removed;
}

}  // namespace

int make_move(Board& board, int from, int to) {
  board.at[to] = board.at[from];
  board.at[from] = 0;
  return remove(board, lines_through(board, to));
}

void announce(Board& board, agon::QuickRandom& random) {
  board.places = {};
  for (int i = 0; i < board.drop; ++i)
    board.next[i] = static_cast<Content>(1 + random.below(static_cast<std::uint64_t>(board.colours)));
}

int fall(Board& board, agon::QuickRandom& random, int& removed) {
  int bonus = 0;
  do {
    // Two boards that differ little get nearly the same drop from equal generators: each number, and what is announced
    // then, has a generator of its own, and its cells are drawn until one is empty.
    Table<int, max_drop> fallen;  // NOLINT(*-member-init): written before it is read
    int count = 0;
    for (; count < board.drop && !board.full(); ++count) {
      agon::QuickRandom own(random.next());
      int cell = board.places[count] - 1;
      while (cell < 0 || board.at[cell] != 0) cell = static_cast<int>(own.below(cells));
      fallen[count] = cell;
      board.at[cell] = board.next[count];
      ++board.numbers;
    }
    for (int i = count; i < board.drop; ++i) random.next();
    Cells lines = 0;
    for (int i = 0; i < count; ++i) lines |= lines_through(board, fallen[i]);
    const int cleared = remove(board, lines);
    removed += cleared;
    bonus += bonus_for(cleared, board.lines98);
    announce(board, random);
  } while (board.numbers == 0);
  return bonus;
}

}  // namespace linez::champion
