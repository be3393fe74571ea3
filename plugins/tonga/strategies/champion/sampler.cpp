#include "sampler.hpp"

#include <utility>

namespace tonga::champion {

float value_with(const Samples& samples, int square, int colour, Means means) {
  const auto at = static_cast<std::size_t>(square);
  if (means == Means::flips) {
    const float gained = colour == 0 ? samples.first[at] : samples.second[at];
    return (samples.rewards + gained) / samples.boards;
  }
  const float boards = colour == 0 ? samples.first[at] : samples.boards - samples.first[at];
  const float rewards = colour == 0 ? samples.second[at] : samples.rewards - samples.second[at];
  if (boards > 0) return rewards / boards;
  return colour == 0 ? 1.0F : -1.0F;  // never seen: as if good, so that it is seen
}

const Samples& Sampler::sample(const Stones& stones, int boards) {
  samples_ = {};
  search::Squares squares = stones.empties();
  const int size = stones.size();
  for (int board = 0; board < (squares.count == 0 ? 1 : boards); ++board) {
    const Rows black = fill(stones, squares);
    flips_.measure(black);
    samples_.boards += 1;
    samples_.rewards += search::signed_root(flips_.lead()) / static_cast<float>(size);
    add_flips(black, size);
  }
  return samples_;
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

const Samples& Sampler::compare(const Stones& stones, int boards) {
  samples_ = {};
  const int size = stones.size();
  const int empty = stones.empty_count();
  for (int board = 0; board < (empty == 0 ? 1 : boards); ++board) {
    Rows black = stones.of(0);
    const Square* square = order(static_cast<std::size_t>(board)).begin();
    for (int left = empty / 2; left > 0; ++square) {
      if (!stones.empty(*square)) continue;
      search::insert(black, *square);
      --left;
    }
    const float reward = search::signed_root(stones.lead(black)) / static_cast<float>(size);
    samples_.boards += 1;
    samples_.rewards += reward;
    add_colours(black, reward, size);
  }
  return samples_;
}

/// Shuffles the first half of the empty squares; of an odd number, White gets one more, since White moves last.
Rows Sampler::fill(const Stones& stones, search::Squares& squares) {
  Rows black = stones.of(0);
  const auto count = static_cast<std::size_t>(squares.count);
  for (std::size_t i = 0; i < count / 2; ++i) {
    std::swap(squares.list[i], squares.list[i + random_.below(count - i)]);
    search::insert(black, squares.list[i]);
  }
  return black;
}

void Sampler::add_colours(const Rows& black, float reward, int size) {
  for (std::size_t row = 0; row < static_cast<std::size_t>(size); ++row) {
    const unsigned bits = black[row];
    for (unsigned column = 0; column < max_size; ++column) {
      const auto one = static_cast<float>(bits >> column & 1U);
      samples_.first[row * max_size + column] += one;
      samples_.second[row * max_size + column] += one * reward;
    }
  }
}

void Sampler::add_flips(const Rows& black, int size) {
  const float scale = 1 / static_cast<float>(size);
  for (std::size_t row = 0; row < static_cast<std::size_t>(size); ++row) {
    const unsigned bits = black[row];
    for (unsigned column = 0; column < max_size; ++column) {
      const auto one = static_cast<float>(bits >> column & 1U);
      const float worth = scale * flips_.worth()[row * max_size + column];
      samples_.first[row * max_size + column] += (1 - one) * worth;
      samples_.second[row * max_size + column] -= one * worth;
    }
  }
}

}  // namespace tonga::champion
