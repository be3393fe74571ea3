// Are the verdicts of comparisons true where matches come again? Simulates blocks of matches, and passes them to the
// code that `compare` uses. Prints the tables of docs/statistics.md.
//
//   calibration_blocks N    N comparisons of each kind
//
// Exit code 1 if more than 6 % of the verdicts on equal players are false, if other than 93 to 97 % of the intervals
// hold the truth, or if real differences are found too seldom: for 5,000 comparisons and more. With fewer, chance is
// allowed for: three standard errors on top.
#include "host/stats/draw.hpp"
#include "host/tournament/comparison.hpp"
#include "host/util/digest.hpp"

#include <agon/game.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace {

using stats::Draw;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  host::QuickHash hash;
  hash.add(a);
  hash.add(b);
  return hash.value();
}

/// A number with the mean 0, the standard deviation 1 and about a normal distribution.
double normal(Draw& draw) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += draw.fraction();
  return sum;
}

/// A match: the score of the first of the two strategies less that of the second, and what was done.
struct Match {
  double lead = 0;
  std::uint64_t done = 0;
};

/// The two matches of a seed; the first strategy moves second in the other one.
struct Block {
  std::uint64_t start = 0;
  std::array<Match, 2> matches;
  std::uint64_t opening = 0;
};

/// Plays the block of a seed.
using Play = std::function<Block(std::uint64_t seed)>;

// Games and players. Each function returns two players who may draw random numbers of their own from `draw`, which
// exists as long as they.

/// Rock, paper, scissors; the probabilities of rock and paper of both.
Play rock_paper_scissors(Draw& draw, std::array<double, 2> one, std::array<double, 2> other) {
  return [=, &draw](std::uint64_t) {
    const auto choice = [&](const std::array<double, 2>& player) {
      const double at = draw.fraction();
      return at < player[0] ? 0 : at < player[0] + player[1] ? 1 : 2;
    };
    Block block{.start = 1, .matches = {}};
    for (Match& match : block.matches) {
      const int a = choice(one);
      const int b = choice(other);
      const int lead = (a - b + 3) % 3;
      match = {lead == 0 ? 0.0 : lead == 1 ? 1.0 : -1.0, static_cast<std::uint64_t>(3 * a + b)};
    }
    return block;
  };
}

/// Kuhn poker of two equal players: cards 0 to 2, an ante of 1 and one bet of 1. They bet with the lowest card in a
/// third of the cases and with the highest one always, and call with the middle one in a third.
Match kuhn(Draw& draw, int first, int second) {
  const auto bets = [&](int card) { return card == 2 || (card == 0 && draw.below(3) == 0); };
  const auto calls = [&](int card) { return card == 2 || (card == 1 && draw.below(3) == 0); };
  const double win = first > second ? 1 : -1;
  if (bets(first)) return calls(second) ? Match{2 * win, 1} : Match{1, 2};
  if (!bets(second)) return {win, 3};
  return calls(first) ? Match{2 * win, 4} : Match{-1, 5};
}

Play kuhn_poker(Draw& draw) {
  return [&draw](std::uint64_t) {
    constexpr std::array<std::array<int, 2>, 6> deals = {{{0, 1}, {0, 2}, {1, 0}, {1, 2}, {2, 0}, {2, 1}}};
    const std::uint32_t deal = draw.below(6);
    const auto [first, second] = deals[deal];
    Block block{.start = 1 + deal, .matches = {kuhn(draw, first, second), kuhn(draw, first, second)}};
    block.matches[1].lead *= -1;
    return block;
  };
}

Block with_difference(std::uint64_t start, double first, double second, std::uint64_t done) {
  return {.start = start, .matches = {Match{first, mixed(done, 1)}, Match{second, mixed(done, 2)}}};
}

/// Players who draw, on `starts` starts; their difference is `lead(start)` standard deviations in the mean.
Play drawing(Draw& draw, std::uint32_t starts, std::function<double(std::uint32_t)> lead) {
  return [=, &draw](std::uint64_t) {
    const std::uint32_t start = draw.below(starts);
    const double first = std::round(20 * (lead(start) + normal(draw)));
    const double second = std::round(20 * (lead(start) + normal(draw)));
    return with_difference(1 + start, first, second, draw.below(1U << 31U));
  };
}

double nothing(std::uint32_t /*start*/) {
  return 0;
}

/// Fixed policies: what each start brings is drawn once.
Play fixed(Draw& draw, std::uint32_t starts) {
  std::vector<Block> blocks;
  for (std::uint32_t start = 0; start < starts; ++start)
    blocks.push_back(with_difference(1 + start, std::round(20 * normal(draw)), std::round(20 * normal(draw)), start));
  return [=, &draw](std::uint64_t) { return blocks[draw.below(starts)]; };
}

/// Each start on two seeds. The first strategy's wins are always the same match, the other one's are not.
Play wins_alike(Draw& draw) {
  return [&draw](std::uint64_t seed) {
    Block block{.start = 1 + seed / 2, .matches = {}};
    for (Match& match : block.matches) {
      match.lead = draw.below(2) == 0 ? 1 : -1;
      match.done = match.lead > 0 ? 1 : 2 + draw.below(1U << 31U);
    }
    return block;
  };
}

/// The openings of a book of 20, one after the other. What players who draw bring varies around their openings.
Play book(Draw& draw, bool draws) {
  std::vector<std::array<double, 2>> means;
  for (int opening = 0; opening < 20; ++opening) means.push_back({normal(draw), normal(draw)});
  return [=, &draw](std::uint64_t seed) {
    const std::uint64_t opening = seed % means.size();
    const auto lead = [&](double mean) { return std::round(20 * (mean + (draws ? normal(draw) : 0))); };
    Block block = with_difference(1 + opening, lead(means[opening][0]), lead(means[opening][1]),
                                  draws ? draw.below(1U << 31U) : opening);
    block.opening = 1 + opening;
    return block;
  };
}

/// Two starts: one that the first strategy always loses in the same way, and one of which it wins 60 %.
Play one_lost(Draw& draw) {
  return [&draw](std::uint64_t) {
    Block block{.start = 1 + draw.below(2), .matches = {}};
    for (Match& match : block.matches) {
      match.lead = block.start == 1 || draw.below(100) >= 60 ? -1 : 1;
      match.done = block.start == 1 ? 0 : draw.below(1U << 31U);
    }
    return block;
  };
}

// Comparisons of such players.

enum class Decision { plain, sequential, sprt };

host::ComparisonResult compare(const Play& play, std::size_t seeds, Decision decision) {
  host::ComparisonOptions options{.seeds = seeds, .matches_a_seed = 2, .contest = AGON_CONTEST_MEAN};
  options.sequential = decision == Decision::sequential;
  if (decision == Decision::sprt) options.sprt = stats::Sprt{.elo0 = 0, .elo1 = 40};
  host::Comparison comparison(options);
  const auto conditions = std::make_shared<const host::Conditions>();
  for (std::uint64_t seed = 0; seed < seeds && !comparison.decided(); ++seed) {
    const Block block = play(seed);
    for (std::size_t match = 0; match < 2; ++match) {
      const double lead = block.matches[match].lead;
      host::Result result;
      result.seed = seed;
      result.conditions = conditions;
      result.seats.resize(2);
      result.seats[match].score = lead;
      result.seats[1 - match].score = -lead;
      result.contest = result.scores();
      result.digests = {.start = mixed(block.start, match),
                        .match = mixed(mixed(block.start, match), block.matches[match].done),
                        .opening = block.opening};
      comparison.add(result, {match, 1 - match});
    }
  }
  return comparison.result(0);
}

struct Kind {
  const char* name;
  std::size_t seeds;
  std::function<Play(Draw& draw)> players;
};

const std::vector<Kind> equals = {
    {"rock, paper, scissors", 100,
     [](Draw& draw) {
       return rock_paper_scissors(draw, {0.5, 0.2}, {0.5, 0.2});
     }},
    {"Kuhn poker", 100, [](Draw& draw) { return kuhn_poker(draw); }},
    {"drawing, six starts", 200, [](Draw& draw) { return drawing(draw, 6, nothing); }},
    {"drawing, six starts that differ by 0.5 sd", 200,
     [](Draw& draw) {
       return drawing(draw, 6, [](std::uint32_t start) { return (static_cast<double>(start) - 2.5) * 0.2; });
     }},
    {"each start on two seeds, one player's wins alike", 100, [](Draw& draw) { return wins_alike(draw); }},
    {"fixed policies, one start", 100, [](Draw& draw) { return fixed(draw, 1); }},
    {"fixed policies, six starts", 200, [](Draw& draw) { return fixed(draw, 6); }},
    {"fixed policies, 400 starts", 200, [](Draw& draw) { return fixed(draw, 400); }},
    {"fixed policies, 20 openings five times", 100, [](Draw& draw) { return book(draw, false); }},
    {"drawing, 20 openings five times", 100, [](Draw& draw) { return book(draw, true); }},
};

struct Unequal : Kind {
  host::Answer truth;
  double found;  // at least this share of the comparisons
};

const std::vector<Unequal> unequals = {
    {{"rock, paper, scissors, won by 85 %", 50,
      [](Draw& draw) {
        return rock_paper_scissors(draw, {0, 0.95}, {0.9, 0});
      }},
     host::Answer::better,
     0.99},
    {{"drawing, six starts, 0.3 sd better", 200,
      [](Draw& draw) {
        // The mean of two matches has a standard deviation of sqrt(1/2).
        return drawing(draw, 6, [](std::uint32_t) { return 0.3 * std::sqrt(0.5); });
      }},
     host::Answer::better,
     0.95},
    {{"one of two starts always lost, the other one won by 60 %", 100, [](Draw& draw) { return one_lost(draw); }},
     host::Answer::worse,
     0.99},
};

std::string percent(int part, int whole) {
  if (whole == 0) return "none";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f %%", 100.0 * part / whole);
  return text.data();
}

struct Coverage {
  int held = 0;
  int all = 0;

  void add(const stats::Interval& interval) {
    if (std::isinf(interval.low) && std::isinf(interval.high)) return;
    ++all;
    held += interval.low <= 0 && interval.high >= 0 ? 1 : 0;
  }
};

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc == 2 ? std::atoi(argv[1]) : 0;
  if (rounds < 1) {
    std::fprintf(stderr, "calibration_blocks: it takes one number, of the comparisons of each kind\n");
    return 2;
  }
  const auto slack = [&](double p, int count) { return rounds >= 5000 ? 0 : 3 * std::sqrt(p * (1 - p) / count); };
  bool good = true;
  Draw draw(1);
  std::printf(
      "| equal players | false, plain | --sequential | --sprt 0,40 | intervals that hold 0 | of Elo "
      "|\n|---|---|---|---|---|---|\n");
  for (const Kind& kind : equals) {
    std::array<int, 3> wrong{};
    Coverage differences;
    Coverage elos;
    for (int round = 0; round < rounds; ++round) {
      for (const Decision decision : {Decision::plain, Decision::sequential, Decision::sprt}) {
        const host::ComparisonResult result = compare(kind.players(draw), kind.seeds, decision);
        const bool claims = result.answer == host::Answer::better || result.answer == host::Answer::worse;
        wrong[static_cast<std::size_t>(decision)] += claims ? 1 : 0;
        if (decision != Decision::plain) continue;
        differences.add(result.paired.interval);
        elos.add(result.elo->estimate.elo_interval);
      }
    }
    std::printf("| %s | %s | %s | %s | %s | %s |\n", kind.name, percent(wrong[0], rounds).c_str(),
                percent(wrong[1], rounds).c_str(), percent(wrong[2], rounds).c_str(),
                percent(differences.held, differences.all).c_str(), percent(elos.held, elos.all).c_str());
    std::fflush(stdout);
    for (const int each : wrong) good = good && each <= (0.06 + slack(0.06, rounds)) * rounds;
    for (const Coverage& each : {differences, elos})
      good = good && (each.all == 0 || (each.held >= (0.93 - slack(0.07, each.all)) * each.all &&
                                        each.held <= (0.97 + slack(0.03, each.all)) * each.all));
  }
  std::printf("\n| players who differ | found, plain |\n|---|---|\n");
  for (const Unequal& kind : unequals) {
    int found = 0;
    for (int round = 0; round < rounds; ++round)
      found += compare(kind.players(draw), kind.seeds, Decision::plain).answer == kind.truth ? 1 : 0;
    std::printf("| %s | %s |\n", kind.name, percent(found, rounds).c_str());
    good = good && found >= (kind.found - slack(kind.found, rounds)) * rounds;
  }
  return good ? 0 : 1;
}
