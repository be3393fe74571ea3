// Who meets whom in a league.
#include "host/tournament/league_pairing.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

using namespace host;

namespace {

/// The results of `times` matches that the first player won, and as many less one that the second won.
void even(stats::RankingCounts& counts, std::uint32_t one, std::uint32_t other, int times) {
  for (int match = 0; match < 2 * times - 1; ++match) {
    const std::vector<stats::PlayerScore> places = {{one, match % 2 == 0 ? 1.0 : 0.0},
                                                    {other, match % 2 == 0 ? 0.0 : 1.0}};
    counts.add(static_cast<std::uint64_t>(match), places);
  }
}

void clear(stats::RankingCounts& counts, std::uint32_t winner, std::uint32_t loser, int times) {
  for (int match = 0; match < times; ++match) {
    const std::vector<stats::PlayerScore> places = {{winner, match % 10 == 0 ? 0.0 : 1.0},
                                                    {loser, match % 10 == 0 ? 1.0 : 0.0}};
    counts.add(static_cast<std::uint64_t>(match), places);
  }
}

std::set<std::size_t> players_of(const ChosenBlock& block) {
  return {block.players.begin(), block.players.end()};
}

}  // namespace

TEST_CASE("the pair plays whose order is in doubt, not one whose order is clear") {
  stats::RankingCounts counts(4);
  clear(counts, 0, 1, 40);
  even(counts, 1, 2, 20);
  clear(counts, 2, 3, 40);
  const auto blocks = choose_blocks(counts, std::vector<LeaguePlayer>(4, {.blocks = 10}), {}, 1);
  REQUIRE(blocks.size() == 1);
  CHECK(players_of(blocks[0]) == std::set<std::size_t>{1, 2});
  CHECK(blocks[0].gain > 0);
}

TEST_CASE("what a round decides counts for its next block") {
  const stats::RankingCounts counts(6);
  const auto blocks = choose_blocks(counts, std::vector<LeaguePlayer>(6), {}, 3);
  REQUIRE(blocks.size() == 3);
  std::set<std::size_t> met;
  for (const ChosenBlock& block : blocks) met.merge(players_of(block));
  CHECK(met.size() >= 5);
}

TEST_CASE("a newcomer meets the anchors in turn, and others only then") {
  const stats::RankingCounts counts(4);
  std::vector<LeaguePlayer> players(4);
  players[0].anchor = players[1].anchor = true;
  players[3].blocks = 10;
  const auto blocks = choose_blocks(counts, players, {.placements = 2}, 4);
  REQUIRE(blocks.size() == 4);
  for (std::size_t block = 0; block < 4; ++block) {
    CAPTURE(block);
    CHECK(players_of(blocks[block]) == std::set<std::size_t>{2, block % 2});
  }
}

TEST_CASE("each plays its blocks, nobody falls far behind, and then nothing is left") {
  stats::RankingCounts counts(5);
  even(counts, 0, 1, 30);  // whose order stays in doubt
  clear(counts, 1, 2, 100);
  clear(counts, 2, 3, 100);
  clear(counts, 3, 4, 100);
  std::vector<LeaguePlayer> players(5);
  std::vector<std::uint64_t> played(5);
  for (;;) {
    const auto blocks = choose_blocks(counts, players, {.blocks = 12}, 1);
    if (blocks.empty()) break;
    for (const std::size_t player : blocks[0].players) played[player] = ++players[player].blocks;
    std::uint64_t counted = 0;
    for (const std::uint64_t each : played) counted += std::min<std::uint64_t>(each, 12);
    CHECK(2 * played.size() * (*std::min_element(played.begin(), played.end()) + 2) >= counted);
  }
  for (const std::uint64_t blocks : played) CHECK(blocks >= 12);
}

TEST_CASE("only pairs play of which one lacks blocks, and nobody plays who does not take part") {
  const stats::RankingCounts counts(5);
  std::vector<LeaguePlayer> players(5, {.blocks = 20});
  players[1].blocks = 17;
  players[2] = {.plays = false};
  const auto blocks = choose_blocks(counts, players, {.blocks = 20}, 100);
  CHECK(blocks.size() == 3);
  for (const ChosenBlock& block : blocks) {
    CHECK(players_of(block).contains(1));
    CHECK(!players_of(block).contains(2));
  }
}

TEST_CASE("groups have different players, and there is none with too few players") {
  const stats::RankingCounts counts(5);
  for (const ChosenBlock& block : choose_blocks(counts, std::vector<LeaguePlayer>(5), {.group = 3, .matches = 3}, 8))
    CHECK(players_of(block).size() == 3);
  CHECK(choose_blocks(stats::RankingCounts(2), std::vector<LeaguePlayer>(2), {.group = 3}, 8).empty());
}
