// A set of squares of a board of up to 256 squares, as bits.
#pragma once

#include "../../rules.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tonga {

class SquareSet {
 public:
  void insert(int square) { word(square) |= bit(square); }
  void erase(int square) { word(square) &= ~bit(square); }
  [[nodiscard]] bool contains(int square) const { return (words_[index(square)] & bit(square)) != 0; }

  [[nodiscard]] int size() const {
    int count = 0;
    for (const std::uint64_t word : words_) count += std::popcount(word);
    return count;
  }

  SquareSet& operator|=(const SquareSet& other) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }

  /// Calls `visit` with each square of the set, in ascending order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(static_cast<int>(i) * 64 + std::countr_zero(rest));
      }
    }
  }

 private:
  static std::size_t index(int square) { return static_cast<std::size_t>(square) / 64; }
  static std::uint64_t bit(int square) { return std::uint64_t{1} << (static_cast<unsigned>(square) % 64); }
  std::uint64_t& word(int square) { return words_[index(square)]; }

  std::array<std::uint64_t, max_cells / 64> words_{};
};

}  // namespace tonga
