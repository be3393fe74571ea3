#include "opponent.hpp"

#include "../server/search.hpp"

#include <algorithm>

namespace tonga::champion {

namespace {

Board board_of(const search::Stones& stones) {
  Board board(stones.size());
  for (int square = 0; square < board.cells(); ++square) {
    const int searched = square / board.size() * max_size + square % board.size();
    if (search::contains(stones.of(0), searched)) board.place(square, Colour::black);
    if (search::contains(stones.of(1), searched)) board.place(square, Colour::white);
  }
  return board;
}

}  // namespace

std::vector<search::Square> server_moves(const search::Stones& stones, Perimeter perimeter) {
  const int size = stones.size();
  std::vector<search::Square> moves;
  if (stones.empty_count() == size * size) {
    const int upper = (size / 2 - 1) * (max_size + 1);
    for (const int step : {0, 1, max_size, max_size + 1}) moves.push_back(static_cast<search::Square>(upper + step));
    return moves;
  }
  const Colour mover = stones.mover() == 0 ? Colour::black : Colour::white;
  for (const int square : best_squares(board_of(stones), mover, perimeter).squares)
    moves.push_back(static_cast<search::Square>(square / size * max_size + square % size));
  return moves;
}

void Opponent::observe(const search::Stones& before, int square) {
  ++observed_;
  needed_ = least_observed(before.size());
  const auto current = perimeters_.empty() ? Perimeter::squares : perimeters_.front();
  thoughts_ += static_cast<std::int64_t>(perimeters_.size());
  std::erase_if(perimeters_,
                [&](Perimeter perimeter) { return std::ranges::count(server_moves(before, perimeter), square) == 0; });
  if (perimeters_.empty() || perimeters_.front() != current) known_.clear();
}

const std::vector<search::Square>& Opponent::moves(const search::Stones& stones) {
  const auto found = known_.find(stones.hash());
  if (found != known_.end()) return found->second;
  if (known_.size() >= most_known) known_.clear();
  ++thoughts_;
  return known_[stones.hash()] = server_moves(stones, perimeters_.front());
}

}  // namespace tonga::champion
