#include <inc/solve.hpp>

#include <inc/solver/played_out.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <unordered_map>

namespace inc {

namespace {

/// In Induction's steps: about 10 s.
constexpr std::int64_t library_effort = 50'000'000'000;

rules::Board read(const std::vector<std::string>& rows) {
  std::string text;
  for (const std::string& row : rows) {
    if (!text.empty()) text += '/';
    text += row;
  }
  const auto board = rules::Board::parse(text);
  if (board && static_cast<std::size_t>(board->rows()) == rows.size()) return *board;
  throw std::invalid_argument("a board has 1 to 16 rows of the same 1 to 16 characters '.', '1', '2', '3'");
}

std::vector<std::string> rows_of(const rules::Board& board) {
  const std::string text = board.text();
  const auto columns = static_cast<std::size_t>(board.columns());
  std::vector<std::string> rows;
  for (std::size_t at = 0; at < text.size(); at += columns + 1) rows.push_back(text.substr(at, columns));
  return rows;
}

}  // namespace

rules::Board played_out(Induction& solution) {
  const int turns = solution.start().turns_left;
  std::unordered_map<std::uint32_t, int> seen;  // states at the start of a period: the turns left
  std::uint32_t state = 0;
  int left = turns;
  while (left > 0) {
    // If the tables repeat, the moves also repeat as soon as a state recurs. Skips all complete cycles except the last.
    if (left > solution.horizon() && (left - solution.horizon()) % solution.period() == 0) {
      const auto [known, fresh] = seen.emplace(state, left);
      if (!fresh) left -= (left - solution.horizon()) / (known->second - left) * (known->second - left);
    }
    state = solution.offsets().after(state, solution.best(state, left));
    --left;
  }
  return solution.offsets().board(state, turns);
}

std::vector<std::string> final_board(const std::vector<std::string>& initial, int turns, int inc) {
  const rules::Board board = read(initial);
  if (turns < 0 || turns > rules::max_turns) throw std::invalid_argument("turns go from 0 to 10^9");
  if (inc != -1 && inc != 1) throw std::invalid_argument("inc is -1 or 1");
  if (turns == 0 || board.moves() == 0) return initial;
  if (Offsets::lines(board) > Induction::max_lines) {
    throw std::runtime_error("a board of " + std::to_string(board.rows()) + " x " + std::to_string(board.columns()) +
                             " squares has too many states to be solved");
  }
  Induction solution({board, turns, inc}, library_effort);
  if (!solution.exact(turns)) {
    throw std::runtime_error("no period was found within " + std::to_string(solution.horizon()) + " turns");
  }
  return rows_of(played_out(solution));
}

}  // namespace inc
