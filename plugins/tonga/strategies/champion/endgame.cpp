#include "endgame.hpp"

#include <algorithm>
#include <utility>

namespace tonga::champion {

Endgame::Endgame(const Stones& stones) : start_(stones), squares_(stones.empties()) {
  std::size_t weight = 1;
  for (int i = 0; i < squares_.count; ++i, weight *= 3) digits_.push_back(weight);
  leads_.assign(weight, unknown);
}

bool Endgame::covers(const Stones& stones) const {
  for (int square = 0; square < start_.span(); ++square) {
    for (const int colour : {0, 1}) {
      const bool stands = search::contains(stones.of(colour), square);
      if (search::contains(start_.of(colour), square) ? !stands : stands && !start_.empty(square)) return false;
    }
  }
  return stones.size() == start_.size();
}

std::size_t Endgame::index_of(const Stones& stones) const {
  std::size_t index = 0;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    if (search::contains(stones.of(0), squares_.list[i])) index += digits_[i];
    if (search::contains(stones.of(1), squares_.list[i])) index += 2 * digits_[i];
  }
  return index;
}

int Endgame::solve(const Stones& stones, std::size_t index) {
  if (leads_[index] != unknown) return leads_[index];
  int best = 0;
  if (stones.empty_count() == 0) {
    best = stones.lead(stones.of(0));
  } else {
    const int mover = stones.mover();
    best = mover == 0 ? INT16_MIN : INT16_MAX;
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      if (!stones.empty(squares_.list[i])) continue;
      Stones after = stones;
      after.play(squares_.list[i]);
      const int lead = solve(after, index + digits_[i] * static_cast<std::size_t>(mover + 1));
      best = mover == 0 ? std::max(best, lead) : std::min(best, lead);
    }
  }
  // A lead is at most the square of one isle of all the stones that a seat has on a full board.
  constexpr int most_stones = (max_cells + 1) / 2;
  static_assert(most_stones * most_stones <= INT16_MAX);
  leads_[index] = static_cast<std::int16_t>(best);
  return best;
}

int Endgame::best(const Stones& stones) {
  const int wanted = lead(stones);
  const search::Squares free = stones.empties();
  return *std::ranges::find_if(free, [&](int square) {
    Stones after = stones;
    after.play(square);
    return lead(after) == wanted;
  });
}

double BestReply::value(const Stones& stones) {
  if (stones.empty_count() == 0) return (seat_ == 0 ? 1.0F : -1.0F) * search::signed_root(stones.lead(stones.of(0)));
  const auto known = values_.find(stones.hash());
  if (known != values_.end()) return known->second;
  const auto after = [&](int square) {
    Stones next = stones;
    next.play(square);
    return value(next);
  };
  double result = -max_cells;
  if (stones.mover() == seat_) {
    for (const int square : stones.empties()) result = std::max(result, after(square));
  } else {
    const std::vector<search::Square> moves = opponent_.moves(stones);  // a copy: value() asks again
    result = 0;
    for (const int square : moves) result += after(square) / static_cast<double>(moves.size());
  }
  values_[stones.hash()] = result;
  return result;
}

int BestReply::best(const Stones& stones) {
  int best = -1;
  double highest = 0;
  for (const int square : stones.empties()) {
    Stones after = stones;
    after.play(square);
    const double reached = value(after);
    if (best >= 0 && reached <= highest) continue;
    highest = reached;
    best = square;
  }
  return best;
}

}  // namespace tonga::champion
