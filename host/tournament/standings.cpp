#include "host/tournament/standings.hpp"

#include "host/stats/intervals.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace host {

namespace {

constexpr std::size_t most_causes = 10;

/// Returns the reason with each number as "#".
std::string without_numbers(std::string_view reason) {
  std::string cause;
  for (const char each : reason) {
    const bool digit = each >= '0' && each <= '9';
    if (!digit) cause += each;
    if (digit && !cause.ends_with('#')) cause += '#';
    if (cause.ends_with("#.#")) cause.resize(cause.size() - 2);
  }
  return cause;
}

}  // namespace

std::size_t FailureCauses::group_of(const std::string& strategy, const std::string& kind, std::string_view reason) {
  auto& known = causes_[{strategy, kind}];
  std::string cause = without_numbers(reason);
  if (!known.contains(cause) && known.size() >= most_causes) cause.clear();
  const auto [found, added] = known.try_emplace(std::move(cause), groups_);
  if (added) ++groups_;
  return found->second;
}

namespace {

/// Up to this number of consecutive seeds as units, each is a separate group. The number is prime, so that equidistant
/// seeds use all groups.
constexpr std::size_t group_count = 1009;

constexpr double most_bins = 64;

}  // namespace

void Histogram::add(std::size_t row, double score) {
  if (row >= rows_.size()) rows_.resize(row + 1);
  if (!std::isfinite(score)) return;
  if (empty_ || score < lowest_) lowest_ = score;
  if (empty_ || score > highest_) highest_ = score;
  empty_ = false;
  // Quotients of large numbers may overflow. Then the comparison is with NaN, and is also false.
  while (!(std::floor(highest_ / width_) - std::floor(lowest_ / width_) < most_bins)) widen();
  ++rows_[row][std::floor(score / width_)];
}

void Histogram::widen() {
  width_ *= 2;
  for (Counts& counts : rows_) {
    Counts merged;
    for (const auto& [bin, count] : counts) merged[std::floor(bin / 2)] += count;
    counts = std::move(merged);
  }
}

MatchReference reference_of(const StoredMatch& match) {
  return {match.run, match.place.number, match.seed, match.conditions, match.seats()};
}

std::optional<RatingAnchor> parse_anchor(const std::string& text) {
  const std::size_t sign = text.rfind('=');
  if (sign == 0 || sign == std::string::npos) return std::nullopt;
  const auto rating = finite_number(text.substr(sign + 1));
  return rating ? std::optional(RatingAnchor{text.substr(0, sign), *rating}) : std::nullopt;
}

std::vector<SeatIdentity> StandingsTable::strategies() const {
  std::vector<SeatIdentity> all;
  for (const Standing& standing : standings) all.push_back(standing.strategy);
  return all;
}

std::vector<std::string> StandingsTable::labels() const {
  std::vector<std::string> all;
  for (const Standing& standing : standings) all.push_back(standing.label);
  return all;
}

Standings::Row::Row(SeatIdentity identity, std::int64_t played) : groups(group_count) {
  standing.strategy = std::move(identity);
  standing.first_played = played;
}

Standings::Standings(std::int32_t contest, const Options& options) : options_(options) {
  table_.contest = contest;
}

void Standings::add(const StoredMatch& match, std::uint64_t unit) {
  const MatchRow row(match, index_.rows_of(match));
  while (rows_.size() < strategies().size()) rows_.emplace_back(strategies()[rows_.size()], match.played);
  ratings_.grow(rows_.size());
  if (!rounds_.same_seed(row)) close();
  seed_ = match.seed;
  if (table_.game.empty()) table_.game = match.conditions->game;
  ++table_.matches;
  table_.seats = std::max(table_.seats, row.seats.size());
  for (std::size_t seat = 0; seat < row.seats.size(); ++seat) add_seat(match, row, seat, unit);
  rounds_.add(row, [&](const Round& round) {
    compare(round);
    for (std::size_t seat = 0; seat < row.seats.size(); ++seat)
      rows_[row.players[seat]].standing.by_seat[seat].add(round.scores()[seat].score, round.rival(seat));
    ratings_.add(unit, round.scores());
  });
}

void Standings::add_seat(const StoredMatch& match, const MatchRow& row, std::size_t seat, std::uint64_t unit) {
  const std::size_t number = row.players[seat];
  Row& of = rows_[number];
  Standing& standing = of.standing;
  const SeatResult& result = row.seats[seat];
  standing.by_seat.resize(std::max(standing.by_seat.size(), seat + 1));
  ++standing.by_seat[seat].matches;
  standing.all.add(row, seat, table_.contest);
  for (Group* const group : {&of.groups[unit % group_count], &of.on_seed}) {
    if (group->count++ == 0 && group == &of.on_seed) on_seed_.push_back(number);
    group->sum += result.score;
  }
  scores_.add(number, result.score);
  standing.first_played = std::min(standing.first_played, match.played);
  ++standing.outcomes.at(static_cast<std::size_t>(result.outcome.kind));
  if (!result.outcome.failed()) return;
  if (result.outcome.kind == AGON_OUTCOME_LOAD && of.not_started.empty()) of.not_started = result.outcome.reason;
  ++table_.failure_count;
  const std::size_t group =
      causes_.group_of(std::to_string(number), outcome_name(result.outcome.kind), result.outcome.reason);
  if (group == table_.failures.size()) table_.failures.push_back({reference_of(match), seat, number, result.outcome});
  ++table_.failures[group].count;
}

void Standings::compare(const Round& round) {
  for (std::size_t index = 0; index < round.scores().size(); ++index)
    rows_[round.scores()[index].player].standing.all.add(round, index, table_.contest);
  if (options_.head_to_head) table_.head_to_head.add(round);
}

void Standings::close() {
  rounds_.end([this](const Round& round) { compare(round); });
  if (on_seed_.empty()) return;
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

/// Returns each group's influence on the overall mean, so that groups with more matches weigh more. If all groups have
/// the same number of matches, these are the groups' means.
std::vector<double> Standings::influences(const Row& row) {
  std::vector<double> values;
  const auto filled = static_cast<double>(
      std::count_if(row.groups.begin(), row.groups.end(), [](const Group& group) { return group.count > 0; }));
  const double mean = row.standing.all.mean_score();
  const auto matches = static_cast<double>(row.standing.all.matches);
  for (const Group& group : row.groups) {
    if (group.count > 0) values.push_back(mean + (group.sum - mean * group.count) * filled / matches);
  }
  return values;
}

void Standings::add_mean_intervals() {
  constexpr std::size_t large = 50;  // a table, of which each interval is less accurate, and takes a fifth of the time
  stats::MeanBootstrap bootstrap({.rounds = rows_.size() > large ? 1000 : stats::BootstrapOptions{}.rounds});
  std::vector<std::pair<std::vector<double>, Row*>> rows;
  for (Row& row : rows_) rows.emplace_back(influences(row), &row);
  std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.first.size() < b.first.size(); });
  for (const auto& [values, row] : rows) {
    const bool finite = std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
    double squares = 0;
    for (const Group& group : row->groups) squares += group.count * group.count;
    const auto matches = static_cast<double>(row->standing.all.matches);
    row->standing.mean_interval = finite ? bootstrap.interval(values, matches * matches / squares) : stats::whole_line;
  }
}

void Standings::put_in_order() {
  std::vector<std::size_t> order(rows_.size());
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&](std::size_t row) {
    const Standing& standing = rows_[row].standing;
    const stats::Rating rating = standing.rating.value_or(stats::Rating{});
    // A rating that is unknown stands in the middle.
    return std::make_tuple(-static_cast<double>(rating.group), std::isnan(rating.elo) ? 0 : rating.elo,
                           standing.all.contest_mean());
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) > rank(b); });
  std::vector<std::size_t> place(rows_.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = i;
    table_.standings.push_back(std::move(rows_[order[i]].standing));
  }
  if (table_.anchor) table_.anchor = place[*table_.anchor];
  table_.head_to_head = table_.head_to_head.renumbered(place);
  for (FailedSeat& failure : table_.failures) failure.standing = place[failure.standing];
  for (SeedScores& seed : table_.seed_scores) {
    for (auto& [row, score] : seed.scores) row = place[row];
    std::sort(seed.scores.begin(), seed.scores.end());
  }
}

std::vector<std::pair<std::size_t, std::string>> Standings::not_started() const {
  std::vector<std::pair<std::size_t, std::string>> found;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const Standing& standing = rows_[row].standing;
    if (standing.outcomes[AGON_OUTCOME_LOAD] == standing.all.matches) found.emplace_back(row, rows_[row].not_started);
  }
  return found;
}

StandingsTable Standings::finish(const RatingScale& scale) {
  close();
  table_.step = scores_.width();
  const std::vector<std::string> names = labels(strategies());
  std::vector<stats::Rating> ratings;
  add_mean_intervals();
  if (table_.seats > 1 && rows_.size() > 1) {
    stats::RatingOptions options{.prior = scale.prior};
    for (std::size_t i = 0; scale.anchor && !table_.anchor && i < rows_.size(); ++i) {
      if (scale.anchor->name != names[i] && scale.anchor->name != rows_[i].standing.strategy.name) continue;
      table_.anchor = i;
      options.anchor = {.player = i, .elo = scale.anchor->rating};
    }
    ratings = stats::rate(ratings_, options);
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Standing& standing = rows_[i].standing;
    standing.label = names[i];
    standing.scores = scores_.rows()[i];
    if (!ratings.empty()) standing.rating = ratings[i];
  }
  put_in_order();
  return std::move(table_);
}

}  // namespace host
