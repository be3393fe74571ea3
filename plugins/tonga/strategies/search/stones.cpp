#include "stones.hpp"

#include <bit>
#include <cmath>

namespace tonga::search {

namespace {

/// The isles of a board that is read row by row: a run is a stretch of stones in one row. Labels form a union-find
/// forest.
class Runs {  // NOLINT(*-member-init): the first count_ of each are valid
 public:
  int new_isle() {
    parent_[count_] = static_cast<std::uint8_t>(count_);
    area_[count_] = 0;
    return static_cast<int>(count_++);
  }

  int root(int label) {
    auto at = static_cast<std::size_t>(label);
    while (parent_[at] != at) at = parent_[at] = parent_[parent_[at]];
    return static_cast<int>(at);
  }

  void grow(int isle, int stones) { area_[static_cast<std::size_t>(isle)] += stones; }

  void join(int isle, int into) {
    const auto from = static_cast<std::size_t>(isle);
    const auto to = static_cast<std::size_t>(into);
    parent_[from] = static_cast<std::uint8_t>(into);
    area_[to] += area_[from];
    area_[from] = 0;
  }

  [[nodiscard]] int points() const {
    int sum = 0;
    for (std::size_t i = 0; i < count_; ++i) sum += area_[i] * area_[i];
    return sum;
  }

 private:
  static constexpr std::size_t most = max_cells / 2;  // runs do not touch within a row
  std::size_t count_ = 0;
  std::array<std::uint8_t, most> parent_;
  std::array<int, most> area_;
};

struct Run {
  std::uint32_t stones = 0;
  int label = 0;
};

std::uint64_t key(int square, int colour) {
  auto mixed = (static_cast<std::uint64_t>(colour * max_cells + square) + 1) * 0x9E3779B97F4A7C15U;
  mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31U);
}

}  // namespace

int points(const Rows& rows, int size) {
  Runs isles;
  std::array<std::array<Run, max_size / 2>, 2> lines;  // of the row before, and of this one
  std::size_t before_count = 0;
  for (int row = 0; row < size; ++row) {
    const auto& before = lines[static_cast<std::size_t>(row) % 2];
    auto& here = lines[static_cast<std::size_t>(row + 1) % 2];
    std::size_t count = 0;
    std::size_t above = 0;
    for (std::uint32_t rest = rows[static_cast<std::size_t>(row)]; rest != 0;) {
      const std::uint32_t lowest = rest & (0 - rest);
      const std::uint32_t stones = rest & ~(rest + lowest);
      rest ^= stones;
      while (above < before_count && before[above].stones < lowest) ++above;
      int isle = -1;
      for (; above < before_count && (before[above].stones & stones) != 0; ++above) {
        const int touched = isles.root(before[above].label);
        if (isle < 0)
          isle = touched;
        else if (touched != isle)
          isles.join(touched, isle);               // NOLINT(readability-suspicious-call-argument)
        if (before[above].stones > stones) break;  // it reaches beyond this run: the next one may touch it, too
      }
      if (isle < 0) isle = isles.new_isle();
      isles.grow(isle, std::popcount(stones));
      here[count++] = {stones, isle};
    }
    before_count = count;
  }
  return isles.points();
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
