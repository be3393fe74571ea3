#include "host/tournament/standings.hpp"

#include "host/match/contest.hpp"
#include "host/stats/bootstrap.hpp"
#include "host/tournament/labels.hpp"
#include "host/tournament/rivals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace host {

namespace {

/// Up to this number of consecutive seeds, each is a separate group. The number is prime, so that equidistant seeds use
/// all groups.
constexpr std::size_t group_count = 1009;

void count(Record& record, double score, double best_rival) {
  ++(score < best_rival ? record.losses : score == best_rival ? record.ties : record.wins);
}

}  // namespace

std::vector<SeatIdentity> StandingsTable::strategies() const {
  std::vector<SeatIdentity> all;
  for (const Standing& standing : standings) all.push_back(standing.strategy);
  return all;
}

Standings::Row::Row(SeatIdentity identity) : groups(group_count) {
  standing.strategy = std::move(identity);
}

std::size_t Standings::row_of(const StoredMatch& match, std::size_t seat) {
  const std::size_t row = strategies_.row_of(match, seat);
  if (row == rows_.size()) {
    rows_.emplace_back(strategies_.strategies().back());
    ratings_.grow(rows_.size());
  }
  return row;
}

void Standings::add(const StoredMatch& match) {
  if (!conditions_ || match.seed != seed_ || match.conditions.get() != conditions_.get()) close();
  conditions_ = match.conditions;
  seed_ = match.seed;
  if (table_.game.empty()) table_.game = match.conditions->game;
  ++table_.matches;
  const std::size_t seats = match.result.seats.size();
  table_.seats = std::max(table_.seats, seats);
  seated_.clear();
  for (std::size_t seat = 0; seat < seats; ++seat) {
    seated_.push_back(row_of(match, seat));
    add_seat(match, seat, seated_.back());
  }
  if (seats == 1) {
    alone_.push_back({seated_.front(), match.result.seats.front().score});
  } else {
    compare(match);
  }
}

void Standings::add_seat(const StoredMatch& match, std::size_t seat, std::size_t row) {
  Row& of = rows_[row];
  Standing& standing = of.standing;
  const SeatResult& result = match.result.seats[seat];
  standing.by_seat.resize(std::max(standing.by_seat.size(), seat + 1));
  for (Record* const record : {&standing.all, &standing.by_seat[seat]}) {
    ++record->matches;
    record->score_sum += result.score;
  }
  Group& group = of.groups[match.seed % group_count];
  group.sum += result.score;
  ++group.count;
  if (of.on_seed.count == 0) on_seed_.push_back(row);
  of.on_seed.sum += result.score;
  ++of.on_seed.count;
  spread_.add(row, result.score);
  of.cpu_ns += static_cast<double>(result.usage.cpu_ns);
  if (!is_relative(table_.contest)) of.counts += match.contest[seat];
  ++standing.outcomes.at(static_cast<std::size_t>(result.outcome.kind));
  if (!result.outcome.ok()) note_failure(match, seat, row);
}

void Standings::note_failure(const StoredMatch& match, std::size_t seat, std::size_t row) {
  ++table_.failure_count;
  if (table_.failures.size() == most_failures) return;
  table_.failures.push_back({match.run, match.place.number, match.seed, seat, row, match.result.seats[seat].outcome});
}

void Standings::compare(const StoredMatch& match) {
  double best = -std::numeric_limits<double>::infinity();
  for (const SeatResult& seat : match.result.seats) best = std::max(best, seat.score);
  places_.clear();
  for (std::size_t seat = 0; seat < seated_.size(); ++seat) {
    const double score = match.result.seats[seat].score;
    Row& row = rows_[seated_[seat]];
    const double rival = best_rival(match.result.seats, seated_, seat);
    for (Record* const record : {&row.standing.all, &row.standing.by_seat[seat]}) count(*record, score, rival);
    row.relative += relative_score(table_.contest, score, best);
    places_.push_back({static_cast<std::uint32_t>(seated_[seat]), score});
  }
  ratings_.add(match.seed, places_);
}

void Standings::close() {
  if (on_seed_.empty()) return;
  if (!alone_.empty()) {
    const auto by_score = [](const Alone& a, const Alone& b) { return a.score < b.score; };
    const double best = std::max_element(alone_.begin(), alone_.end(), by_score)->score;
    const auto leaders = static_cast<std::size_t>(
        std::count_if(alone_.begin(), alone_.end(), [&](const Alone& one) { return one.score == best; }));
    for (const Alone& one : alone_) {
      rows_[one.row].relative += relative_score(table_.contest, one.score, best);
      const bool has_rival = leaders > 1 || one.score < best;
      constexpr double infinity = std::numeric_limits<double>::infinity();
      if (alone_.size() > 1) count(rows_[one.row].standing.all, one.score, has_rival ? best : -infinity);
    }
    alone_.clear();
  }
  keep_scores();
  for (const std::size_t row : on_seed_) rows_[row].on_seed = {};
  on_seed_.clear();
}

void Standings::keep_scores() {
  if (table_.seeds++ % stride_ != 0) return;
  if (table_.seed_scores.size() == most_seeds) {
    // Keeps every second one. Seeds are numbered in steps of the stride, so the new one is kept as well.
    for (std::size_t i = 0; i < most_seeds / 2; ++i) table_.seed_scores[i] = std::move(table_.seed_scores[2 * i]);
    table_.seed_scores.resize(most_seeds / 2);
    stride_ *= 2;
  }
  SeedScores& scores = table_.seed_scores.emplace_back(SeedScores{seed_, {}});
  for (const std::size_t row : on_seed_) {
    const Group& group = rows_[row].on_seed;
    scores.scores.emplace_back(row, group.sum / group.count);
  }
}

void Standings::finish(Row& row) const {
  Standing& standing = row.standing;
  const auto matches = static_cast<double>(standing.all.matches);
  standing.mean = standing.all.score_sum / matches;
  const double counts = is_relative(table_.contest) ? row.relative : row.counts;
  standing.contest_mean = counts / matches;
  standing.contest = table_.contest == AGON_CONTEST_MEAN ? standing.contest_mean : counts;
  standing.relative = row.relative / matches;
  standing.cpu_s = row.cpu_ns / 1e9 / matches;
  // A group's influence on the overall mean, so that groups with more matches weigh more. If all groups have the same
  // number of matches, these are the groups' means.
  std::vector<double> values;
  const auto filled = static_cast<double>(
      std::count_if(row.groups.begin(), row.groups.end(), [](const Group& group) { return group.count > 0; }));
  for (const Group& group : row.groups) {
    if (group.count > 0) values.push_back(standing.mean + (group.sum - standing.mean * group.count) * filled / matches);
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool finite = std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  standing.mean_interval = finite ? stats::bootstrap_mean(values) : stats::Interval{-infinity, infinity};
}

void Standings::put_in_order() {
  std::vector<std::size_t> order(rows_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&](std::size_t row) {
    const Standing& standing = rows_[row].standing;
    const stats::Rating rating = standing.rating.value_or(stats::Rating{});
    // A rating that is unknown stands in the middle.
    return std::make_tuple(-static_cast<double>(rating.group), std::isnan(rating.elo) ? 0 : rating.elo,
                           standing.contest_mean);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
  std::vector<std::size_t> place(rows_.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    table_.standings.push_back(std::move(rows_[order[i]].standing));
  }
  for (FailedSeat& failure : table_.failures) failure.standing = place[failure.standing];
  for (SeedScores& seed : table_.seed_scores) {
    for (auto& [row, score] : seed.scores) row = place[row];
    std::sort(seed.scores.begin(), seed.scores.end());
  }
}

StandingsTable Standings::finish(double prior) {
  close();
  table_.step = spread_.width();
  std::vector<SeatIdentity> strategies;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    finish(rows_[i]);
    rows_[i].standing.spread = spread_.rows()[i];
    strategies.push_back(rows_[i].standing.strategy);
  }
  if (table_.seats > 1 && rows_.size() > 1) {
    const std::vector<stats::Rating> ratings = stats::rate(ratings_, {.prior = prior});
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].standing.rating = ratings[i];
  }
  const std::vector<std::string> names = labels(strategies);
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].standing.label = names[i];
  put_in_order();
  return std::move(table_);
}

}  // namespace host
