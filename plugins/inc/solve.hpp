// inc/solve.hpp - answers the contest's question: what is the final board if all three seats play optimally?
//
// The library agon_inc contains the function: agon::inc in CMake, or -L.../lib -lagon_inc. It can be called from any
// dialect of C++.
#pragma once

#include <string>
#include <vector>

namespace inc {

/// Returns the final board of a match among three optimal seats, of which the first moves first. Rows consist of '.'
/// and 1 .. 3 and have equal length, as in the argument. turns is the total of all seats, 0 .. 10^9; inc is -1 or 1.
/// Exact. Boards of up to 5 x 5 squares take several hundredths of a second for any number of turns (see the README).
/// Larger ones up to 7 x 7 are solved if there are few turns or the tables soon repeat.
///
/// Throws std::invalid_argument if the arguments are no such match, std::runtime_error if the match can't be solved.
std::vector<std::string> final_board(const std::vector<std::string>& initial, int turns, int inc);

}  // namespace inc
