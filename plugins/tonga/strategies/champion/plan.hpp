// The parameters of champion, by the size of the board and the time left.
#pragma once

#include "tree.hpp"

#include <algorithm>
#include <cstdint>

namespace tonga::champion {

/// Returns the parameters of the tree search.
inline Parameters plan(int size, bool foretold) {
  Parameters parameters;
  if (foretold) {
    // As many boards as take about the time in which a reply is foretold.
    parameters.expand_after = 0;
    parameters.boards = size >= 14 ? 300 : size >= 10 ? 100 : 20;
    if (size <= 8) parameters.equivalence = 300'000;
    parameters.root_boards = 1000;
    return parameters;
  }
  if (size >= 12) {
    parameters.means = Means::flips;
    parameters.equivalence = 1'000'000;
  }
  return parameters;
}

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
  if (left_ns > 5'000'000'000) return {14, 16};
  if (left_ns > 2'000'000'000) return {14, 14};
  if (left_ns > 600'000'000) return {14, 12};
  if (left_ns > 150'000'000) return {12, 10};
  if (left_ns > 50'000'000) return {10, 8};
  return {};
}

}  // namespace tonga::champion
