// How the ratings of a league have changed since it was last at rest.
#include "host/stats/draw.hpp"
#include "host/tournament/league.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

using host::Ratings;

namespace {

/// Plays blocks of pairs of versions, in which the one of the lower number is 150 Elo better for each number.
struct Played {
  stats::RankingCounts counts{1};
  stats::Draw draw{3};
  std::uint64_t seed = 0;

  void play(std::uint32_t one, std::uint32_t other, int blocks) {
    counts.grow(std::max(one, other) + 1);
    const double lead = 150 * (static_cast<double>(other) - static_cast<double>(one));
    for (int block = 0; block < blocks; ++block, ++seed) {
      for (int order = 0; order < 2; ++order) {
        const bool wins = draw.fraction() < 1 / (1 + std::pow(10, -lead / 400));
        const std::vector<stats::PlayerScore> places = {{one, wins ? 1.0 : 0.0}, {other, 0.5}};
        counts.add(seed, places);
      }
    }
  }

  [[nodiscard]] Ratings ratings() const {
    Ratings all;
    const std::vector<stats::Rating> rated = stats::rate(counts, {.rounds = 0});
    for (std::size_t i = 0; i < rated.size(); ++i) all[std::to_string(i)] = rated[i].elo;
    return all;
  }
};

}  // namespace

TEST_CASE("nobody gains in a league by the coming of weak versions, least of all one that plays no more") {
  Played league;
  for (const auto& [one, other] : {std::pair(0U, 1U), {1U, 2U}, {0U, 2U}, {2U, 3U}, {1U, 3U}})
    league.play(one, other, 20);
  const Ratings before = league.ratings();
  league.play(0, 1, 20);
  for (const std::uint32_t newcomer : {6U, 7U, 8U}) {
    for (const std::uint32_t opponent : {0U, 1U, 2U}) league.play(opponent, newcomer, 10);
  }
  const Ratings after = league.ratings();
  CHECK(after.at("3") - before.at("3") > 50);  // the mean of all has become less
  const Ratings changes = host::rating_changes(before, after, std::nullopt);
  CHECK(changes.size() == 4);
  for (const auto& [version, change] : changes) {
    CAPTURE(version);
    CHECK(std::abs(change) < 25);
  }
}

TEST_CASE("changes are relative to the anchor, if it was there before, and otherwise as many gain as lose") {
  const Ratings before = {{"a", 10}, {"b", 0}, {"c", -10}, {"gone", 3}};
  const Ratings now = {{"a", 45}, {"b", 25}, {"c", 20}, {"new", 100}};
  const Ratings free = {{"a", 5}, {"b", -5}, {"c", 0}};
  const Ratings fixed = {{"a", 10}, {"b", 0}, {"c", 5}};
  CHECK(host::rating_changes(before, now, std::nullopt) == free);
  CHECK(host::rating_changes(before, now, host::RatingAnchor{"b", 0}) == fixed);
  CHECK(host::rating_changes(before, now, host::RatingAnchor{"new", 100}) == free);
  CHECK(host::rating_changes({}, now, std::nullopt).empty());
}

TEST_CASE("an anchor is a name and a finite number") {
  const auto anchor = host::parse_anchor("ann/greedy,x=2=-1500.5");
  REQUIRE(anchor);
  CHECK(anchor->name == "ann/greedy,x=2");
  CHECK(anchor->rating == -1500.5);
  for (const char* const wrong : {"", "greedy", "=3", "greedy=", "greedy=inf", "greedy=nan", "greedy=3x"})
    CHECK_FALSE(host::parse_anchor(wrong));
}
