// Squares and sets of squares as the rules compute with them, and how they split and refuse a text.
#pragma once

#include "rules.hpp"

#include <bit>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace chess {

constexpr Bits bit(Square square) {
  return Bits{1} << square;
}

constexpr int file_of(Square square) {
  return square & 7;
}

constexpr int rank_of(Square square) {
  return square >> 3;
}

constexpr Square at(int file, int rank) {
  return 8 * rank + file;
}

inline Square first(Bits set) {
  return std::countr_zero(set);
}

/// Calls `each` for each square of a set, the lowest first.
template <class Each>
void for_each(Bits set, Each&& each) {
  for (; set != 0; set &= set - 1) each(first(set));
}

constexpr Bits rank_bits(int rank) {
  return Bits{0xFF} << 8 * rank;
}

/// The first rank as a colour sees it.
constexpr int home_rank(Colour colour) {
  return colour == white ? 0 : 7;
}

constexpr std::string_view letters = "pnbrqk";

/// Splits a text at blanks and ends of lines.
std::vector<std::string_view> words_of(std::string_view text);

[[noreturn]] inline void refuse(const std::string& sentence) {
  throw std::invalid_argument(sentence);
}

}  // namespace chess
