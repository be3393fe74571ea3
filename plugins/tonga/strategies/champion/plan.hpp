// The parameters of champion, by the size of the board and the time left.
#pragma once

#include "beams.hpp"

#include <algorithm>
#include <cstdint>

namespace tonga::champion {

/// Beams to the end of the match begin earlier with so much time for a turn.
inline constexpr std::int64_t long_turn_ns = 100'000'000;

/// Returns the parameters of the beams, against an opponent that is foretold. On large boards its replies take so long
/// that more first moves gain more than deeper beams; with few moves left, beams reach the end of the match. `turn_ns`:
/// the time for a turn.
inline BeamParameters beam_plan(int size, int empty_squares, std::int64_t turn_ns) {
  const int moves_left = (empty_squares + 1) / 2;
  const bool long_turn = turn_ns >= long_turn_ns;
  if (size <= 6) return {.firsts = 12, .depth = 8, .width = 2, .moves = 4};
  if (size <= 8) return {.firsts = 8, .depth = 10, .width = 3, .moves = 3};
  if (size <= 10) return {.firsts = 8, .depth = moves_left <= 20 ? 20 : 4, .width = 2, .moves = 3};
  const int last = size > 14 || !long_turn ? 12 : size == 14 ? 30 : 24;
  if (moves_left <= last) return {.firsts = 8, .depth = last, .width = 2, .moves = 3};
  if (size <= 14) {
    const bool deep = size == 14 && long_turn;
    return {.firsts = 8,
            .depth = deep ? 3 : 2,
            .width = 2,
            .moves = 3,
            .boards = deep ? 40 : 33,
            .end_boards = 400,
            .root_boards = 3000};
  }
  return {.firsts = 24, .depth = 1, .width = 1, .moves = 1, .end_boards = 400, .root_boards = 4000};
}

/// A determinization counts as so many simulations where these are counted.
inline constexpr std::int64_t simulations_a_run = 20;

/// Replies are foretold in a turn that has time for so many of them.
inline constexpr std::int64_t least_thoughts = 25;

/// So many turns at the end of a match take little time, since they are searched to the end.
inline constexpr int quick_turns = 4;

/// The most empty squares that are searched to the end.
struct Reach {
  int any = 8;       // if both seats play their best
  int foretold = 6;  // against an opponent that is foretold
};

/// Returns what takes a small part of the time left.
inline Reach reach(std::int64_t left_ns, bool unclocked) {
  if (unclocked) return {10, 6};
  if (left_ns == INT64_MAX) return {12, 10};
  if (left_ns > 5'000'000'000) return {15, 16};
  if (left_ns > 2'000'000'000) return {14, 14};
  if (left_ns > 600'000'000) return {14, 12};
  if (left_ns > 150'000'000) return {12, 10};
  if (left_ns > 50'000'000) return {10, 8};
  return {};
}

}  // namespace tonga::champion
