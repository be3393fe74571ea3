// The rules of Go once more, in the plainest way: a board of letters, flood fills, and a list of all earlier boards.
// For comparison with the game's own code; it shares nothing with that.
#pragma once

#include <set>
#include <string>

namespace naive_go {

class Match {
 public:
  explicit Match(int size) : size_(size), board_(static_cast<std::size_t>(size * size), '.'), earlier_{board_} {}

  [[nodiscard]] const std::string& board() const { return board_; }
  [[nodiscard]] bool is_legal(int point) const;
  void play(int point);  // -1: a pass
  /// Returns the stones of 'B' or 'W', and the empty points that reach no other.
  [[nodiscard]] int area(char colour) const;

 private:
  [[nodiscard]] std::string after(int point) const;

  int size_;
  char mover_ = 'B';
  std::string board_;
  std::set<std::string> earlier_;
};

}  // namespace naive_go
