#include "host/tournament/schedule.hpp"

#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <mutex>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

namespace {

constexpr std::size_t key_digits = 32;
constexpr std::size_t secret_bytes = 16;

[[noreturn]] void refuse(const std::string& text, const std::string& why) {
  throw Failure(Exit::usage, "the seeds '" + text + "': " + why);
}

std::vector<std::uint64_t> listed(const std::string& text) {
  std::vector<std::uint64_t> seeds;
  for (const std::string& part : split(text, ',')) {
    const std::size_t dash = part.find('-');
    const auto first = whole_number<std::uint64_t>(std::string_view(part).substr(0, dash));
    const auto last =
        dash == std::string::npos ? first : whole_number<std::uint64_t>(std::string_view(part).substr(dash + 1));
    if (!first || !last) refuse(text, "write whole numbers and ranges, as in 7 or 1-20 or 1,3,5-7, or random:20");
    if (*last < *first) refuse(text, "the range " + part + " runs backwards");
    if (*last - *first >= most_seeds || seeds.size() + (*last - *first) >= most_seeds)
      refuse(text, "more than ten million");
    for (std::uint64_t seed = *first;; ++seed) {
      seeds.push_back(seed);
      if (seed == *last) break;
    }
  }
  return seeds;
}

Seeds random_seeds(const std::string& text, const std::function<std::string()>& draw_key) {
  const std::vector<std::string> parts = split(text, ':');
  const std::uint64_t count = parts.size() < 2 ? 0 : whole_number<std::uint64_t>(parts[1]).value_or(0);
  if (parts.front() != "random" || count == 0 || parts.size() > 3)
    refuse(text, "write random:N for N seeds, as in random:20");
  if (count > most_seeds) refuse(text, "more than ten million");
  Seeds seeds{.list = {}, .text = {}, .secret = {}, .drawn = parts.size() == 2};
  const std::string key = seeds.drawn ? draw_key() : parts[2];
  if (key.size() != key_digits || key.find_first_not_of("0123456789abcdef") != std::string::npos)
    refuse(text, "the key behind random:N: takes 32 hexadecimal digits, as a run with random:N prints it");
  for (std::uint64_t index = 0; index < count; ++index) seeds.list.push_back(random_seed(key, index));
  seeds.text = "random:" + parts[1] + ":" + key;
  seeds.secret = hexadecimal(sha256_of("agon secret\n" + key + "\n"), secret_bytes);
  return seeds;
}

}  // namespace

std::uint64_t random_seed(const std::string& key, std::uint64_t index) {
  return first_number(sha256_of("agon seed\n" + key + "\n" + std::to_string(index) + "\n"));
}

Seeds parse_seeds(const std::string& text, const std::function<std::string()>& draw_key) {
  Seeds seeds;
  if (text.starts_with("random")) {
    seeds = random_seeds(text, draw_key);
  } else {
    seeds.list = listed(text);
    seeds.text = text;
  }
  std::vector<std::uint64_t> sorted = seeds.list;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) refuse(text, std::to_string(*twice) + " is named twice");
  return seeds;
}

namespace {

constexpr std::uint64_t seats_stream = 0;

/// Returns whether one of the two participants of a group, 0 and 1, has exactly one seat.
bool one_against_all(const Seating& group) {
  const auto first = std::count(group.begin(), group.end(), std::size_t{0});
  return first == 1 || first + 1 == static_cast<std::ptrdiff_t>(group.size());
}

}  // namespace

SeatingRule SeatingRule::parse(const std::string& text, std::size_t seats) {
  SeatingRule rule;
  rule.order_.resize(seats);
  std::iota(rule.order_.begin(), rule.order_.end(), std::size_t{0});
  if (text == "draw") return rule;
  rule.kind_ = text == "rotate" ? Kind::rotate : Kind::fixed;
  if (text == "listed" || text == "rotate") return rule;
  Seating order;
  for (const std::string& part : split(text, ',')) {
    if (const auto number = whole_number<std::size_t>(part)) order.push_back(*number);
  }
  if (!std::is_permutation(order.begin(), order.end(), rule.order_.begin(), rule.order_.end()) ||
      split(text, ',').size() != seats) {
    std::vector<std::string> example;
    for (std::size_t seat = seats; seat-- > 0;) example.push_back(std::to_string(seat));
    throw Failure(Exit::usage,
                  "--seats " + text +
                      ": write draw, listed, rotate, or for each seat the number of its strategy, from 0, as in " +
                      join(example, ","));
  }
  rule.order_ = std::move(order);
  return rule;
}

Seating SeatingRule::seating(std::uint64_t match_seed, std::size_t index) const {
  Seating order = order_;
  if (kind_ == Kind::rotate) {
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(index % order.size()), order.end());
  }
  return kind_ == Kind::draw ? drawn(std::move(order), match_seed, seats_stream) : order;
}

struct Schedule::Progress {
  std::shared_ptr<const Format> format;
  Seatings seatings = Seatings::all;
  mutable std::mutex mutex;
  std::vector<std::shared_ptr<const Round>> rounds;  // those that are known
  std::vector<RoundResults> results;                 // of those that are complete
  RoundResults current;                              // of the last round
  std::size_t taken = 0;                             // matches of all rounds
};

Schedule Schedule::matches(std::vector<std::uint64_t> seeds, SeatingRule rule) {
  // The one group of a round robin in which there are as many participants as seats.
  Schedule schedule =
      tournament(round_robin(rule.seats(), rule.seats()), Seatings::one, std::move(seeds), rule.seats());
  schedule.rule_ = std::move(rule);
  return schedule;
}

Schedule Schedule::alone(std::vector<std::uint64_t> seeds, std::size_t participants) {
  return tournament(round_robin(participants, 1), Seatings::all, std::move(seeds), 1);
}

Schedule Schedule::tournament(std::shared_ptr<const Format> format, Seatings seatings, std::vector<std::uint64_t> seeds,
                              std::size_t seats) {
  Schedule schedule;
  schedule.progress_ = std::make_shared<Progress>();
  schedule.progress_->format = std::move(format);
  schedule.progress_->seatings = seatings == Seatings::rotate && seats <= 2 ? Seatings::all : seatings;
  schedule.seeds_ = std::move(seeds);
  if (seats > 1) schedule.rule_ = SeatingRule::parse("draw", seats);
  Round round = schedule.next_round();
  std::size_t orders = round.orders.size();
  for (const std::size_t groups : schedule.progress_->format->later_rounds())
    orders += groups * (round.orders.size() / round.groups);
  schedule.size_ = orders * schedule.seeds_.size();
  schedule.progress_->rounds.push_back(std::make_shared<const Round>(std::move(round)));
  return schedule;
}

Schedule::Round Schedule::next_round() const {
  Round round;
  if (!progress_->rounds.empty()) {
    const Round& last = *progress_->rounds.back();
    round.first = last.first + last.orders.size() * seeds_.size();
    round.first_block = last.first_block + last.groups * seeds_.size();
  }
  std::vector<Seating> groups = progress_->format->next(progress_->results);
  std::size_t participants = 0;
  for (Seating& group : groups) {
    std::sort(group.begin(), group.end());
    participants = std::max(participants, group.back() + 1);
  }
  for (const Seating& group : groups) {
    if (progress_->seatings == Seatings::rotate && participants == 2 && !one_against_all(group)) continue;
    add_group(round, group, progress_->seatings);
  }
  return round;
}

void Schedule::add_group(Round& round, Seating group, Seatings seatings) {
  Order order{.participants = group, .group = round.groups++};
  if (seatings == Seatings::one) {
    order.ruled = group.size() > 1;
    round.orders.push_back(std::move(order));
  } else if (seatings == Seatings::rotate) {
    // If a participant takes several seats, a drawn order might come again before it has been rotated once.
    order.ruled = std::adjacent_find(group.begin(), group.end()) == group.end();
    for (; order.turn < group.size(); ++order.turn) round.orders.push_back(order);
  } else {
    do {
      order.participants = group;
      round.orders.push_back(order);
    } while (std::next_permutation(group.begin(), group.end()));
  }
}

Schedule Schedule::shard(std::size_t part, std::size_t parts) const {
  Schedule schedule = *this;
  schedule.first_ = first_ + (part - 1) * step_;
  schedule.step_ = step_ * parts;
  schedule.seeds_.clear();
  for (std::size_t round = part - 1; round < seeds_.size(); round += parts) schedule.seeds_.push_back(seeds_[round]);
  schedule.size_ = size_ / seeds_.size() * schedule.seeds_.size();
  return schedule;
}

Schedule Schedule::listed(std::vector<ScheduledMatch> scheduled_matches) {
  Schedule schedule;
  schedule.size_ = scheduled_matches.size();
  schedule.scheduled_ = std::move(scheduled_matches);
  return schedule;
}

void Schedule::add(ScheduledMatch match) {
  scheduled_.push_back(std::move(match));
  ++size_;
}

bool Schedule::several_rounds() const {
  return rounds() > 1;
}

std::size_t Schedule::rounds() const {
  return progress_ ? 1 + format()->later_rounds().size() : 1;
}

const Format* Schedule::format() const {
  return progress_ ? progress_->format.get() : nullptr;
}

std::vector<RoundResults> Schedule::results() const {
  if (!progress_) return {};
  const std::lock_guard lock(progress_->mutex);
  return progress_->results;
}

std::size_t Schedule::known() const {
  if (!progress_) return size_;
  const std::lock_guard lock(progress_->mutex);
  const Round& last = *progress_->rounds.back();
  return last.first + last.orders.size() * seeds_.size();
}

std::shared_ptr<const Schedule::Round> Schedule::round_of(std::size_t index) const {
  const std::lock_guard lock(progress_->mutex);
  const auto after = std::find_if(progress_->rounds.begin(), progress_->rounds.end(),
                                  [&](const auto& round) { return round->first > index; });
  return *std::prev(after);
}

ScheduledMatch Schedule::at(std::size_t index) const {
  if (!scheduled_.empty()) {
    ScheduledMatch scheduled = scheduled_[index];
    scheduled.number = index;
    return scheduled;
  }
  const std::shared_ptr<const Round> round = round_of(index);
  const std::size_t place = (index - round->first) / round->orders.size();
  const std::size_t turn = (index - round->first) % round->orders.size();
  const std::size_t seed_place = first_ + place * step_;
  const Order& order = round->orders[turn];
  ScheduledMatch scheduled{.number = round->first + seed_place * round->orders.size() + turn,
                           .seed = seeds_[place],
                           .seating = order.participants,
                           .block = round->first_block + seed_place * round->groups + order.group};
  if (order.ruled) {
    const Seating places = rule_.seating(scheduled.seed, seed_place);
    for (std::size_t seat = 0; seat < places.size(); ++seat) scheduled.seating[seat] = order.participants[places[seat]];
  }
  std::rotate(scheduled.seating.begin(), scheduled.seating.begin() + static_cast<std::ptrdiff_t>(order.turn),
              scheduled.seating.end());
  return scheduled;
}

void Schedule::take(const ScheduledMatch& scheduled, const std::vector<double>& points,
                    const std::vector<double>& contest) const {
  if (!several_rounds()) return;
  const std::lock_guard lock(progress_->mutex);
  Progress& progress = *progress_;
  const Round& round = *progress.rounds.back();
  progress.current.resize(round.groups);
  Meeting& meeting = progress.current[(scheduled.block - round.first_block) % round.groups];
  const auto [low, high] = std::minmax(scheduled.seating[0], scheduled.seating[1]);
  meeting.players = {low, high};
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const std::size_t side = scheduled.seating[seat] == low ? 0 : 1;
    meeting.points.at(side) += points[seat];
    meeting.contest.at(side) += contest[seat];
  }
  if (++progress.taken < round.first + round.orders.size() * seeds_.size()) return;
  progress.results.push_back(std::move(progress.current));
  progress.current.clear();
  if (progress.taken < size_) progress.rounds.push_back(std::make_shared<const Round>(next_round()));
}

}  // namespace host
