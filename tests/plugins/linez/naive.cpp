#include "naive.hpp"

#include <doctest/doctest.h>

#include <sstream>

namespace linez::test {

Rows rows_of(const std::string& text) {
  Rows rows;
  std::istringstream stream(text);
  for (std::string row; std::getline(stream, row, '/');) rows.push_back(row);
  return rows;
}

Rows rows_of(const Board& board) {
  Rows rows(index(board.rows()), std::string(index(board.columns()), '.'));
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      if (const int number = board.at(cell_at(row, column)); number != 0)
        at(rows, row, column) = static_cast<char>('0' + number);
    }
  }
  return rows;
}

Board board_of(const Rows& rows) {
  Board board(height(rows), width(rows));
  for (int row = 0; row < height(rows); ++row) {
    for (int column = 0; column < width(rows); ++column) {
      if (at(rows, row, column) != '.') board.put(cell_at(row, column), at(rows, row, column) - '0');
    }
  }
  return board;
}

Rows random_rows(int rows, int columns, int colours, std::uint64_t density, agon::Random& random) {
  Rows result(index(rows), std::string(index(columns), '.'));
  for (std::string& row : result) {
    for (char& cell : row) {
      if (random.below(100) < density)
        cell = static_cast<char>('1' + random.below(static_cast<std::uint64_t>(colours)));
    }
  }
  return result;
}

std::vector<std::vector<bool>> flood(const Rows& rows, int row, int column) {
  std::vector<std::vector<bool>> wet(rows.size(), std::vector<bool>(rows[0].size()));
  const auto is_wet = [&](int r, int c) {
    if (r < 0 || c < 0 || r >= height(rows) || c >= width(rows)) return false;
    return (r == row && c == column) || wet[index(r)][index(c)];
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (int r = 0; r < height(rows); ++r) {
      for (int c = 0; c < width(rows); ++c) {
        if (at(rows, r, c) != '.' || wet[index(r)][index(c)]) continue;
        if (!is_wet(r - 1, c) && !is_wet(r + 1, c) && !is_wet(r, c - 1) && !is_wet(r, c + 1)) continue;
        wet[index(r)][index(c)] = true;
        changed = true;
      }
    }
  }
  return wet;
}

std::vector<std::pair<int, int>> line_cells(const Rows& rows, int line) {
  std::vector<std::vector<bool>> marked(rows.size(), std::vector<bool>(rows[0].size()));
  const auto equal = [&](int row, int column, int down, int right, int length) {
    for (int i = 0; i < length; ++i) {
      const int r = row + i * down;
      const int c = column + i * right;
      if (r < 0 || c < 0 || r >= height(rows) || c >= width(rows)) return false;
      if (at(rows, r, c) == '.' || at(rows, r, c) != at(rows, row, column)) return false;
    }
    return true;
  };
  for (int row = 0; row < height(rows); ++row) {
    for (int column = 0; column < width(rows); ++column) {
      for (const auto& [down, right] : {std::pair{0, 1}, std::pair{1, 0}, std::pair{1, 1}, std::pair{1, -1}}) {
        if (!equal(row, column, down, right, line)) continue;
        for (int i = 0; i < line; ++i) marked[index(row + i * down)][index(column + i * right)] = true;
      }
    }
  }
  std::vector<std::pair<int, int>> cells;
  for (int row = 0; row < height(rows); ++row) {
    for (int column = 0; column < width(rows); ++column) {
      if (marked[index(row)][index(column)]) cells.emplace_back(row, column);
    }
  }
  return cells;
}

int remove_lines(Rows& rows, int line) {
  const auto cells = line_cells(rows, line);
  for (const auto& [row, column] : cells) at(rows, row, column) = '.';
  return static_cast<int>(cells.size());
}

int points(int cells) {
  // f(5) = 10, and f(k + 1) - f(k) = k - 2.
  int sum = 10;
  for (int k = 5; k < cells; ++k) sum += k - 2;
  for (int k = 5; k > cells; --k) sum -= k - 3;
  return sum;
}

Below told(std::vector<int>& answers) {
  return [&answers](int bound) {
    REQUIRE(!answers.empty());
    const int answer = answers.front();
    answers.erase(answers.begin());
    REQUIRE(answer >= 0);
    REQUIRE(answer < bound);
    return answer;
  };
}

}  // namespace linez::test
