// Whom a seat of a match has to beat. No I/O.
#pragma once

#include "host/match/match.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace host {

/// Returns the best score of the other seats that another entrant has; of all other seats, if one entrant has them all.
/// seated[i] is the entrant on seat i.
inline double best_rival(const std::vector<SeatResult>& seats, const std::vector<std::size_t>& seated,
                         std::size_t seat) {
  double rival = -std::numeric_limits<double>::infinity();
  double other = rival;
  bool alone = true;
  for (std::size_t each = 0; each < seats.size(); ++each) {
    if (each == seat) continue;
    other = std::max(other, seats[each].score);
    if (seated[each] == seated[seat]) continue;
    rival = std::max(rival, seats[each].score);
    alone = false;
  }
  return alone ? other : rival;
}

}  // namespace host
