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

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

bool is_of_word(char letter) {
  return is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/// Returns what reasons of one cause have in common: the text up to the first colon, in which each word with a digit is
/// "#". Of a strategy's last words, which a reason quotes at its end, these are what an exception is called; what
/// follows is its message. An assertion is told by all that it says.
std::string cause_in(std::string_view reason) {
  constexpr std::string_view quotes = "; the end of its ";  // and_last_words()
  std::size_t from = reason.find(quotes);
  from = from == std::string_view::npos ? 0 : reason.find(": ", from) + 1;
  if (reason.find("Assertion", from) == std::string_view::npos) reason = reason.substr(0, reason.find(':', from + 1));
  std::string cause;
  while (!reason.empty()) {
    const std::size_t size = std::max<std::size_t>(
        1, static_cast<std::size_t>(std::ranges::find_if_not(reason, is_of_word) - reason.begin()));
    const std::string_view word = reason.substr(0, size);
    cause += std::ranges::any_of(word, is_digit) ? "#" : word;
    if (cause.ends_with("#.#")) cause.resize(cause.size() - 2);
    reason.remove_prefix(size);
  }
  return cause;
}

}  // namespace

std::size_t FailureCauses::cause_of(const std::string& strategy, const std::string& kind, std::string_view reason) {
  auto& known = causes_[{strategy, kind}];
  std::string cause = cause_in(reason);
  if (!known.contains(cause) && known.size() >= most_causes) cause.clear();
  const auto [found, added] = known.try_emplace(std::move(cause), known_);
  if (added) ++known_;
  return found->second;
}

namespace {

/// Up to this number of consecutive seeds as units, each has sums of its own. The number is prime, so that equidistant
/// seeds use all of them.
constexpr std::size_t most_sums = 1009;

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

Standings::Row::Row(SeatIdentity identity, std::int64_t played) : unit_sums(most_sums) {
  standing.strategy = std::move(identity);
  standing.first_played = played;
}

Standings::Standings(std::int32_t contest, const Options& options)
    : options_(options), tally_(0, contest, options.head_to_head) {
  table_.contest = contest;
}

void Standings::add(const Result& match, std::uint64_t unit) {
  const Seating& players = index_.rows_of(match);
  while (rows_.size() < strategies().size()) rows_.emplace_back(strategies()[rows_.size()], match.played);
  ratings_.grow(rows_.size());
  add_by_parameter(match, players);
  if (table_.game.empty()) table_.game = match.conditions->game;
  if (!tally_.same_seed(match)) ++table_.seeds;
  ++table_.matches;
  table_.seats = std::max(table_.seats, match.seats.size());
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) add_seat(match, players[seat], seat, unit);
  tally_.add(match, players, [&](const ComparedScores& compared) {
    for (std::size_t seat = 0; seat < match.seats.size(); ++seat)
      rows_[players[seat]].standing.by_seat[seat].add(compared.scores()[seat].score, compared.rival(seat));
    ratings_.add(unit, compared.scores());
  });
}

void Standings::add_seat(const Result& match, std::size_t number, std::size_t seat, std::uint64_t unit) {
  Row& of = rows_[number];
  Standing& standing = of.standing;
  const SeatResult& result = match.seats[seat];
  standing.by_seat.resize(std::max(standing.by_seat.size(), seat + 1));
  ++standing.by_seat[seat].matches;
  UnitSums& sums = of.unit_sums[unit % most_sums];
  ++sums.count;
  sums.sum += result.score;
  scores_.add(number, result.score);
  standing.first_played = std::min(standing.first_played, match.played);
  ++standing.outcomes.at(static_cast<std::size_t>(result.outcome.kind));
  if (!result.outcome.failed()) return;
  if (result.outcome.kind == AGON_OUTCOME_LOAD && of.not_started.empty()) of.not_started = result.outcome.reason;
  ++table_.failure_count;
  const std::size_t cause =
      causes_.cause_of(std::to_string(number), outcome_name(result.outcome.kind), result.outcome.reason);
  if (cause == table_.failures.size()) table_.failures.push_back({match, seat, number});
  ++table_.failures[cause].count;
}

/// Matches under the same conditions have the same parameters. Those before the first one with a parameter have none.
void Standings::add_by_parameter(const Result& match, const Seating& players) {
  if (match.conditions != last_conditions_) {
    last_conditions_ = match.conditions;
    for (const auto& [name, value] : match.parameters()) {
      if (std::ranges::find(table_.parameter_names, name) != table_.parameter_names.end()) continue;
      table_.parameter_names.push_back(name);
      if (options_.by_each_parameter || options_.by == name)
        by_parameter_.emplace_back(name, table_.contest, tally_, table_.matches);
    }
  }
  for (ByParameter& each : by_parameter_) each.add(match, players);
}

/// Returns the influence of each sum on the overall mean, so that those of more matches weigh more. If all have the
/// same number of matches, these are their means.
std::vector<double> Standings::influences(const Row& row) {
  std::vector<double> values;
  const auto filled = static_cast<double>(
      std::count_if(row.unit_sums.begin(), row.unit_sums.end(), [](const UnitSums& sums) { return sums.count > 0; }));
  const double mean = row.standing.all.mean_score();
  const auto matches = static_cast<double>(row.standing.all.matches);
  for (const UnitSums& sums : row.unit_sums) {
    if (sums.count > 0) values.push_back(mean + (sums.sum - mean * sums.count) * filled / matches);
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
    for (const UnitSums& sums : row->unit_sums) squares += sums.count * sums.count;
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
  if (options_.head_to_head) table_.head_to_head = tally_.head_to_head().renumbered(place);
  for (FailedSeat& failure : table_.failures) failure.standing = place[failure.standing];
  for (ParameterResults& results : table_.parameters) {
    for (ValueGroup& group : results.groups) {
      std::vector<Totals> rows(place.size());
      for (std::size_t row = 0; row < group.rows.size(); ++row) rows[place[row]] = group.rows[row];
      group.rows = std::move(rows);
    }
  }
}

std::vector<std::pair<std::size_t, std::string>> Standings::not_started() const {
  std::vector<std::pair<std::size_t, std::string>> found;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    const Standing& standing = rows_[row].standing;
    if (standing.outcomes[AGON_OUTCOME_LOAD] == tally_.so_far()[row].matches)
      found.emplace_back(row, rows_[row].not_started);
  }
  return found;
}

StandingsTable Standings::finish(const std::optional<RatingAnchor>& anchor) {
  for (std::size_t row = 0; row < rows_.size(); ++row) rows_[row].standing.all = tally_.rows()[row];
  for (ByParameter& each : by_parameter_) table_.parameters.push_back(each.results());
  table_.step = scores_.width();
  const std::vector<std::string> names = labels(strategies());
  std::vector<stats::Rating> ratings;
  add_mean_intervals();
  if (table_.seats > 1 && rows_.size() > 1) {
    stats::RatingOptions options;
    for (std::size_t i = 0; anchor && !table_.anchor && i < rows_.size(); ++i) {
      if (anchor->name != names[i] && anchor->name != rows_[i].standing.strategy.name) continue;
      table_.anchor = i;
      options.anchor = {.player = i, .elo = anchor->rating};
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
