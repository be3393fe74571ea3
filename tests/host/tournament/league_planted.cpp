// How well does a league find the order of bots whose strength is known? Simulates matches with the planted
// probabilities of 40 bots, and compares the order of the fitted ratings with the truth (Kendall's tau). The yardstick
// is a round robin with twice as many matches, and one with as many.
//
// Exit code 1 if the median of 20 leagues is below 0.95, or one has played more than half of the round robin's matches.
#include "host/stats/rating.hpp"
#include "host/tournament/league_pairing.hpp"

#include <agon/random.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

namespace {

constexpr std::size_t bots = 40;
constexpr std::size_t runs = 20;
constexpr std::uint64_t seeds = 10;  // of the round robin: each pair plays each in both seatings
constexpr double step = 25;          // Elo from one bot to the next
constexpr std::size_t most_in_round = 16;

struct Planted {
  std::vector<double> elo = std::vector<double>(bots);
  agon::Random random;
  stats::RankingCounts counts{bots};
  std::size_t matches = 0;

  explicit Planted(std::uint64_t run) : random(run) {
    for (std::size_t bot = 0; bot < bots; ++bot) elo[bot] = step * static_cast<double>(bot);
    for (std::size_t left = bots; left > 1; --left) std::swap(elo[left - 1], elo[random.below(left)]);
  }

  void play_block(std::size_t one, std::size_t other, std::uint64_t seed) {
    const double chance = 1 / (1 + std::pow(10, (elo[other] - elo[one]) / 400));
    for (int match = 0; match < 2; ++match, ++matches) {
      const bool won = static_cast<double>(random.next() >> 11U) * 0x1p-53 < chance;
      const std::vector<stats::PlayerScore> places = {{static_cast<std::uint32_t>(one), won ? 1.0 : 0.0},
                                                      {static_cast<std::uint32_t>(other), won ? 0.0 : 1.0}};
      counts.add(seed, places);
    }
  }

  [[nodiscard]] double tau() const {
    const std::vector<stats::Rating> ratings = stats::rate(counts, {.rounds = 0});
    int sum = 0;
    for (std::size_t one = 0; one < bots; ++one) {
      for (std::size_t other = 0; other < one; ++other)
        sum += (elo[one] > elo[other]) == (ratings[one].elo > ratings[other].elo) ? 1 : -1;
    }
    return 2.0 * sum / static_cast<double>(bots * (bots - 1));
  }
};

double round_robin_tau(std::uint64_t run, std::uint64_t rounds) {
  Planted planted(run);
  for (std::size_t one = 0; one < bots; ++one) {
    for (std::size_t other = 0; other < one; ++other) {
      for (std::uint64_t seed = 0; seed < rounds; ++seed) planted.play_block(one, other, seed);
    }
  }
  return planted.tau();
}

/// Plays a league. Returns its tau, and adds the most matches so far.
double league_tau(std::uint64_t run, std::size_t& most) {
  Planted planted(run);
  std::vector<host::LeaguePlayer> players(bots);
  const host::PairingRule rule{.blocks = 170};  // with those of opponents that lack none, just below half
  std::uint64_t seed = 0;
  for (;;) {
    const auto blocks = host::choose_blocks(planted.counts, players, rule, most_in_round);
    if (blocks.empty()) break;
    for (const host::ChosenBlock& block : blocks) {
      planted.play_block(block.players[0], block.players[1], seed++);
      for (const std::size_t player : block.players) ++players[player].blocks;
    }
  }
  most = std::max(most, planted.matches);
  return planted.tau();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return (values[values.size() / 2] + values[(values.size() - 1) / 2]) / 2;
}

}  // namespace

int main() {
  std::vector<double> league;
  std::vector<double> whole;
  std::vector<double> half;
  std::size_t most = 0;
  for (std::uint64_t run = 1; run <= runs; ++run) {
    league.push_back(league_tau(run, most));
    whole.push_back(round_robin_tau(run, seeds));
    half.push_back(round_robin_tau(run, seeds / 2));
  }
  constexpr std::size_t all = seeds * bots * (bots - 1);
  std::printf("league:      tau median %.4f, least %.4f, at most %zu matches (%.3f of the round robin)\n",
              median(league), *std::min_element(league.begin(), league.end()), most,
              static_cast<double>(most) / static_cast<double>(all));
  std::printf("round robin: tau median %.4f with %zu matches\n", median(whole), all);
  std::printf("round robin: tau median %.4f with %zu matches\n", median(half), all / 2);
  return median(league) >= 0.95 && most <= all / 2 ? 0 : 1;
}
