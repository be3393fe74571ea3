#include "sampler.hpp"

#include <utility>

namespace tonga::champion {

float value_with(const Samples& samples, int square, int colour) {
  const auto at = static_cast<std::size_t>(square);
  const float boards = colour == 0 ? samples.black[at] : samples.boards - samples.black[at];
  const float rewards = colour == 0 ? samples.black_rewards[at] : samples.rewards - samples.black_rewards[at];
  if (boards > 0) return rewards / boards;
  return colour == 0 ? 1.0F : -1.0F;  // never seen: as if good, so that it is seen
}

void Sampler::shuffle(const Stones& root) {
  squares_ = root.empties();
  drawn_ = 0;
}

const search::Squares& Sampler::order(std::size_t board) {
  while (drawn_ <= board) {
    for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(squares_.count); ++i)
      std::swap(squares_.list[i], squares_.list[i + random_.below(static_cast<std::size_t>(squares_.count) - i)]);
    if (orders_.size() == drawn_) orders_.emplace_back();
    orders_[drawn_++] = squares_;
  }
  return orders_[board];
}

const Samples& Sampler::sample(const Stones& stones, int boards) {
  samples_ = {};
  const int empty = stones.empty_count();
  for (int board = 0; board < (empty == 0 ? 1 : boards); ++board) {
    Rows black = stones.of(0);
    const Square* square = order(static_cast<std::size_t>(board)).begin();
    for (int left = empty / 2; left > 0; ++square) {
      if (!stones.empty(*square)) continue;
      search::insert(black, *square);
      --left;
    }
    add(black, search::signed_root(stones.lead(black)) / static_cast<float>(stones.size()), stones.size());
  }
  return samples_;
}

void Sampler::add(const Rows& black, float reward, int size) {
  samples_.boards += 1;
  samples_.rewards += reward;
  for (std::size_t row = 0; row < static_cast<std::size_t>(size); ++row) {
    const unsigned bits = black[row];
    for (unsigned column = 0; column < max_size; ++column) {
      const auto one = static_cast<float>(bits >> column & 1U);
      samples_.black[row * max_size + column] += one;
      samples_.black_rewards[row * max_size + column] += one * reward;
    }
  }
}

}  // namespace tonga::champion
