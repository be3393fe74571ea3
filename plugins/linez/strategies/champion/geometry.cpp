#include "geometry.hpp"

#include <utility>

namespace linez::champion {

namespace {

constexpr bool on_board(int row, int column) {
  return row >= 0 && column >= 0 && row < side && column < side;
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): one table after the other, for each cell
constexpr Geometry build() {
  Geometry built;
  int next = 0;
  for (Table<std::uint8_t, cells>& lines : built.shared.values)
    for (std::uint8_t& line : lines.values) line = line_count;
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const int cell = row * side + column;
      built.board |= bit(cell);
      if (column == 0) built.first_column |= bit(cell);
      if (column == side - 1) built.last_column |= bit(cell);
      for (int direction = 0; direction < 8; ++direction) {
        const int to_row = row + around_rows[direction];
        const int to_column = column + around_columns[direction];
        built.around[cell][direction] =
            static_cast<std::uint8_t>(on_board(to_row, to_column) ? to_row * side + to_column : cells);
        if (!on_board(to_row, to_column))
          built.off_board[cell] = static_cast<std::uint8_t>(built.off_board[cell] | 1 << direction);
      }
      for (const auto& [down, right] : {std::pair{0, 1}, std::pair{1, 0}, std::pair{1, 1}, std::pair{1, -1}}) {
        if (on_board(row - down, column - right)) continue;
        Line line;
        for (int r = row, c = column; on_board(r, c); r += down, c += right)
          line.cells[line.size++] = static_cast<std::uint8_t>(r * side + c);
        if (line.size < line_length) continue;
        for (int place = 0; place < line.size; ++place) {
          const int member = line.cells[place];
          built.through[member][built.through_count[member]++] = {static_cast<std::uint8_t>(next),
                                                                  static_cast<std::uint8_t>(place)};
          built.lines_of[member] |= std::uint64_t{1} << next;
          built.place[next][member] = static_cast<std::uint8_t>(place);
          for (int other = 0; other < line.size; ++other)
            built.shared[member][line.cells[other]] = static_cast<std::uint8_t>(next);
        }
        built.all[next++] = line;
      }
    }
  }
  return built;
}

}  // namespace

const constinit Geometry geometry = build();

}  // namespace linez::champion
