#include "host/tournament/tally.hpp"

#include "host/match/contest.hpp"
#include "host/tournament/rivals.hpp"

#include <agon/game.h>

#include <algorithm>

namespace host {

namespace {

template <class Scored>
struct Best {
  double score;
  std::size_t leaders;

  explicit Best(const std::vector<Scored>& all)
      : score(
            std::max_element(all.begin(), all.end(), [](const Scored& a, const Scored& b) { return a.score < b.score; })
                ->score),
        leaders(static_cast<std::size_t>(
            std::count_if(all.begin(), all.end(), [&](const Scored& one) { return one.score == score; }))) {}
};

void count(TallyRow& row, double score, double best_rival) {
  ++(score < best_rival ? row.losses : score == best_rival ? row.ties : row.wins);
}

}  // namespace

TallyRow& TallyRow::operator+=(const TallyRow& more) {
  matches += more.matches;
  score_sum += more.score_sum;
  counts.insert(counts.end(), more.counts.begin(), more.counts.end());
  wins += more.wins;
  ties += more.ties;
  losses += more.losses;
  failures += more.failures;
  cpu_ns += more.cpu_ns;
  return *this;
}

void Tally::add(const Transcript& transcript, const Fixture& fixture) {
  const std::vector<SeatResult>& seats = transcript.result.seats;
  if (!round_.empty() && fixture.seed != seed_) end_seed();
  seed_ = fixture.seed;
  for (const std::size_t entrant : fixture.seating) rows_.resize(std::max(rows_.size(), entrant + 1));
  const Best best(seats);
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    TallyRow& row = rows_[fixture.seating[seat]];
    ++row.matches;
    row.score_sum += seats[seat].score;
    row.cpu_ns += seats[seat].usage.cpu_ns;
    if (!seats[seat].outcome.ok()) ++row.failures;
    if (seats.size() == 1) {
      round_.push_back({fixture.seating[seat], seats[seat].score});
      if (!is_relative(contest_)) row.counts.push_back(transcript.contest[seat]);
      continue;
    }
    row.counts.push_back(is_relative(contest_) ? relative_score(contest_, seats[seat].score, best.score)
                                               : transcript.contest[seat]);
    count(row, seats[seat].score, best_rival(seats, fixture.seating, seat));
    for (std::size_t other = 0; other < seat; ++other)
      duels_.add(fixture.seating[seat], seats[seat].score, fixture.seating[other], seats[other].score);
  }
}

void Tally::end_seed() {
  if (round_.empty()) return;
  const Best best(round_);
  for (const Alone& one : round_) {
    if (is_relative(contest_)) rows_[one.entrant].counts.push_back(relative_score(contest_, one.score, best.score));
    TallyRow& row = rows_[one.entrant];
    if (round_.size() > 1) ++(one.score < best.score ? row.losses : best.leaders > 1 ? row.ties : row.wins);
    for (const Alone* other = round_.data(); other != &one; ++other)
      duels_.add(one.entrant, one.score, other->entrant, other->score);
  }
  round_.clear();
}

}  // namespace host
