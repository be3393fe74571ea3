#include "host/tournament/schedule.hpp"

#include "host/failure.hpp"
#include "host/match/seeds.hpp"
#include "host/text.hpp"

#include <agon/random.hpp>
#include <system_error>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <utility>

namespace host {

namespace {

constexpr std::uint64_t seats_stream = 0;

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

/// Returns all groups of `seats` participants, each in ascending order. With enough participants, each takes at most
/// one seat; otherwise returns all groups with at least two different participants.
std::vector<Seating> groups(std::size_t participants, std::size_t seats) {
  const std::size_t apart = participants >= seats ? 1 : 0;
  std::vector<Seating> found;
  Seating group;
  for (std::size_t seat = 0; seat < seats; ++seat) group.push_back(seat * apart);
  do {
    const bool several = std::any_of(group.begin(), group.end(), [&](std::size_t one) { return one != group.front(); });
    if (several || seats == 1) found.push_back(group);
  } while (next_group(group, participants, apart));
  return found;
}

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
    std::size_t number = 0;
    const auto [end, fault] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (fault == std::errc{} && end == part.data() + part.size()) order.push_back(number);
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

Seating SeatingRule::listed() const {
  Seating all(order_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

Seating SeatingRule::seating(std::uint64_t match_seed, std::size_t index) const {
  Seating order = order_;
  if (kind_ == Kind::rotate) {
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(index % order.size()), order.end());
  }
  if (kind_ == Kind::draw) {
    agon::Random random(mix(match_seed, seats_stream));
    for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[random.below(left)]);
  }
  return order;
}

Schedule Schedule::matches(std::vector<std::uint64_t> seeds, SeatingRule rule) {
  Schedule schedule;
  schedule.seeds_ = std::move(seeds);
  schedule.orders_ = {{.participants = rule.listed(), .ruled = true}};
  schedule.rule_ = std::move(rule);
  return schedule;
}

Schedule Schedule::alone(std::vector<std::uint64_t> seeds, std::size_t participants) {
  return tournament(Format::round_robin, Seatings::all, std::move(seeds), participants, 1);
}

Schedule Schedule::tournament(Format format, Seatings seatings, std::vector<std::uint64_t> seeds,
                              std::size_t participants, std::size_t seats) {
  Schedule schedule;
  schedule.seeds_ = std::move(seeds);
  schedule.groups_ = 0;
  if (seatings == Seatings::rotate && seats <= 2) seatings = Seatings::all;
  if (seats > 1) schedule.rule_ = SeatingRule::parse("draw", seats);
  for (const Seating& group : groups(participants, seats)) {
    if (format == Format::gauntlet && seats > 1 && group.front() != 0) continue;
    if (seatings == Seatings::rotate && participants == 2 && !one_against_all(group)) continue;
    schedule.add_group(group, seatings);
  }
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
  for (std::size_t round = part - 1; round < seeds_.size(); round += parts) schedule.seeds_.push_back(seeds_[round]);
  return schedule;
}

Schedule Schedule::listed(std::vector<ScheduledMatch> scheduled_matches) {
  Schedule schedule;
  schedule.scheduled_ = std::move(scheduled_matches);
  return schedule;
}

ScheduledMatch Schedule::at(std::size_t index) const {
  if (!scheduled_.empty()) {
    ScheduledMatch scheduled = scheduled_[index];
    scheduled.number = index;
    return scheduled;
  }
  const std::size_t place = index / orders_.size();
  const std::size_t round = first_ + place * step_;
  const std::size_t turn = index % orders_.size();
  const Order& order = orders_[turn];
  ScheduledMatch scheduled{.number = round * orders_.size() + turn,
                           .seed = seeds_[place],
                           .seating = order.participants,
                           .block = round * groups_ + order.group};
  if (order.ruled) {
    const Seating places = rule_.seating(scheduled.seed, round);
    for (std::size_t seat = 0; seat < places.size(); ++seat) scheduled.seating[seat] = order.participants[places[seat]];
  }
  std::rotate(scheduled.seating.begin(), scheduled.seating.begin() + static_cast<std::ptrdiff_t>(order.turn),
              scheduled.seating.end());
  return scheduled;
}

}  // namespace host
