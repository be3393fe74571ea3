// inc/solve.hpp - the question that the contest asked: how does the board look in the end if all three seats play as
// well as they can?
//
// The library agon_inc has the answer: agon::inc to CMake, or -L.../lib -lagon_inc. Any dialect of C++ may call it.
#pragma once

#include <string>
#include <vector>

namespace inc {

/// The board at the end of a match among three optimal seats, the first of which moves first: rows of '.' and 1 .. 3 as
/// they were given, all equally long; turns of all seats together, 0 .. 10^9; inc -1 or 1. Exact. Boards of up to 5 x 5
/// squares take some hundredths of a second with any number of turns (the README tells what is known of that); larger
/// ones up to 7 x 7 are solved where there are few turns or the tables soon repeat.
///
/// Throws std::invalid_argument for what is no such match, std::runtime_error where it can't solve it.
std::vector<std::string> final_board(const std::vector<std::string>& initial, int turns, int inc);

}  // namespace inc
