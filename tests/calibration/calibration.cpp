// Is what `compare` claims true? Compares strategies that differ by luck alone, in all the ways that it decides, and
// counts how often it finds a difference that is not there, and how often its interval holds the true difference, 0.
// Prints the table of docs/statistics.md.
//
//   calibration N    N comparisons of each kind
//
// Exit code 1 if more than 6 % of the verdicts are false, or other than 93 to 97 % of the intervals hold the truth: for
// 500 comparisons and more. With fewer, chance is allowed for: three standard errors on top.
#include "tests/support/json.hpp"
#include "tests/support/process.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using Words = std::vector<std::string>;

struct Kind {
  const char* name;
  Words options;         // of `compare`
  const char* strategy;  // options of both strategies
  bool rated = true;     // of two seats: there are Elo and --sprt
};

struct Counts {
  int better = 0, worse = 0, held = 0, intervals = 0, elo_held = 0, elo_intervals = 0;
};

const std::vector<Kind> kinds = {
    {"deterministic, 12 starts", {"--set", "starts=12"}, ""},
    {"deterministic, 12 starts and 4 plies of opening", {"--set", "starts=12", "--opening-plies", "4"}, ""},
    {"drawing", {}, ",draws=yes"},
    {"one seat", {"--group", "1"}, ",draws=yes", false},
    {"three seats", {"--group", "3"}, ",draws=yes", false},
    {"failing in 5 % of the matches", {}, ",draws=yes,fails=0.05"},
};

bool holds(const support::Json& interval, double truth) {
  const auto end = [&](std::size_t which, double open) {
    return interval[which].is_number() ? interval[which].get<double>() : open;
  };
  return end(0, -INFINITY) <= truth && truth <= end(1, INFINITY);
}

void compare(const Kind& kind, const Words& decision, int round, Counts& counts) {
  const std::string options = std::string(kind.strategy) + ",number=";
  Words words = {AGON_TEST_HOST, "compare",
                 "--game",       "luck",
                 "--no-db",      "--json",
                 "--seeds",      "1-100",
                 "--plugin",     "guess,name=new" + options + std::to_string(2 * round),
                 "--against",    "guess,name=old" + options + std::to_string(2 * round + 1)};
  words.insert(words.end(), kind.options.begin(), kind.options.end());
  words.insert(words.end(), decision.begin(), decision.end());
  const support::Result result = support::run({.words = words, .environment = {{"AGON_GAME_PATH", AGON_TEST_LUCK}}});
  if (result.code != 0 && result.code != 1) {
    std::fprintf(stderr, "calibration: exit code %d: %s\n", result.code, result.err.c_str());
    std::exit(2);
  }
  const support::Json answer = support::parse_json(result.out);
  counts.better += answer["answer"] == "better";
  counts.worse += answer["answer"] == "worse";
  if (answer["interval"].is_array()) {
    ++counts.intervals;
    counts.held += holds(answer["interval"], 0);
  }
  if (kind.rated && answer["elo"].is_object() && answer["elo"]["elo_interval"].is_array()) {
    ++counts.elo_intervals;
    counts.elo_held += holds(answer["elo"]["elo_interval"], 0);
  }
}

std::string percent(int part, int whole) {
  if (whole == 0) return "";
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100.0 * part / whole);
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc == 2 ? std::atoi(argv[1]) : 0;
  if (rounds < 1) {
    std::fprintf(stderr, "calibration: it takes one number, of the comparisons of each kind\n");
    return 2;
  }
  const auto slack = [&](double p) { return rounds >= 500 ? 0 : 3 * std::sqrt(p * (1 - p) / rounds); };
  const std::vector<std::pair<const char*, Words>> decisions = {
      {"plain", {}}, {"--sequential", {"--sequential"}}, {"--sprt 0,40", {"--sprt", "0,40"}}};
  bool good = true;
  std::printf(
      "| strategies | decided by | \"better\" | \"worse\" | false | intervals that hold 0 | of Elo "
      "|\n|---|---|---|---|---|---|---|\n");
  for (const Kind& kind : kinds) {
    for (const auto& [name, decision] : decisions) {
      if (!kind.rated && std::string_view(name).starts_with("--sprt")) continue;
      Counts counts;
      for (int round = 0; round < rounds; ++round) compare(kind, decision, round, counts);
      const int wrong = counts.better + counts.worse;
      std::printf("| %s | %s | %d | %d | %s | %s | %s |\n", kind.name, name, counts.better, counts.worse,
                  percent(wrong, rounds).c_str(),
                  decision.empty() ? percent(counts.held, counts.intervals).c_str() : "",
                  decision.empty() ? percent(counts.elo_held, counts.elo_intervals).c_str() : "");
      std::fflush(stdout);
      if (wrong > (0.06 + slack(0.06)) * rounds) good = false;
      if (!decision.empty()) continue;  // an interval after a test that stops by itself is another matter
      const auto covers = [&](int held, int all) {
        return all == 0 || (held >= (0.93 - slack(0.07)) * all && (held <= (0.97 + slack(0.03)) * all));
      };
      if (!covers(counts.held, counts.intervals) || !covers(counts.elo_held, counts.elo_intervals)) good = false;
    }
  }
  return good ? 0 : 1;
}
