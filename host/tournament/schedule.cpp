#include "host/tournament/schedule.hpp"

#include "host/match/seeds.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <agon/random.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
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

/// Advances to the next group in lexicographic order, whose members differ by at least `apart`. Returns false if there
/// is none.
bool next_group(Seating& group, std::size_t participants, std::size_t apart) {
  for (std::size_t seat = group.size(); seat-- > 0;) {
    std::size_t member = group[seat] + 1;
    for (std::size_t later = seat; later < group.size(); ++later, member += apart) group[later] = member;
    if (member - apart < participants) return true;
  }
  return false;
}

std::vector<Seating> groups_of(std::size_t participants, std::size_t seats, bool with_first) {
  const std::size_t apart = participants >= seats ? 1 : 0;
  std::vector<Seating> found;
  Seating group;
  for (std::size_t seat = 0; seat < seats; ++seat) group.push_back(seat * apart);
  do {
    const bool several = std::any_of(group.begin(), group.end(), [&](std::size_t one) { return one != group.front(); });
    if ((several || seats == 1) && !(with_first && group.front() != 0)) found.push_back(group);
  } while (next_group(group, participants, apart));
  return found;
}

}  // namespace

Seating drawn(Seating order, std::uint64_t seed, std::uint64_t stream) {
  agon::Random random(mix(seed, stream));
  for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[random.below(left)]);
  return order;
}

std::vector<Seating> round_robin(std::size_t participants, std::size_t seats) {
  return groups_of(participants, seats, false);
}

std::vector<Seating> gauntlet(std::size_t participants, std::size_t seats) {
  return groups_of(participants, seats, seats > 1);
}

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

Schedule Schedule::tournament(std::vector<Seating> groups, Seatings seatings, std::vector<std::uint64_t> seeds,
                              std::size_t seats) {
  if (seatings == Seatings::rotate && seats <= 2) seatings = Seatings::all;
  Schedule schedule;
  schedule.seeds_ = std::move(seeds);
  if (seats > 1) schedule.rule_ = SeatingRule::parse("draw", seats);
  std::size_t participants = 0;
  for (Seating& group : groups) {
    std::sort(group.begin(), group.end());
    participants = std::max(participants, group.back() + 1);
  }
  for (Seating& group : groups) {
    if (seatings == Seatings::rotate && participants == 2 && !one_against_all(group)) continue;
    schedule.add_group(std::move(group), seatings);
  }
  schedule.size_ = schedule.orders_.size() * schedule.seeds_.size();
  return schedule;
}

void Schedule::add_group(Seating group, Seatings seatings) {
  Order order{.participants = group, .group = groups_++};
  if (seatings == Seatings::one) {
    order.ruled = group.size() > 1;
    orders_.push_back(std::move(order));
  } else if (seatings == Seatings::rotate) {
    // If a participant takes several seats, a drawn order might come again before it has been rotated once.
    order.ruled = std::adjacent_find(group.begin(), group.end()) == group.end();
    for (; order.turn < group.size(); ++order.turn) orders_.push_back(order);
  } else {
    do {
      order.participants = group;
      orders_.push_back(order);
    } while (std::next_permutation(group.begin(), group.end()));
  }
}

Schedule Schedule::shard(std::size_t part, std::size_t parts) const {
  Schedule schedule = *this;
  schedule.first_ = first_ + (part - 1) * step_;
  schedule.step_ = step_ * parts;
  schedule.seeds_.clear();
  for (std::size_t place = part - 1; place < seeds_.size(); place += parts) schedule.seeds_.push_back(seeds_[place]);
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

ScheduledMatch Schedule::at(std::size_t index) const {
  if (!scheduled_.empty()) {
    ScheduledMatch scheduled = scheduled_[index];
    scheduled.number = index;
    return scheduled;
  }
  const std::size_t place = index / orders_.size();
  const std::size_t turn = index % orders_.size();
  const std::size_t seed_place = first_ + place * step_;
  const Order& order = orders_[turn];
  ScheduledMatch scheduled{.number = seed_place * orders_.size() + turn,
                           .seed = seeds_[place],
                           .seating = order.participants,
                           .block = seed_place * groups_ + order.group};
  if (order.ruled) {
    const Seating places = rule_.seating(scheduled.seed, seed_place);
    for (std::size_t seat = 0; seat < places.size(); ++seat) scheduled.seating[seat] = order.participants[places[seat]];
  }
  std::rotate(scheduled.seating.begin(), scheduled.seating.begin() + static_cast<std::ptrdiff_t>(order.turn),
              scheduled.seating.end());
  return scheduled;
}

}  // namespace host
