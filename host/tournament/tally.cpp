#include "host/tournament/tally.hpp"

#include <algorithm>

namespace host {

void Tally::add(const Transcript& transcript, const Seating& seating) {
  const std::vector<SeatResult>& seats = transcript.result.seats;
  const auto by_score = [](const SeatResult& a, const SeatResult& b) { return a.score < b.score; };
  const double best = std::max_element(seats.begin(), seats.end(), by_score)->score;
  const auto leaders =
      std::count_if(seats.begin(), seats.end(), [&](const SeatResult& seat) { return seat.score == best; });
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    TallyRow& row = rows_[seating[seat]];
    ++row.matches;
    row.score_sum += seats[seat].score;
    row.counts.push_back(transcript.contest[seat]);
    row.cpu_ns += seats[seat].usage.cpu_ns;
    if (!seats[seat].outcome.ok()) ++row.failures;
    if (seats.size() == 1) continue;  // nobody to win against
    ++(seats[seat].score < best ? row.losses : leaders > 1 ? row.ties : row.wins);
  }
}

}  // namespace host
