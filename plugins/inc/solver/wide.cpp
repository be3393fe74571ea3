#include <inc/solver/wide.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace inc {

namespace {

/// Lines of smaller weight are processed in blocks of this number of states (3^8), which fit into the first-level
/// cache.
constexpr std::size_t block_states = 6561;

// A move at a line leads to the state whose digit there is one more (first group) or one less (second group). States
// whose digits of that line are 0, 1, 2 are `weight` apart: one more is `weight` further on or, from 2, two weights
// back. raise() raises `best` to the results of the two moves of a line; `first` and `second` are the moves' bonuses
// for their order. It and raise_narrow() are written so that compilers vectorise them: most of the time is spent here.

constexpr std::int16_t plus(std::int16_t a, std::int16_t b) {
  return static_cast<std::int16_t>(a + b);
}

constexpr std::int16_t best_of(std::int16_t a, std::int16_t b, std::int16_t c) {
  return std::max(a, std::max(b, c));
}

void raise(std::int16_t* __restrict best, const std::int16_t* __restrict rated, std::size_t states, std::size_t weight,
           std::int16_t first, std::int16_t second) {
  for (std::size_t base = 0; base < states; base += 3 * weight) {
    std::int16_t* const out = best + base;
    const std::int16_t* const in = rated + base;
    for (std::size_t i = 0; i < weight; ++i) {
      const std::int16_t zero = in[i];
      const std::int16_t one = in[i + weight];
      const std::int16_t two = in[i + 2 * weight];
      out[i] = best_of(out[i], plus(one, first), plus(two, second));
      out[i + weight] = best_of(out[i + weight], plus(two, first), plus(zero, second));
      out[i + 2 * weight] = best_of(out[i + 2 * weight], plus(zero, first), plus(one, second));
    }
  }
}

/// Does the same for a weight too small for vectors: reads all four possible states, at most two weights outside the
/// block, and selects with masks (-1 or 0).
void raise_narrow(std::int16_t* __restrict best, const std::int16_t* __restrict rated, std::size_t states,
                  std::ptrdiff_t weight, const std::int16_t* __restrict is_two, const std::int16_t* __restrict is_zero,
                  std::int16_t first, std::int16_t second) {
  const auto choose = [](std::int16_t mask, std::int16_t set, std::int16_t clear) {
    return static_cast<std::int16_t>((set & mask) | (clear & ~mask));
  };
  const auto end = static_cast<std::ptrdiff_t>(states);
  for (std::ptrdiff_t i = 0; i < end; ++i) {
    const std::int16_t more = choose(is_two[i], rated[i - 2 * weight], rated[i + weight]);
    const std::int16_t less = choose(is_zero[i], rated[i + 2 * weight], rated[i - weight]);
    best[i] = best_of(best[i], plus(more, first), plus(less, second));
  }
}

}  // namespace

Wide::Wide(const Offsets& offsets)
    : lines_(offsets.lines()),
      move_count_(offsets.origin().moves()),
      move_bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(move_count_ - 1)))) {
  const std::size_t states = offsets.states();
  digits_.resize(states);
  for (std::uint32_t state = 0; state < states; ++state) {
    for (int line = 0; line < lines_; ++line) {
      digits_[state] |= state / offsets.weight(line) % 3 << static_cast<unsigned>(2 * line);
    }
  }
  for (int move = 0; move < move_count_; ++move) {
    const int line = offsets.line_of(move);
    const bool first = offsets.first_of(move);
    const auto weight = static_cast<std::int32_t>(offsets.weight(line));
    Jump& jump = jumps_.emplace_back(Jump{static_cast<std::uint32_t>(2 * line), {2 * weight, -weight, -weight}});
    if (first) jump.by_digit = {weight, weight, -2 * weight};
    // A move's bonus for its place in the order: largest for the first.
    order_[static_cast<std::size_t>(line)][first ? 0 : 1] = static_cast<std::int16_t>(move_count_ - 1 - move);
  }
  rated_.resize(margin + states + margin);
  for (int line = 0; line < std::min(narrow_lines, lines_); ++line) {
    for (std::uint32_t state = 0; state < std::min(states, block_states); ++state) {
      const std::uint32_t digit = state / offsets.weight(line) % 3;
      masks_[static_cast<std::size_t>(line)].is_two.push_back(digit == 2 ? -1 : 0);
      masks_[static_cast<std::size_t>(line)].is_zero.push_back(digit == 0 ? -1 : 0);
    }
  }
  best_.resize(states);
  previous_.resize(states);
}

void Wide::rate_moves(const Numbers& table, std::span<const std::int16_t> worth) {
  const std::size_t states = table.size();
  for (std::size_t state = 0; state < states; ++state) {
    rated_[margin + state] = static_cast<std::int16_t>(worth[table[state]] << move_bits_);
  }
  std::ranges::fill(best_, std::int16_t{-1});
  const auto weight_of = [](int line) {
    std::size_t weight = 1;
    while (line-- > 0) weight *= 3;
    return weight;
  };
  const auto raise_line = [&](std::size_t from, std::size_t size, int line) {
    const auto& [first, second] = order_[static_cast<std::size_t>(line)];
    std::int16_t* const best = best_.data() + from;
    const std::int16_t* const rated = rated_.data() + margin + from;
    const std::size_t weight = weight_of(line);
    if (line < narrow_lines) {
      const auto& [is_two, is_zero] = masks_[static_cast<std::size_t>(line)];
      raise_narrow(best, rated, size, static_cast<std::ptrdiff_t>(weight), is_two.data(), is_zero.data(), first,
                   second);
    } else {
      raise(best, rated, size, weight, first, second);
    }
  };
  const std::size_t block = std::min(states, block_states);
  int line = 0;
  for (std::size_t from = 0; from < states; from += block) {
    for (line = 0; line < lines_ && weight_of(line) < block; ++line) raise_line(from, block, line);
  }
  for (; line < lines_; ++line) raise_line(0, states, line);
}

void Wide::choose(Numbers& table, std::span<const std::int16_t> worth) {
  rate_moves(table, worth);
  follow(table);
}

void Wide::take_first(Numbers& table) {
  std::ranges::fill(best_, static_cast<std::int16_t>(move_count_ - 1));
  follow(table);
}

void Wide::follow(Numbers& table) {
  const auto last = static_cast<unsigned>(move_count_ - 1);
  const unsigned mask = (1U << static_cast<unsigned>(move_bits_)) - 1;
  previous_.swap(table);
  for (std::size_t state = 0; state < previous_.size(); ++state) {
    const unsigned move = last - (static_cast<unsigned>(best_[state]) & mask);
    const Jump& jump = jumps_[move];
    const std::int32_t change = jump.by_digit[digits_[state] >> jump.shift & 3U];
    table[state] = previous_[state + static_cast<std::size_t>(std::ptrdiff_t{change})];
  }
}

}  // namespace inc
