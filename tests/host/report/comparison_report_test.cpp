// What a comparison found, in words and as JSON.
#include "host/report/comparison_report.hpp"

#include "tests/support/checked_json.hpp"
#include "tests/support/scripted_match.hpp"

#include <agon/game.h>
#include <doctest/doctest.h>

#include <limits>
#include <string>
#include <vector>

namespace {

host::RunPlan plan(const std::string& first, const std::string& second) {
  host::RunPlan made;
  made.game.description = support::in_program(support::counting).description;
  for (const std::string& name : {first, second})
    made.participants.push_back({.file = {}, .options = {}, .identity = support::identity(name), .given = name});
  made.seeds.text = "1-8";
  made.schedule = host::Schedule::tournament(host::round_robin(2, 2), host::Seatings::all, {1, 2, 3, 4, 5, 6, 7, 8}, 2);
  return made;
}

host::ComparisonResult sample(host::Answer answer) {
  host::ComparisonResult result;
  result.answer = answer;
  result.paired.seeds = 8;
  result.paired.mean = 1.5;
  result.paired.interval = {-0.25, std::numeric_limits<double>::infinity()};
  result.paired.signed_rank.p = 0.25;
  result.paired.wins = 2;
  result.paired.ties = 1;
  result.paired.losses = 1;
  result.paired.ratio = std::numeric_limits<double>::quiet_NaN();
  result.observations = {.blocks = 8, .different = 8, .starts = 8};
  result.tested = 8;
  result.rows = {{{2, 1, 1}, 4, 1, 4, 8'000'000, 10, 10, 0}, {{1, 1, 2}, 4, 0, 4, 4'000'000, 4, 4, 0}};
  result.gains = {{.seed = 7, .scores = {5, 1}, .values = {5, 1}}};
  result.losses = {{.seed = 9, .scores = {1, 1.5}, .values = {1, 1.5}}};
  return result;
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

support::Json json_of(const host::ComparisonResult& result) {
  host::Report report = host::comparison_report(plan("a", "b"), result);
  host::add_advice(report, plan("a", "b"), result, "host");
  return report.json;
}

std::string advice_of(const host::ComparisonResult& result) {
  host::Report report;
  host::add_advice(report, plan("a", "b"), result, "host");
  return to_text(report);
}

host::ComparisonResult without_seeds() {
  auto result = sample(host::Answer::no_difference_found);
  result.gains.clear();
  result.losses.clear();
  return result;
}

}  // namespace

TEST_CASE("what no difference was found for is told in seeds, with the command for it") {
  auto result = without_seeds();
  CHECK(advice_of(result).empty());
  result.seeds_to_find = 340;
  CHECK(advice_of(result) ==
        "To find a difference of this size, a comparison needs about 340 seeds,\n332 more than were played. "
        "It then finds it with a probability of 80 %.\nUse new seeds, so that the answer counts as one test:\n  "
        "host compare --plugin a --against b --seeds 9-348\n");
  const auto json = json_of(result);
  CHECK(json.at("seeds_to_find") == 340);
  CHECK(json.at("next_command") == "host compare --plugin a --against b --seeds 9-348");
  result.seeds_to_find = 10'000'001;
  CHECK(advice_of(result) == "To find a difference of this size, a comparison needs more than ten million seeds.\n");
  CHECK_FALSE(json_of(result).contains("next_command"));
}

TEST_CASE("an always-valid test in its warm-up says so, and a test of a fixed number can take fewer seeds than it") {
  auto result = without_seeds();
  result.sequential = {stats::SequentialVerdict::no_difference_found, 1, stats::whole_line, 60};
  const std::string text = to_text(host::comparison_report(plan("a", "b"), result));
  CHECK(holds(text,
              "sequential      no difference found after 8 seeds; it claims none before 60 seeds that are won or "
              "lost\n"));
  result.seeds_to_find = 6;
  CHECK(
      advice_of(result).starts_with("To find a difference of this size, a comparison without --sequential needs "
                                    "about 6 seeds. It then finds it with a probability of 80 %.\n"));
}

TEST_CASE("a test that has run out of seeds is told to go on with more, not to begin anew") {
  auto result = without_seeds();
  result.sprt = {{.elo0 = 0, .elo1 = 20}, {}};
  result.seeds_to_find = 340;
  CHECK(advice_of(result) ==
        "At this rate the test stops after about 340 seeds, 332 more than were played.\n"
        "To continue the test on these seeds and more:\n  host compare --plugin a --against b --sprt 0,20 --seeds "
        "1-680\n");
}

TEST_CASE("nothing has a sign, and few seeds have no interval") {
  auto result = sample(host::Answer::no_difference_found);
  result.paired.mean = -0.0;
  result.elo = {{1, 0, 6, 0, 1},
                {.elo = -0.0, .elo_interval = {-5, 5}, .normalised_elo = -0.0, .normalised_interval = {-5, 5}}};
  std::string text = to_text(host::comparison_report(plan("a", "b"), result));
  CHECK(holds(text, "difference      0 a seed, 95 % interval"));
  CHECK(holds(text, "\nElo             0, 95 % interval -5 to +5\n"));
  CHECK(holds(text, "\nBy points of matches, which the answer does not judge:\npairs  "));
  result.paired.seeds = 5;
  text = to_text(host::comparison_report(plan("a", "b"), result));
  CHECK(holds(text, "difference      0 a seed (an interval needs 6 seeds)\n"));
  CHECK(holds(text, "\nElo             0 (an interval needs 6 seeds)\n"));
}

TEST_CASE("after wins alone the Elo has a lower end only, and no normalised Elo is printed") {
  auto result = sample(host::Answer::better);
  result.paired.seeds = 10;
  for (const bool won : {true, false}) {
    const stats::Pentanomial pairs = won ? stats::Pentanomial{0, 0, 0, 0, 10} : stats::Pentanomial{10, 0, 0, 0, 0};
    result.elo = {pairs, stats::estimate_elo(pairs)};
    const std::string text = to_text(host::comparison_report(plan("a", "b"), result));
    CAPTURE(text);
    CHECK(holds(text, won ? "\nElo             +infinity, 95 % interval from +140.21\n"
                          : "\nElo             -infinity, 95 % interval up to -140.21\n"));
    CHECK(holds(text, "\nnormalised Elo  none: all results are the same\n"));
    const std::string json = json_of(result).at("elo").dump();
    CHECK(holds(json, won ? "\"elo\":null,\"elo_interval\":[140" : "\"elo\":null,\"elo_interval\":[null,-140"));
    CHECK(holds(json, "\"normalised_elo\":null,\"normalised_interval\":[null,null]"));
  }
}

TEST_CASE("a few points on one side give an Elo with its interval, and a normalised Elo without") {
  auto result = sample(host::Answer::better);
  result.paired.seeds = 10;
  result.elo = {{0, 0, 1, 2, 7}, stats::estimate_elo({0, 0, 1, 2, 7})};
  const std::string text = to_text(host::comparison_report(plan("a", "b"), result));
  CAPTURE(text);
  CHECK(holds(text, "\nElo             +381.7, 95 % interval +"));
  CHECK(holds(text, " (an interval needs 25 points for each)\n"));
}

TEST_CASE("the answer is a sentence, and two of one name are told apart") {
  using host::Answer;
  CHECK(first_line(to_text(host::comparison_report(plan("a", "b"), sample(Answer::better)))) ==
        "a is better than b, on 8 seeds of counting");
  CHECK(first_line(to_text(host::comparison_report(plan("a", "b"), sample(Answer::worse)))) ==
        "a is worse than b, on 8 seeds of counting");
  CHECK(first_line(to_text(host::comparison_report(plan("a", "a"), sample(Answer::no_difference_found)))) ==
        "no difference found between a (new) and a (old), on 8 seeds of counting");
}

TEST_CASE("what is one observation is told, with the numbers of blocks and starts") {
  auto result = sample(host::Answer::better);
  const auto text = [&] { return to_text(host::comparison_report(plan("a", "b"), result)); };
  CHECK(holds(text(), "\n8 blocks from 8 starts: each start once, so each block is an observation\n"));
  CHECK(json_of(result).at("observations").dump() ==
        R"({"blocks":8,"different":8,"starts":8,"openings":0,"unit":"block","case":"each start once","units":8})");
  result.observations = {.blocks = 8, .different = 3, .starts = 1, .evidence = host::Evidence::draws};
  CHECK(holds(text(), "\n8 blocks, 3 of them different, from 1 start: the game or its players draw, so each block is"));
  CHECK_FALSE(holds(text(), "tenth"));
  result.observations.blocks = 31;
  CHECK(holds(text(), "\nFewer than a tenth of the blocks differ: all this is about the game's own starts"));
  result.observations.openings = 3;
  CHECK(holds(text(), "from 1 start and 3 openings: "));
  CHECK(holds(text(), "\nAll this is about these 3 openings alone.\n"));
}

TEST_CASE("deterministic strategies on too few starts are told who wins these matches, and what makes others") {
  auto result = sample(host::Answer::no_test);
  result.observations = {.blocks = 8, .different = 2, .starts = 2, .evidence = host::Evidence::repeats};
  result.paired.clustered = stats::ClusteredMean{.clusters = 2, .mean = 1.5, .error = 0.5, .freedom = 1};
  const std::string text = to_text(host::comparison_report(plan("a", "b"), result));
  CHECK(
      text.starts_with("no test between a and b, on 8 seeds of counting\na wins these matches, by 1.5 a seed; with "
                       "fewer than 6 starts"));
  CHECK(holds(text, "Other matches come from --opening-plies 4"));
  CHECK(holds(text, "deterministic players repeat the same matches, so each start is an observation"));
  CHECK(holds(text, "difference      +1.5 a seed (an interval needs 6 starts)\n"));
  CHECK_FALSE(holds(text, "Wilcoxon"));
  const auto json = json_of(result);
  CHECK(json.at("answer") == "no test");
  CHECK(json.at("p").is_null());
  CHECK(json.at("observations").at("units") == 2);
}

TEST_CASE("the test by starts says of how many, and a test that stops how many seeds it has taken") {
  auto result = sample(host::Answer::better);
  result.observations = {.blocks = 8, .different = 7, .starts = 7, .evidence = host::Evidence::repeats};
  result.paired.clustered = stats::ClusteredMean{.clusters = 7, .mean = 1.5, .error = 0.5, .freedom = 5.4};
  CHECK(holds(to_text(host::comparison_report(plan("a", "b"), result)), "\nStudent         p = 0.0"));
  result.tested = 7;
  result.sequential = {stats::SequentialVerdict::worse, 0.00001, {-3, -1}};
  const std::string text = to_text(host::comparison_report(plan("a", "b"), result));
  CHECK(holds(text, "sequential      worse after 7 seeds, "));
  CHECK(holds(text, "\nThe test has taken 7 of the 8 seeds: what comes again tells it nothing.\n"));
}

TEST_CASE("what the contest counts is named, and lines in another measure say that they are not judged") {
  auto result = sample(host::Answer::no_difference_found);
  auto of = plan("a", "b");
  of.game.description.contest = AGON_CONTEST_SIGNED_ROOT_SUM;
  result.elo = {{1, 0, 6, 0, 1}, stats::estimate_elo({1, 0, 6, 0, 1})};
  CHECK(
      holds(to_text(host::comparison_report(of, result)), "\nmeasure         signed root of the score\ndifference  "));
  result.sprt = {{.elo0 = 0, .elo1 = 20}, {-2.9444, 2.9444}, -3.01, stats::SprtVerdict::accept_h0};
  const std::string text = to_text(host::comparison_report(of, result));
  CHECK(holds(text, "\nBy the signed root of the score, which the answer does not judge:\ndifference  "));
  CHECK_FALSE(holds(text, "Wilcoxon"));
  CHECK_FALSE(holds(text, "which the answer does not judge:\npairs"));
}

TEST_CASE("a test that stops says what it accepts, and that the other lines do not allow for it") {
  auto result = sample(host::Answer::better);
  result.sprt = {{.elo0 = 0, .elo1 = 20}, {-2.9444, 2.9444}, 3.01, stats::SprtVerdict::accept_h1};
  const std::string text = to_text(host::comparison_report(plan("a", "b"), result));
  CHECK(holds(text,
              "SPRT            accepted H1 (20) over H0 (0), in normalised Elo, after 8 pairs; log-likelihood ratio "
              "3.01, bounds -2.9444 and 2.9444\nOnly the SPRT line accounts for repeated testing"));
  result.sprt->verdict = stats::SprtVerdict::accept_h0;
  CHECK(holds(to_text(host::comparison_report(plan("a", "b"), result)), "accepted H0 (0) over H1 (20), "));
  result.sprt->verdict = stats::SprtVerdict::running;
  CHECK(holds(to_text(host::comparison_report(plan("a", "b"), result)), "no answer after 8 pairs; "));
  result.sprt.reset();
  result.sequential = {stats::SequentialVerdict::worse, 0.00001, {-3, -1}};
  CHECK(holds(to_text(host::comparison_report(plan("a", "b"), result)),
              "sequential      worse after 8 seeds, p < 0.0001, 95 % interval -3 to -1, always valid\n"));
}

TEST_CASE("two builds are told apart by counts, means and the largest changes") {
  const std::vector<host::SeedScore> before = {{1, 4}, {2, 4}, {3, 4.5}, {4, 1}};
  const std::vector<host::SeedScore> after = {{1, 4}, {2, 7}, {3, 5}, {4, 0}};
  CHECK(host::build_report(host::compare_builds(before, after, 3), "score") ==
        "Against the last build: better on 2 seeds, worse on 1, the same on 1; mean score 3.38 -> 4.00 (+0.62)\n"
        "largest  seed  before  now  change\n"
        "gain        2       4    7  +3.00\n"
        "            3     4.5    5  +0.50\n"
        "loss        4       1    0  -1.00\n");
}

TEST_CASE("two builds that play alike have no table of changes") {
  const std::vector<host::SeedScore> scores = {{1, 4}, {2, 5}};
  CHECK(host::build_report(host::compare_builds(scores, scores, 3), "score") ==
        "Against the last build: better on 0 seeds, worse on 0, the same on 2; mean score 4.50 -> 4.50 (0.00)\n");
}
