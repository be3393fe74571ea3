// Who plays whom, where and on which seed.
#include "host/tournament/schedule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace {

using host::Fixture;
using host::Format;
using host::Schedule;
using host::Seating;
using host::Seatings;

std::vector<Fixture> all(const Schedule& schedule) {
  std::vector<Fixture> fixtures;
  for (std::size_t index = 0; index < schedule.size(); ++index) fixtures.push_back(schedule.at(index));
  return fixtures;
}

Seating sorted(Seating seating) {
  std::sort(seating.begin(), seating.end());
  return seating;
}

std::size_t power(std::size_t base, std::size_t exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/// Every way to fill the seats, by counting.
std::set<Seating> every_filling(std::size_t entrants, std::size_t seats) {
  std::set<Seating> fillings;
  for (std::size_t code = 0; code < power(entrants, seats); ++code) {
    Seating seating;
    for (std::size_t rest = code, seat = 0; seat < seats; ++seat, rest /= entrants) seating.push_back(rest % entrants);
    fillings.insert(seating);
  }
  return fillings;
}

}  // namespace

TEST_CASE("a round robin with all seatings has every filling of the seats by different entrants, once a seed") {
  for (const std::size_t seats : {1U, 2U, 3U}) {
    for (std::size_t entrants = std::max<std::size_t>(seats, 2); entrants <= 5; ++entrants) {
      CAPTURE(seats);
      CAPTURE(entrants);
      std::set<Seating> expected;
      for (const Seating& filling : every_filling(entrants, seats)) {
        if (std::set<std::size_t>(filling.begin(), filling.end()).size() == seats) expected.insert(filling);
      }
      std::map<std::uint64_t, std::set<Seating>> found;
      const auto schedule = Schedule::tournament(Format::round_robin, Seatings::all, {7, 3, 9}, entrants, seats);
      for (const Fixture& fixture : all(schedule)) CHECK(found[fixture.seed].insert(fixture.seating).second);
      CHECK(found.size() == 3);
      for (const auto& [seed, fillings] : found) CHECK(fillings == expected);
    }
  }
}

TEST_CASE("with fewer entrants than seats every filling is played that at least two take part in") {
  std::set<Seating> expected = every_filling(2, 3);
  expected.erase({0, 0, 0});
  expected.erase({1, 1, 1});
  std::set<Seating> found;
  for (const Fixture& fixture : all(Schedule::tournament(Format::round_robin, Seatings::all, {1}, 2, 3)))
    CHECK(found.insert(fixture.seating).second);
  CHECK(found == expected);
}

TEST_CASE("rotated, each of a group takes each seat once a seed, in an order that differs from seed to seed") {
  for (const std::size_t seats : {3U, 4U}) {
    CAPTURE(seats);
    std::map<std::pair<std::uint64_t, std::size_t>, std::set<Seating>> blocks;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> taken;  // entrant and seat
    std::set<Seating> orders;
    const auto fixtures = all(Schedule::tournament(Format::round_robin, Seatings::rotate, {1, 2, 3, 4}, 5, seats));
    for (const Fixture& fixture : fixtures) {
      CHECK(blocks[{fixture.seed, fixture.block}].insert(fixture.seating).second);
      orders.insert(fixture.seating);
      for (std::size_t seat = 0; seat < seats; ++seat) ++taken[{fixture.seating[seat], seat}];
    }
    for (const auto& [block, seatings] : blocks) {
      CHECK(seatings.size() == seats);
      std::set<Seating> groups;
      for (const Seating& seating : seatings) groups.insert(sorted(seating));
      CHECK(groups.size() == 1);
    }
    CHECK(taken.size() == 5 * seats);
    for (const auto& [place, count] : taken) CHECK(count == fixtures.size() / 5);
    CHECK(orders.size() > fixtures.size() / 4);  // not the same ones on each seed
  }
}

TEST_CASE("rotated, two entrants on several seats play one against all others, both ways in each seat") {
  const auto fixtures = all(Schedule::tournament(Format::round_robin, Seatings::rotate, {1}, 2, 4));
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
  for (const Fixture& fixture : fixtures) CHECK(found.insert(fixture.seating).second);
  CHECK(found == expected);
}

TEST_CASE("rotated pairs are those of all seatings, and fewer entrants than seats play no match twice") {
  const auto seatings = [](const std::vector<Fixture>& fixtures) {
    std::vector<Seating> found;
    for (const Fixture& fixture : fixtures) found.push_back(fixture.seating);
    return found;
  };
  CHECK(seatings(all(Schedule::tournament(Format::round_robin, Seatings::rotate, {1, 2}, 3, 2))) ==
        seatings(all(Schedule::tournament(Format::round_robin, Seatings::all, {1, 2}, 3, 2))));
  const auto fixtures = all(Schedule::tournament(Format::round_robin, Seatings::rotate, {1}, 3, 4));
  std::set<Seating> different;
  for (const Seating& each : seatings(fixtures)) different.insert(each);
  CHECK(different.size() == fixtures.size());
}

TEST_CASE("a gauntlet is the part of the round robin that the first entrant is in") {
  for (const std::size_t seats : {2U, 3U}) {
    for (const std::size_t entrants : {2U, 4U, 5U}) {
      std::vector<Seating> expected;
      for (const Fixture& fixture :
           all(Schedule::tournament(Format::round_robin, Seatings::all, {1, 2}, entrants, seats))) {
        if (std::count(fixture.seating.begin(), fixture.seating.end(), 0U) > 0) expected.push_back(fixture.seating);
      }
      std::vector<Seating> found;
      for (const Fixture& fixture : all(Schedule::tournament(Format::gauntlet, Seatings::all, {1, 2}, entrants, seats)))
        found.push_back(fixture.seating);
      CHECK(found == expected);
    }
  }
}

TEST_CASE("with one seat, a gauntlet has everybody play every seed too") {
  CHECK(Schedule::tournament(Format::gauntlet, Seatings::one, {1, 2}, 3, 1).size() == 6);
  CHECK(Schedule::alone({1, 2}, 3).size() == 6);
}

TEST_CASE("with one seating a group plays a seed once, in an order that only the seed decides") {
  const auto one = all(Schedule::tournament(Format::round_robin, Seatings::one, {1, 2, 3, 4, 5, 6, 7, 8}, 4, 2));
  const auto later = all(Schedule::tournament(Format::round_robin, Seatings::one, {8}, 4, 2));
  CHECK(one.size() == 8 * 6);
  std::set<std::pair<std::uint64_t, Seating>> groups;
  std::set<Seating> orders;
  for (const Fixture& fixture : one) {
    CHECK(groups.insert({fixture.seed, sorted(fixture.seating)}).second);
    orders.insert(fixture.seating);
  }
  CHECK(orders.size() == 12);  // both orders of all six come up within eight seeds
  for (std::size_t index = 0; index < 6; ++index) CHECK(one[7 * 6 + index].seating == later[index].seating);
}

TEST_CASE("a block is one group on one seed") {
  std::map<std::size_t, std::set<std::pair<std::uint64_t, Seating>>> blocks;
  for (const Fixture& fixture : all(Schedule::tournament(Format::round_robin, Seatings::all, {5, 6}, 4, 3)))
    blocks[fixture.block].insert({fixture.seed, sorted(fixture.seating)});
  CHECK(blocks.size() == 2 * 4);
  for (const auto& [number, groups] : blocks) CHECK(groups.size() == 1);
  CHECK(blocks.rbegin()->first == 7);
}

TEST_CASE("a run of single matches seats everybody by its rule, match by match") {
  const auto rule = host::SeatingRule::parse("rotate", 3);
  const auto fixtures = all(Schedule::matches({4, 5, 6, 7}, rule));
  REQUIRE(fixtures.size() == 4);
  for (std::size_t index = 0; index < 4; ++index) {
    CHECK(fixtures[index].seed == 4 + index);
    CHECK(fixtures[index].seating == rule.seating(4 + index, index));
    CHECK(fixtures[index].block == index);
  }
}

TEST_CASE("the parts of a schedule have each of its matches once, in its order, and whole seeds") {
  std::vector<std::uint64_t> seeds;
  for (std::uint64_t seed = 100; seed > 83; --seed) seeds.push_back(seed);
  for (const Schedule& schedule :
       {Schedule::tournament(Format::round_robin, Seatings::all, seeds, 3, 2),
        Schedule::tournament(Format::gauntlet, Seatings::one, seeds, 4, 2), Schedule::alone(seeds, 2),
        Schedule::matches(seeds, host::SeatingRule::parse("rotate", 3))}) {
    const std::vector<Fixture> whole = all(schedule);
    for (std::size_t number = 0; number < whole.size(); ++number) CHECK(whole[number].number == number);
    for (const std::size_t parts : {1U, 2U, 5U, 17U}) {
      std::map<std::size_t, Fixture> found;
      std::map<std::uint64_t, std::size_t> part_of_seed;
      for (std::size_t part = 1; part <= parts; ++part) {
        const Schedule some = schedule.shard(part, parts);
        CHECK(some.size() > 0);
        std::size_t last = 0;
        for (const Fixture& fixture : all(some)) {
          CHECK(fixture.number >= last);
          last = fixture.number;
          CHECK(found.emplace(fixture.number, fixture).second);
          CHECK(part_of_seed.emplace(fixture.seed, part).first->second == part);
        }
      }
      REQUIRE(found.size() == whole.size());
      for (const auto& [number, fixture] : found) {
        CHECK(fixture.seed == whole[number].seed);
        CHECK(fixture.seating == whole[number].seating);
        CHECK(fixture.block == whole[number].block);
      }
    }
  }
}
