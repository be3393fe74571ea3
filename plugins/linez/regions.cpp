#include "regions.hpp"

#include <algorithm>

namespace linez {

Regions::Regions(const Board& board) : board_(board) {
  const int last = cell_at(board.rows() - 1, board.columns() - 1);
  for (int cell = cell_at(0, 0); cell <= last; ++cell) {
    if (board.at(cell) != 0 || node(cell).region != 0) continue;
    ++count_;
    visit(cell, 0);
  }
}

std::int16_t Regions::visit(int cell, int parent) {
  Node& here = nodes_[static_cast<std::size_t>(cell)];
  here.region = count_;
  here.order = ++visited_;
  here.pieces = parent == 0 ? 0 : 1;
  std::int16_t earliest = here.order;
  for (const int step : beside) {
    const int next = cell + step;
    if (next == parent || board_.at(next) != 0) continue;
    if (node(next).region != 0) {
      earliest = std::min(earliest, node(next).order);
      continue;
    }
    const std::int16_t reached = visit(next, cell);
    earliest = std::min(earliest, reached);
    // At the start of the search, each child is a piece of its own.
    if (parent != 0 && reached < here.order) continue;
    ++here.pieces;
    here.childs[static_cast<std::size_t>(here.split++)] = static_cast<std::int16_t>(next);
  }
  here.last = visited_;
  return earliest;
}

Regions::Place Regions::place(int cell) const {
  Place found{.cell = cell};
  for (const int step : beside) {
    const int next = cell + step;
    if (board_.at(next) != 0) continue;
    const auto end = found.cells.begin() + found.empty;
    const bool known =
        std::any_of(found.cells.begin(), end, [&](int one) { return node(one).region == node(next).region; });
    if (!known) ++found.regions;
    found.cells[static_cast<std::size_t>(found.empty++)] = static_cast<std::int16_t>(next);
  }
  return found;
}

int Regions::piece(int cell, int filled) const {
  const Node& at = node(cell);
  const Node& gap = node(filled);
  constexpr int most = 8;  // pieces
  if (at.region == gap.region) {
    for (int i = 0; i < gap.split; ++i) {
      const Node& child = node(gap.childs[static_cast<std::size_t>(i)]);
      if (at.order >= child.order && at.order <= child.last) return at.region * most + 1 + i;
    }
  }
  return at.region * most;
}

int Regions::after_split(const Place& from, int to) const {
  const int pieces = count_ - 1 + node(to).pieces;
  // The cell that becomes empty joins the pieces next to it.
  std::array<int, 4> joined{};
  std::size_t different = 0;
  for (int i = 0; i < from.empty; ++i) {
    const int cell = from.cells[static_cast<std::size_t>(i)];
    if (cell == to) continue;
    const int one = piece(cell, to);
    const auto end = joined.begin() + different;
    if (std::find(joined.begin(), end, one) == end) joined[different++] = one;
  }
  return pieces + 1 - static_cast<int>(different);
}

}  // namespace linez
