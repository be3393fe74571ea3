// Who plays whom, where and on which seed.
#include "host/tournament/schedule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace {

using host::gauntlet;
using host::round_robin;
using host::Schedule;
using host::ScheduledMatch;
using host::Seating;
using host::Seatings;

std::vector<ScheduledMatch> all(const Schedule& schedule) {
  std::vector<ScheduledMatch> scheduled_matches;
  for (std::size_t index = 0; index < schedule.size(); ++index) scheduled_matches.push_back(schedule.at(index));
  return scheduled_matches;
}

Seating sorted(Seating seating) {
  std::sort(seating.begin(), seating.end());
  return seating;
}

std::size_t power(std::size_t base, std::size_t exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/// Every way to fill the seats, by counting.
std::set<Seating> every_filling(std::size_t participants, std::size_t seats) {
  std::set<Seating> fillings;
  for (std::size_t code = 0; code < power(participants, seats); ++code) {
    Seating seating;
    for (std::size_t rest = code, seat = 0; seat < seats; ++seat, rest /= participants)
      seating.push_back(rest % participants);
    fillings.insert(seating);
  }
  return fillings;
}

}  // namespace

TEST_CASE("a round robin with all seatings has every filling of the seats by different participants, once a seed") {
  for (const std::size_t seats : {1U, 2U, 3U}) {
    for (std::size_t participants = std::max<std::size_t>(seats, 2); participants <= 5; ++participants) {
      CAPTURE(seats);
      CAPTURE(participants);
      std::set<Seating> expected;
      for (const Seating& filling : every_filling(participants, seats)) {
        if (std::set<std::size_t>(filling.begin(), filling.end()).size() == seats) expected.insert(filling);
      }
      std::map<std::uint64_t, std::set<Seating>> found;
      const auto schedule = Schedule::tournament(round_robin(participants, seats), Seatings::all, {7, 3, 9}, seats);
      for (const ScheduledMatch& scheduled : all(schedule))
        CHECK(found[scheduled.seed].insert(scheduled.seating).second);
      CHECK(found.size() == 3);
      for (const auto& [seed, fillings] : found) CHECK(fillings == expected);
    }
  }
}

TEST_CASE("with fewer participants than seats every filling is played that at least two take part in") {
  std::set<Seating> expected = every_filling(2, 3);
  expected.erase({0, 0, 0});
  expected.erase({1, 1, 1});
  std::set<Seating> found;
  for (const ScheduledMatch& scheduled : all(Schedule::tournament(round_robin(2, 3), Seatings::all, {1}, 3)))
    CHECK(found.insert(scheduled.seating).second);
  CHECK(found == expected);
}

TEST_CASE("rotated, each of a group takes each seat once a seed, in an order that differs from seed to seed") {
  for (const std::size_t seats : {3U, 4U}) {
    CAPTURE(seats);
    std::map<std::pair<std::uint64_t, std::size_t>, std::set<Seating>> blocks;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> taken;  // participant and seat
    std::set<Seating> orders;
    const auto scheduled_matches =
        all(Schedule::tournament(round_robin(5, seats), Seatings::rotate, {1, 2, 3, 4}, seats));
    for (const ScheduledMatch& scheduled : scheduled_matches) {
      CHECK(blocks[{scheduled.seed, scheduled.block}].insert(scheduled.seating).second);
      orders.insert(scheduled.seating);
      for (std::size_t seat = 0; seat < seats; ++seat) ++taken[{scheduled.seating[seat], seat}];
    }
    for (const auto& [block, seatings] : blocks) {
      CHECK(seatings.size() == seats);
      std::set<Seating> groups;
      for (const Seating& seating : seatings) groups.insert(sorted(seating));
      CHECK(groups.size() == 1);
    }
    CHECK(taken.size() == 5 * seats);
    for (const auto& [place, count] : taken) CHECK(count == scheduled_matches.size() / 5);
    CHECK(orders.size() > scheduled_matches.size() / 4);  // not the same ones on each seed
  }
}

TEST_CASE("rotated, two participants on several seats play one against all others, both ways in each seat") {
  const auto scheduled_matches = all(Schedule::tournament(round_robin(2, 4), Seatings::rotate, {1}, 4));
  std::set<Seating> expected;
  for (std::size_t seat = 0; seat < 4; ++seat) {
    Seating one(4, 0);
    Seating other(4, 1);
    one[seat] = 1;
    other[seat] = 0;
    expected.insert(one);
    expected.insert(other);
  }
  std::set<Seating> found;
  for (const ScheduledMatch& scheduled : scheduled_matches) CHECK(found.insert(scheduled.seating).second);
  CHECK(found == expected);
}

TEST_CASE("rotated pairs are those of all seatings, and fewer participants than seats play no match twice") {
  const auto seatings = [](const std::vector<ScheduledMatch>& scheduled_matches) {
    std::vector<Seating> found;
    for (const ScheduledMatch& scheduled : scheduled_matches) found.push_back(scheduled.seating);
    return found;
  };
  CHECK(seatings(all(Schedule::tournament(round_robin(3, 2), Seatings::rotate, {1, 2}, 2))) ==
        seatings(all(Schedule::tournament(round_robin(3, 2), Seatings::all, {1, 2}, 2))));
  const auto scheduled_matches = all(Schedule::tournament(round_robin(3, 4), Seatings::rotate, {1}, 4));
  std::set<Seating> different;
  for (const Seating& each : seatings(scheduled_matches)) different.insert(each);
  CHECK(different.size() == scheduled_matches.size());
}

TEST_CASE("a gauntlet is the part of the round robin that the first participant is in") {
  for (const std::size_t seats : {2U, 3U}) {
    for (const std::size_t participants : {2U, 4U, 5U}) {
      std::vector<Seating> expected;
      for (const ScheduledMatch& scheduled :
           all(Schedule::tournament(round_robin(participants, seats), Seatings::all, {1, 2}, seats))) {
        if (std::count(scheduled.seating.begin(), scheduled.seating.end(), 0U) > 0)
          expected.push_back(scheduled.seating);
      }
      std::vector<Seating> found;
      for (const ScheduledMatch& scheduled :
           all(Schedule::tournament(gauntlet(participants, seats), Seatings::all, {1, 2}, seats)))
        found.push_back(scheduled.seating);
      CHECK(found == expected);
    }
  }
}

TEST_CASE("with one seat, a gauntlet has everybody play every seed too") {
  CHECK(Schedule::tournament(gauntlet(3, 1), Seatings::one, {1, 2}, 1).size() == 6);
  CHECK(Schedule::alone({1, 2}, 3).size() == 6);
}

TEST_CASE("with one seating a group plays a seed once, in an order that only the seed decides") {
  const auto one = all(Schedule::tournament(round_robin(4, 2), Seatings::one, {1, 2, 3, 4, 5, 6, 7, 8}, 2));
  const auto later = all(Schedule::tournament(round_robin(4, 2), Seatings::one, {8}, 2));
  CHECK(one.size() == 8 * 6);
  std::set<std::pair<std::uint64_t, Seating>> groups;
  std::set<Seating> orders;
  for (const ScheduledMatch& scheduled : one) {
    CHECK(groups.insert({scheduled.seed, sorted(scheduled.seating)}).second);
    orders.insert(scheduled.seating);
  }
  CHECK(orders.size() == 12);  // both orders of all six come up within eight seeds
  for (std::size_t index = 0; index < 6; ++index) CHECK(one[7 * 6 + index].seating == later[index].seating);
}

TEST_CASE("a block is one group on one seed") {
  std::map<std::size_t, std::set<std::pair<std::uint64_t, Seating>>> blocks;
  for (const ScheduledMatch& scheduled : all(Schedule::tournament(round_robin(4, 3), Seatings::all, {5, 6}, 3)))
    blocks[scheduled.block].insert({scheduled.seed, sorted(scheduled.seating)});
  CHECK(blocks.size() == 2 * 4);
  for (const auto& [number, groups] : blocks) CHECK(groups.size() == 1);
  CHECK(blocks.rbegin()->first == 7);
}

TEST_CASE("a run of single matches seats everybody by its rule, match by match") {
  const auto rule = host::SeatingRule::parse("rotate", 3);
  const auto scheduled_matches = all(Schedule::matches({4, 5, 6, 7}, rule));
  REQUIRE(scheduled_matches.size() == 4);
  for (std::size_t index = 0; index < 4; ++index) {
    CHECK(scheduled_matches[index].seed == 4 + index);
    CHECK(scheduled_matches[index].seating == rule.seating(4 + index, index));
    CHECK(scheduled_matches[index].block == index);
  }
}

TEST_CASE("the parts of a schedule have each of its matches once, in its order, and whole seeds") {
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t seed = 100; seed > 83; --seed) seeds.push_back(seed);
  for (const Schedule& schedule :
       {Schedule::tournament(round_robin(3, 2), Seatings::all, seeds, 2),
        Schedule::tournament(gauntlet(4, 2), Seatings::one, seeds, 2), Schedule::alone(seeds, 2),
        Schedule::matches(seeds, host::SeatingRule::parse("rotate", 3))}) {
    const std::vector<ScheduledMatch> whole = all(schedule);
    for (std::size_t number = 0; number < whole.size(); ++number) CHECK(whole[number].number == number);
    for (const std::size_t parts : {1U, 2U, 5U, 17U}) {
      std::map<std::size_t, ScheduledMatch> found;
      std::map<std::uint64_t, std::size_t> part_of_seed;
      for (std::size_t part = 1; part <= parts; ++part) {
        const Schedule some = schedule.shard(part, parts);
        CHECK(some.size() > 0);
        std::size_t last = 0;
        for (const ScheduledMatch& scheduled : all(some)) {
          CHECK(scheduled.number >= last);
          last = scheduled.number;
          CHECK(found.emplace(scheduled.number, scheduled).second);
          CHECK(part_of_seed.emplace(scheduled.seed, part).first->second == part);
        }
      }
      REQUIRE(found.size() == whole.size());
      for (const auto& [number, scheduled] : found) {
        CHECK(scheduled.seed == whole[number].seed);
        CHECK(scheduled.seating == whole[number].seating);
        CHECK(scheduled.block == whole[number].block);
      }
    }
  }
}

TEST_CASE("the draw of seats is fair over the seeds") {
  constexpr int matches = 6000;
  const host::SeatingRule rule = host::SeatingRule::parse("draw", 3);
  std::map<host::Seating, int> counts;
  for (std::uint64_t seed = 1; seed <= matches; ++seed) ++counts[rule.seating(seed, 0)];
  CHECK(counts.size() == 6);
  for (const auto& [seating, count] : counts) {
    // Each of the 6 orders is expected 1000 times, with a standard deviation of 29.
    CHECK(count > 1000 - 5 * 29);
    CHECK(count < 1000 + 5 * 29);
  }
}
