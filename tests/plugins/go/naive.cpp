#include "naive.hpp"

namespace naive_go {

namespace {

/// The points that are connected with `point` by points of the same letter.
void fill(const std::string& board, int size, int point, std::set<int>& found, std::set<char>& beside) {
  if (!found.insert(point).second) return;
  for (const int step : {-size, -1, 1, size}) {
    const int near = point + step;
    const bool is_inside = near >= 0 && near < size * size && (step * step > 1 || near / size == point / size);
    if (!is_inside) continue;
    beside.insert(board[static_cast<std::size_t>(near)]);
    if (board[static_cast<std::size_t>(near)] == board[static_cast<std::size_t>(point)])
      fill(board, size, near, found, beside);
  }
}

/// Takes all stones of a colour off that have no path to an empty point.
void clear(std::string& board, int size, char colour) {
  const std::string before = board;
  for (int point = 0; point < size * size; ++point) {
    if (before[static_cast<std::size_t>(point)] != colour) continue;
    std::set<int> group;
    std::set<char> beside;
    fill(before, size, point, group, beside);
    if (!beside.contains('.')) board[static_cast<std::size_t>(point)] = '.';
  }
}

}  // namespace

std::string Match::after(int point) const {
  std::string board = board_;
  board[static_cast<std::size_t>(point)] = mover_;
  clear(board, size_, mover_ == 'B' ? 'W' : 'B');
  clear(board, size_, mover_);
  return board;
}

bool Match::is_legal(int point) const {
  return board_[static_cast<std::size_t>(point)] == '.' && !earlier_.contains(after(point));
}

void Match::play(int point) {
  if (point >= 0) board_ = after(point);
  earlier_.insert(board_);
  mover_ = mover_ == 'B' ? 'W' : 'B';
}

int Match::area(char colour) const {
  int count = 0;
  for (int point = 0; point < size_ * size_; ++point) {
    if (board_[static_cast<std::size_t>(point)] == colour) ++count;
    if (board_[static_cast<std::size_t>(point)] != '.') continue;
    std::set<int> region;
    std::set<char> beside;
    fill(board_, size_, point, region, beside);
    count += beside.contains(colour) && !beside.contains(colour == 'B' ? 'W' : 'B') ? 1 : 0;
  }
  return count;
}

}  // namespace naive_go
