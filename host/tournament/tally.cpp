#include "host/tournament/tally.hpp"

#include "host/match/contest.hpp"
#include "host/plugin/tester_settings.hpp"

#include <agon/game.h>

#include <algorithm>
#include <limits>

namespace host {

namespace {

double mean_of(double sum, std::uint64_t count) {
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

}  // namespace

double ComparedScores::rival(std::size_t index) const {
  const stats::PlayerScore& own = scores_[index];
  const bool alone = std::ranges::all_of(scores_, [&](const auto& each) { return each.player == own.player; });
  double best = -std::numeric_limits<double>::infinity();
  for (const stats::PlayerScore& each : scores_) {
    if (alone ? &each != &own : each.player != own.player) best = std::max(best, each.score);
  }
  return best;
}

double ComparedScores::rank(std::size_t index) const {
  std::vector<double> all;
  for (const stats::PlayerScore& place : scores_) all.push_back(place.score);
  return ranked_score(all[index], all);
}

void Totals::add(const Result& match, std::size_t seat, std::int32_t contest) {
  const SeatResult& result = match.seats[seat];
  ++matches;
  score_sum += result.score;
  cpu_ns += result.usage.cpu_ns;
  if (result.outcome.failed()) ++failures;
  if (is_relative(contest)) return;
  contest_sum += match.contest[seat];
  ++counted;
}

void Totals::add(const ComparedScores& compared, std::size_t index, std::int32_t contest) {
  const double score = compared.scores()[index].score;
  const double share = relative_score(contest, score, compared.best());
  relative_sum += share;
  if (is_relative(contest)) {
    contest_sum += contest == contest_ranked ? compared.rank(index) : share;
    ++counted;
  }
  if (compared.scores().size() > 1) Record::add(score, compared.rival(index));
}

Totals& Totals::operator+=(const Totals& more) {
  wins += more.wins;
  ties += more.ties;
  losses += more.losses;
  matches += more.matches;
  failures += more.failures;
  counted += more.counted;
  cpu_ns += more.cpu_ns;
  score_sum += more.score_sum;
  contest_sum += more.contest_sum;
  relative_sum += more.relative_sum;
  return *this;
}

double Totals::mean_score() const {
  return mean_of(score_sum, matches);
}

double Totals::contest_mean() const {
  return mean_of(contest_sum, counted);
}

double Totals::contest_score(std::int32_t contest) const {
  return contest == AGON_CONTEST_MEAN ? contest_mean() : contest_sum;
}

double Totals::cpu_s_a_match() const {
  return mean_of(cpu_s(), matches);
}

void HeadToHead::add(const stats::PlayerScore& one, const stats::PlayerScore& other) {
  const bool in_order = one.player < other.player;
  const auto& [first, second] = in_order ? std::tie(one, other) : std::tie(other, one);
  records_[{first.player, second.player}].add(first.score, second.score);
}

Record HeadToHead::of(std::size_t one, std::size_t other) const {
  const auto found = records_.find(std::minmax(one, other));
  if (found == records_.end()) return {};
  const Record& record = found->second;
  return one < other ? record : Record{.wins = record.losses, .ties = record.ties, .losses = record.wins};
}

HeadToHead HeadToHead::renumbered(const std::vector<std::size_t>& places) const {
  HeadToHead other;
  for (const auto& [pair, record] : records_) {
    const std::size_t one = places[pair.first];
    const std::size_t two = places[pair.second];
    other.records_[std::minmax(one, two)] = one < two ? of(pair.first, pair.second) : of(pair.second, pair.first);
  }
  return other;
}

void Tally::count(const Result& match, const Seating& players) {
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
    rows_.resize(std::max(rows_.size(), players[seat] + 1));
    rows_[players[seat]].add(match, seat, contest_);
  }
}

void Tally::compare(const ComparedScores& compared) {
  for (std::size_t index = 0; index < compared.scores().size(); ++index)
    rows_[compared.scores()[index].player].add(compared, index, contest_);
  if (each_) head_to_head_.add(compared);
}

void Tally::end_seed() {
  collector_.end([this](const ComparedScores& compared) { compare(compared); });
}

const std::vector<Totals>& Tally::rows() {
  end_seed();
  return rows_;
}

const HeadToHead& Tally::head_to_head() {
  static_cast<void>(rows());
  return head_to_head_;
}

}  // namespace host
