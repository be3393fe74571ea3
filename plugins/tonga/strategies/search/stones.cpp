#include "stones.hpp"

#include <bit>
#include <cmath>

namespace tonga::search {

namespace {

std::uint64_t key(int square, int colour) {
  auto mixed = (static_cast<std::uint64_t>(colour * max_cells + square) + 1) * 0x9E3779B97F4A7C15U;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31U);
}

}  // namespace

/// A run is a stretch of stones in one row; an isle's runs form a tree of a union-find forest. Four rows at a time are
/// a word, so that few loops end where the processor can't foresee it.
int points(const Rows& rows, int size) {
  constexpr std::uint64_t first_columns = 0x0001'0001'0001'0001U;
  constexpr std::size_t word_squares = 64;
  // By the square at which a run starts, in the run's root.
  std::array<std::uint8_t, max_cells> parent;  // NOLINT(*-member-init): written for each run
  std::array<int, max_cells> area;             // NOLINT(*-member-init): likewise
  const auto root = [&](std::size_t run) {
    while (parent[run] != run) run = parent[run] = parent[parent[run]];
    return run;
  };
  const auto last = [](std::uint64_t starts) { return static_cast<std::size_t>(std::bit_width(starts)) - 1; };
  int sum = 0;
  std::uint64_t word_before = 0;
  std::uint64_t starts_before = 0;
  for (std::size_t row = 0; row < static_cast<std::size_t>(size); row += 4) {
    const std::uint64_t word = rows[row] | std::uint64_t{rows[row + 1]} << 16U | std::uint64_t{rows[row + 2]} << 32U |
                               std::uint64_t{rows[row + 3]} << 48U;
    const std::uint64_t starts = word & ~(word << 1U & ~first_columns);
    const std::size_t base = row * max_size;
    std::uint64_t ends = word & ~((word & ~first_columns) >> 1U);
    for (std::uint64_t rest = starts; rest != 0; rest &= rest - 1, ends &= ends - 1) {
      const auto start = static_cast<std::size_t>(std::countr_zero(rest));
      const int length = std::countr_zero(ends) - static_cast<int>(start) + 1;
      parent[base + start] = static_cast<std::uint8_t>(base + start);
      area[base + start] = length;
      sum += length * length;
    }
    // Where a stretch of stones that have a stone above starts, two runs touch.
    const std::uint64_t below = word & (word << 16U | word_before >> 48U);
    for (std::uint64_t rest = below & ~(below << 1U & ~first_columns); rest != 0; rest &= rest - 1) {
      const std::uint64_t up_to = rest ^ (rest - 1);
      const std::uint64_t above = up_to >> 16U;
      const std::size_t run = root(base + last(starts & up_to));
      const std::size_t over =
          root(above != 0 ? base + last(starts & above)
                          : base - word_squares + last(starts_before & (up_to << 48U | ~0ULL >> 16U)));
      const int joined = run != over ? area[over] : 0;
      sum += 2 * area[run] * joined;
      area[run] += joined;
      parent[over] = static_cast<std::uint8_t>(run);
    }
    word_before = word;
    starts_before = starts;
  }
  return sum;
}

float signed_root(int lead) {
  const auto size = static_cast<float>(lead < 0 ? -lead : lead);
  return lead < 0 ? -std::sqrt(size) : std::sqrt(size);
}

Squares Stones::empties() const {
  Squares squares;
  const std::uint32_t all = (1U << static_cast<unsigned>(size_)) - 1;
  for (int row = 0; row < size_; ++row) {
    const auto at = static_cast<std::size_t>(row);
    for (std::uint32_t rest = all & ~(std::uint32_t{rows_[0][at]} | rows_[1][at]); rest != 0; rest &= rest - 1) {
      squares.list[static_cast<std::size_t>(squares.count++)] =
          static_cast<Square>(row * max_size + std::countr_zero(rest));
    }
  }
  return squares;
}

void Stones::put(int square, int colour) {
  insert(rows_[static_cast<std::size_t>(colour)], square);
  hash_ ^= key(square, colour);
  ++count_;
}

int Stones::lead(const Rows& black) const {
  Rows white{};
  const std::uint32_t all = (1U << static_cast<unsigned>(size_)) - 1;
  for (std::size_t row = 0; row < static_cast<std::size_t>(size_); ++row)
    white[row] = static_cast<std::uint16_t>(all & ~std::uint32_t{black[row]});
  return points(black, size_) - points(white, size_);
}

}  // namespace tonga::search
