#include "tests/e2e/tonga_referee.hpp"

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace e2e {

namespace {

using Board = std::vector<std::string>;  // rows of '.', 'B' and 'W'

void rule(bool held, const std::string& what) {
  if (!held) throw std::runtime_error("the transcript breaks a rule: " + what);
}

Board board_of(const std::string& start) {
  Board board;
  std::istringstream rows(start);
  for (std::string row; std::getline(rows, row, '/');) board.push_back(row);
  for (const std::string& row : board) rule(row.size() == board.size(), "the board is not square");
  return board;
}

/// Takes the isle of `colour` that the square belongs to off the board; its size.
int lift_isle(Board& board, std::size_t row, std::size_t column, char colour) {
  if (row >= board.size() || column >= board.size() || board[row][column] != colour) return 0;
  board[row][column] = ' ';
  return 1 + lift_isle(board, row - 1, column, colour) + lift_isle(board, row + 1, column, colour) +
         lift_isle(board, row, column - 1, colour) + lift_isle(board, row, column + 1, colour);
}

int points(Board board, char colour) {
  int sum = 0;
  for (std::size_t row = 0; row < board.size(); ++row) {
    for (std::size_t column = 0; column < board.size(); ++column) {
      const int size = lift_isle(board, row, column, colour);
      sum += size * size;
    }
  }
  return sum;
}

void put_stone(Board& board, const std::string& action, char colour) {
  std::istringstream words(action);
  std::size_t row = 0;
  std::size_t column = 0;
  rule(static_cast<bool>(words >> row >> column) && words.eof(), "'" + action + "' is no move");
  rule(row < board.size() && column < board.size(), "'" + action + "' is off the board");
  rule(board[row][column] == '.', "'" + action + "' is taken");
  board[row][column] = colour;
}

void fill(Board& board, char colour) {
  for (std::string& row : board) {
    for (char& square : row) square = square == '.' ? colour : square;
  }
}

bool is_full(const Board& board) {
  for (const std::string& row : board) {
    if (row.find('.') != std::string::npos) return false;
  }
  return true;
}

}  // namespace

std::pair<int, int> referee_scores(const support::Json& record) {
  Board board = board_of(record.at("setup").at("start"));
  rule(record.at("setup").at("parameters").at("n") == board.size(), "the board has another size than n");
  std::size_t stones = 0;
  for (const auto& event : record.at("actions")) {
    const auto seat = event.at("seat").get<std::size_t>();
    rule(!is_full(board), "the match goes on after its end");
    if (event.contains("forfeit")) {
      fill(board, seat == 0 ? 'W' : 'B');
      continue;
    }
    rule(seat == stones++ % 2, "seat " + std::to_string(seat) + " moves out of turn");
    put_stone(board, event.at("action"), seat == 0 ? 'B' : 'W');
  }
  rule(is_full(board), "the match ends early");
  const int lead = points(board, 'B') - points(board, 'W');
  return {lead, -lead};
}

}  // namespace e2e
