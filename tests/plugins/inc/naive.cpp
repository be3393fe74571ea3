#include "naive.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>

namespace inc::test {

namespace {

int columns_of(const Text& board) {
  return static_cast<int>(std::min(board.find('/'), board.size()));
}

int rows_of(const Text& board) {
  return static_cast<int>(std::count(board.begin(), board.end(), '/')) + 1;
}

char raised(char square) {
  if (square == '1') return '2';
  if (square == '2') return '3';
  if (square == '3') return '1';
  return square;
}

}  // namespace

std::string name_of(const Cut& cut) {
  const char* const groups = cut.horizontal ? "TB" : "LR";
  return (cut.horizontal ? "H" : "V") + std::to_string(cut.line) + groups[cut.first ? 0 : 1];
}

std::vector<Cut> cuts_of(const Text& board) {
  std::vector<Cut> cuts;
  for (const bool first : {false, true}) {
    for (int line = columns_of(board) - 1; line >= 1; --line) cuts.push_back({false, line, first});
    for (int line = rows_of(board) - 1; line >= 1; --line) cuts.push_back({true, line, first});
  }
  return cuts;
}

Text cut(const Text& board, const Cut& cut, int increment) {
  Text after = board;
  int row = 1;
  int column = 1;
  for (char& square : after) {
    if (square == '/') {
      ++row;
      column = 1;
      continue;
    }
    const bool in_first = (cut.horizontal ? row : column) <= cut.line;
    if (in_first == cut.first) square = increment == 1 ? raised(square) : raised(raised(square));
    ++column;
  }
  return after;
}

std::array<int, 3> points_of(const Text& board) {
  std::array<int, 3> points{};
  for (const char square : board) {
    if (square == '1') ++points[0];
    if (square == '2') ++points[1];
    if (square == '3') ++points[2];
  }
  return points;
}

bool prefers(int seat, const Cut& cut, const Text& end, const Cut& other, const Text& other_end) {
  const auto wish = [seat](const Cut& made, const Text& board) {
    const std::array<int, 3> points = points_of(board);
    bool more_than_each = true;
    bool none_has_more = true;
    const int own = points[static_cast<std::size_t>(seat)];
    for (int rival = 0; rival < 3; ++rival) {
      if (rival == seat) continue;
      more_than_each = more_than_each && own > points[static_cast<std::size_t>(rival)];
      none_has_more = none_has_more && own >= points[static_cast<std::size_t>(rival)];
    }
    return std::make_tuple(more_than_each, none_has_more, own, made.horizontal, made.first, -made.line);
  };
  return wish(cut, end) > wish(other, other_end);
}

Cut first_cut(const Text& board) {
  return {rows_of(board) > 1, 1, true};
}

Ending full_tree(const Text& board, int turns, int increment, int seat, unsigned out) {
  if (turns == 0) return {{}, board};
  const bool absent = (out >> static_cast<unsigned>(seat) & 1U) != 0;
  const std::vector<Cut> cuts = absent ? std::vector<Cut>{first_cut(board)} : cuts_of(board);
  Ending best;
  for (const Cut& each : cuts) {
    const Text end = full_tree(cut(board, each, increment), turns - 1, increment, (seat + 1) % 3, out).board;
    if (best.board.empty() || prefers(seat, each, end, best.cut, best.board)) best = {each, end};
  }
  return best.board.empty() ? Ending{{}, board} : best;
}

PlainTables::PlainTables(const Text& board, int turns, int increment)
    : boards_{board}, cuts_(cuts_of(board)), turns_(turns) {
  std::map<Text, std::size_t> numbers{{board, 0}};
  for (std::size_t i = 0; i < boards_.size(); ++i) {
    after_.emplace_back();
    for (const Cut& each : cuts_) {
      const Text after = cut(boards_[i], each, increment);
      const auto [known, fresh] = numbers.emplace(after, boards_.size());
      if (fresh) boards_.push_back(after);
      after_[i].push_back(known->second);
    }
  }
  for (std::size_t i = 0; i < boards_.size(); ++i) ends_.push_back(i);
  chosen_.resize(boards_.size());
}

void PlainTables::advance() {
  ++turns_left_;
  const int seat = ((turns_ - turns_left_) % 3 + 3) % 3;
  const std::vector<std::size_t> before = ends_;
  for (std::size_t i = 0; i < boards_.size(); ++i) {
    std::size_t best = 0;
    for (std::size_t at = 1; at < cuts_.size(); ++at) {
      if (prefers(seat, cuts_[at], boards_[before[after_[i][at]]], cuts_[best], boards_[before[after_[i][best]]])) {
        best = at;
      }
    }
    chosen_[i] = best;
    ends_[i] = before[after_[i][best]];
  }
}

std::map<Text, Cut> PlainTables::moves() const {
  std::map<Text, Cut> moves;
  for (std::size_t i = 0; i < boards_.size(); ++i) moves[boards_[i]] = cuts_[chosen_[i]];
  return moves;
}

Text end_of_long_match(const Text& board, int turns, int increment) {
  PlainTables tables(board, turns, increment);
  std::map<std::vector<std::size_t>, int> seen[3];
  std::vector<Text> ends;
  for (int left = 0;; ++left, tables.advance()) {
    if (left == turns) return tables.end();
    ends.push_back(tables.end());
    const auto [known, fresh] = seen[left % 3].emplace(tables.ends(), left);
    if (fresh) continue;
    const int period = left - known->second;
    return ends[static_cast<std::size_t>(known->second + (turns - known->second) % period)];
  }
}

Text random_board(agon::Random& random, int rows, int columns, std::uint64_t empty_percent) {
  Text board;
  for (int row = 0; row < rows; ++row) {
    if (row > 0) board += '/';
    for (int column = 0; column < columns; ++column) {
      board += random.below(100) < empty_percent ? '.' : "123"[random.below(3)];
    }
  }
  return board;
}

}  // namespace inc::test
