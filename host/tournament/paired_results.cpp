#include "host/tournament/paired_results.hpp"

namespace host {

void PairedResults::add(const StoredMatch& match) {
  if (match.conditions != conditions_ || match.seed != seed_) end();
  conditions_ = match.conditions;
  seed_ = match.seed;
  std::vector<Alone> seats;
  for (std::size_t seat = 0; seat < match.result.seats.size(); ++seat)
    seats.push_back({rows_.row_of(match, seat), match.result.seats[seat].score});
  if (seats.size() == 1) alone_.push_back(seats.front());
  for (std::size_t second = 1; second < seats.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) take(seed_, seats[first], seats[second]);
  }
}

void PairedResults::end() {
  for (std::size_t second = 1; second < alone_.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) take(seed_, alone_[first], alone_[second]);
  }
  alone_.clear();
}

void PairedResults::take(std::uint64_t seed, const Alone& first, const Alone& second) {
  if (first.row == second.row) return;
  take_({seed, first.row, second.row, first.score, second.score});
}

}  // namespace host
