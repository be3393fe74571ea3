// Who meets whom in formats with several rounds.
#include "host/tournament/format.hpp"
#include "host/tournament/schedule.hpp"

#include <doctest/doctest.h>
#include <agon/random.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace {

using host::Format;
using host::Meeting;
using host::Placed;
using host::RoundResults;
using host::Seating;

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// All ways to pair the players from `first` on, by trying; the pairs of each begin with their lower player.
void every_pairing(std::size_t count, std::vector<bool>& used, Pairs& pairs, std::vector<Pairs>& all) {
  const auto free = std::find(used.begin(), used.end(), false);
  if (free == used.end()) return all.push_back(pairs);
  const auto one = static_cast<std::size_t>(free - used.begin());
  used[one] = true;
  for (std::size_t other = one + 1; other < count; ++other) {
    if (used[other]) continue;
    used[other] = true;
    pairs.emplace_back(one, other);
    every_pairing(count, used, pairs, all);
    pairs.pop_back();
    used[other] = false;
  }
  used[one] = false;
}

/// The meetings of a round, whose results depend on `strength` and chance.
RoundResults played(const std::vector<Seating>& pairs, agon::Random& random) {
  RoundResults results;
  for (const Seating& pair : pairs) {
    const auto points = static_cast<double>(random.below(5)) / 2;
    results.push_back({.players = {pair[0], pair[1]}, .points = {points, 2 - points}, .contest = {points, -points}});
  }
  return results;
}

std::map<std::size_t, double> points_of(const std::vector<Placed>& places) {
  std::map<std::size_t, double> points;
  for (const Placed& each : places) points[each.participant] = each.points;
  return points;
}

std::size_t rematches(const Pairs& pairs, const std::set<std::pair<std::size_t, std::size_t>>& met) {
  return static_cast<std::size_t>(
      std::count_if(pairs.begin(), pairs.end(), [&](const auto& pair) { return met.contains(pair); }));
}

}  // namespace

TEST_CASE("players are paired as trying all pairings would: fewest that may not meet, then the first ones nearest") {
  agon::Random random(1);
  for (std::size_t count = 2; count <= 8; count += 2) {
    std::vector<bool> used(count);
    Pairs pairs;
    std::vector<Pairs> all;
    every_pairing(count, used, pairs, all);
    for (int trial = 0; trial < 300; ++trial) {
      CAPTURE(count);
      CAPTURE(trial);
      const std::uint64_t density = random.below(5);
      std::set<std::pair<std::size_t, std::size_t>> barred;
      for (std::size_t one = 0; one < count; ++one) {
        for (std::size_t other = one + 1; other < count; ++other) {
          if (random.below(4) < density) barred.insert({one, other});
        }
      }
      std::size_t fewest = count;
      for (const Pairs& each : all) fewest = std::min(fewest, rematches(each, barred));
      const Pairs found = host::paired_in_order(count, [&](std::size_t a, std::size_t b) {
        CHECK(a < b);
        return !barred.contains({a, b});
      });
      CHECK(found.size() == count / 2);
      CHECK(rematches(found, barred) == fewest);
      if (fewest > 0) continue;
      // All pairings are listed with the nearest partners first.
      const auto best =
          std::find_if(all.begin(), all.end(), [&](const Pairs& each) { return rematches(each, barred) == 0; });
      CHECK(found == *best);
    }
  }
}

TEST_CASE("in a Swiss tournament nobody meets twice or has two byes in the first rounds, and points are near") {
  for (std::size_t participants = 2; participants <= 13; ++participants) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      CAPTURE(participants);
      CAPTURE(seed);
      const std::size_t rounds = std::min<std::size_t>(participants - 1 + participants % 2, 5);
      const auto format = host::swiss(participants, rounds, seed);
      CHECK(format->later_rounds() == std::vector<std::size_t>(rounds - 1, participants / 2));
      agon::Random random(seed);
      std::vector<RoundResults> results;
      std::set<Seating> met;
      std::set<std::size_t> rested;
      std::size_t again = 0;
      for (std::size_t round = 0; round < rounds; ++round) {
        const std::map<std::size_t, double> points = points_of(format->places(results));
        const std::vector<Seating> pairs = format->next(results);
        CHECK(pairs.size() == participants / 2);
        std::set<std::size_t> idle;
        for (std::size_t each = 0; each < participants; ++each) idle.insert(each);
        double gap = 0;
        for (Seating pair : pairs) {
          for (const std::size_t player : pair) CHECK(idle.erase(player) == 1);
          gap += std::abs(points.at(pair[0]) - points.at(pair[1]));
          std::sort(pair.begin(), pair.end());
          if (!met.insert(pair).second) ++again;
        }
        // Later, pairs that have not met may be so few that somebody has a second bye.
        for (const std::size_t player : idle) CHECK((rested.insert(player).second || 2 * round >= participants));
        if (2 * round < participants) CHECK(gap / static_cast<double>(pairs.size()) <= 1);
        results.push_back(played(pairs, random));
      }
      if (participants > 2 * rounds) CHECK(again == 0);
      const std::vector<Placed> places = format->places(results);
      double sum = 0;
      for (std::size_t place = 0; place < places.size(); ++place) {
        sum += places[place].points;
        if (place > 0) CHECK(places[place - 1].points >= places[place].points);
      }
      CHECK(sum == static_cast<double>(rounds * (participants / 2 + participants % 2)));
    }
  }
}

TEST_CASE("the better one of a Swiss tournament without luck is first, whatever the draw") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto format = host::swiss(64, 6, seed);
    std::vector<RoundResults> results;
    while (results.size() < 6) {
      RoundResults round;
      for (const Seating& pair : format->next(results)) {
        const double first = pair[0] < pair[1] ? 1 : 0;
        round.push_back({.players = {pair[0], pair[1]}, .points = {first, 1 - first}});
      }
      results.push_back(round);
    }
    CHECK(format->places(results).front().participant == 0);
    CHECK(format->places(results).front().points == 6);
    CHECK(format->places(results)[1].participant < 16);
    CHECK(format->places(results).back().points == 0);
  }
}

TEST_CASE("in a knockout each loser is out, the rest has byes in the first round alone, and one is left") {
  for (std::size_t participants = 2; participants <= 17; ++participants) {
    CAPTURE(participants);
    const auto format = host::knockout(participants, participants);
    agon::Random random(participants);
    std::vector<RoundResults> results;
    std::set<std::size_t> alive;
    for (std::size_t each = 0; each < participants; ++each) alive.insert(each);
    const std::size_t rounds = 1 + format->later_rounds().size();
    CHECK(rounds == host::knockout_rounds(participants));
    std::size_t matches = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
      const std::vector<Seating> pairs = format->next(results);
      if (round > 0) CHECK(pairs.size() == format->later_rounds()[round - 1]);
      matches += pairs.size();
      std::set<std::size_t> playing;
      for (const Seating& pair : pairs) {
        for (const std::size_t player : pair) {
          CHECK(alive.contains(player));
          CHECK(playing.insert(player).second);
        }
      }
      CHECK((round == 0 || playing == alive));
      RoundResults round_results = played(pairs, random);
      for (Meeting& meeting : round_results) {
        const bool first = meeting.points[0] > 1;
        if (meeting.points[0] == 1) meeting.points = {1.5, 0.5};
        alive.erase(meeting.players.at(first || meeting.points[0] == 1.5 ? 1 : 0));
      }
      results.push_back(round_results);
    }
    CHECK(matches == participants - 1);
    REQUIRE(alive.size() == 1);
    CHECK(format->places(results).front().participant == *alive.begin());
    CHECK(format->places(results).front().points == static_cast<double>(rounds));
  }
}

TEST_CASE("equal points in a knockout are decided by the contest, and then by the draw") {
  const auto format = host::knockout(2, 1);
  const Seating pair = format->next({}).front();
  for (const std::size_t better : {0U, 1U}) {
    Meeting meeting{.players = {pair[0], pair[1]}, .points = {1, 1}};
    meeting.contest.at(better) = 1;
    CHECK(format->places({{meeting}}).front().participant == pair[better]);
  }
  CHECK(format->places({{Meeting{.players = {pair[0], pair[1]}, .points = {1, 1}}}}).front().participant == pair[0]);
}

TEST_CASE("a schedule knows the matches of a round as soon as it has the results of the rounds before") {
  using host::Schedule;
  using host::ScheduledMatch;
  const Schedule schedule = Schedule::tournament(host::swiss(5, 3, 1), host::Seatings::all, {7, 9}, 2);
  CHECK(schedule.size() == 3 * 2 * 2 * 2);  // rounds, pairs, seeds, orders
  CHECK(schedule.rounds() == 3);
  std::set<std::size_t> numbers;
  std::map<std::size_t, std::set<Seating>> blocks;
  for (std::size_t index = 0; index < schedule.size(); ++index) {
    CHECK(schedule.known() == (index / 8 + 1) * 8);
    const ScheduledMatch scheduled = schedule.at(index);
    CHECK(scheduled.number == index);
    CHECK(scheduled.seed == (index % 8 < 4 ? 7U : 9U));
    numbers.insert(scheduled.number);
    CHECK(blocks[scheduled.block].insert(scheduled.seating).second);
    CHECK(schedule.results().size() == index / 8);
    schedule.take(scheduled, {1, 0}, {2, -2});
  }
  CHECK(blocks.size() == 3 * 2 * 2);
  for (const auto& [block, seatings] : blocks) CHECK(seatings.size() == 2);
  for (const RoundResults& round : schedule.results()) {
    CHECK(round.size() == 2);
    for (const Meeting& meeting : round) CHECK(meeting.points == std::array<double, 2>{2, 2});
  }
}
