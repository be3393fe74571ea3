// host compare: tests whether one strategy is better than another one.
#include "host/cli/command.hpp"
#include "host/cli/comparison_run.hpp"
#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/report/comparison_report.hpp"
#include "host/report/report.hpp"
#include "host/tournament/comparison.hpp"
#include "host/util/failure.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"

#include <cstddef>
#include <iostream>
#include <optional>

namespace host {

namespace {

constexpr const char* all_seeds = "1-100";
constexpr const char* seeds_of_tests = "1-10000";  // for tests that stop as soon as the answer is clear

constexpr const char* compare_details =
    R"(Both strategies play the same seeds, in all orders of seats. Default: --seeds 1-100; with --sprt or --sequential,
at most 1-10000. A seed is one observation; where deterministic strategies repeat the same matches, a start is one.
The Wilcoxon signed-rank test of what the matches count in the contest (--measure), or the test of --sprt or
--sequential, gives the answer: 'better', 'worse' or 'no difference found'; 'no test' if the starts are fewer than 6;
'no answer' if --plugin would be better, but --against failed in more than 10 % of its matches. The exit code is 0 for
each answer.

Examples:
  host compare --game GAME --plugin ./new.so --against ./old.so
  host compare --game GAME --plugin ./new.so --against ./old.so --sprt 0,20
  host compare --game GAME --plugin ./new.so --against ./old.so --sequential --json
)";

std::optional<stats::Sprt> read_sprt(const Values& values, std::size_t seats, const std::string& who) {
  if (!values.given("sprt")) {
    refuse_given(values, {"beta"}, "goes with --sprt alone");
    return std::nullopt;
  }
  if (values.given("sequential")) throw Failure(Exit::usage, "--sprt and --sequential exclude each other");
  if (seats != 2) {
    throw Failure(Exit::usage, "--sprt counts pairs of matches between two seats, and " + who + " has " +
                                   counted(seats, "seat") + ": --sequential is for any game");
  }
  return sprt_of(values, "normalised");
}

void add_other(RunPlan& plan, const Values& values, const Catalogue& catalogue) {
  if (plan.participants.size() != 1 || !values.given("against")) {
    throw Failure(Exit::usage,
                  "compare takes two strategies, one with --plugin and the one to compare it with by --against");
  }
  plan.participants.push_back(
      enter(PluginSpec::parse(values.text("against"), "--against"), plan.game.description, catalogue));
  tell_apart(plan.participants);
  const SeatIdentity& a = plan.participants[0].identity;
  const SeatIdentity& b = plan.participants[1].identity;
  if (a.plays_as(b)) {
    throw Failure(Exit::usage, "nothing to compare: " + plan.participants[0].file.build->path().string() + " and " +
                                   plan.participants[1].file.build->path().string() + " are the same strategy " +
                                   a.strategy + ", with the same options");
  }
}

int run_compare(const Values& values) {
  const Catalogue catalogue = Catalogue::standard();
  const bool stops = values.given("sprt") || values.given("sequential");
  RunPlan plan = read_plan(values, catalogue, stops ? seeds_of_tests : all_seeds);
  add_other(plan, values, catalogue);
  const GameDescription& game = plan.game.description;
  plan.group = read_group(values, game);
  ComparisonOptions asked{.alpha = values.number("alpha"),
                          .sprt = read_sprt(values, seats_of_matches(plan), plan.group == 0 ? game.id : "a match"),
                          .sequential = values.given("sequential")};
  if (stops && values.given("shard"))
    throw Failure(Exit::usage, "--shard does not go with --sprt and --sequential, which stop as soon as they can");
  schedule_comparison(plan, asked);
  const RunDisplay display = read_run(values, plan);
  print_notes(plan);
  check_strategies(plan);
  catch_interrupts();  // before any file is created that a signal could leave behind
  std::optional<RecordFile> per_seed;
  if (values.given("per-seed")) {
    refuse_to_replace(values.text("per-seed"));
    per_seed.emplace(values.text("per-seed"));
  }
  const ComparisonRun played = play_comparison(plan, display, asked, values.whole("show"));
  const KeptRun& run = played.run;
  if (per_seed) {
    for (const std::string& line : comparison_csv(played.seeds)) per_seed->add(line);
    per_seed->finish();
  }
  Report report = full_report(plan, display, played);
  if (display.json) {
    report.json["failed_by_game"] = run.faults;
    std::cout << to_json(report);
  } else {
    std::cout << to_text(report);
    if (run.known > 0 && !display.quiet)
      std::cout << "\n" << run.known << " matches were played before (--afresh plays them again)\n";
  }
  print_changes(plan);
  return tell_end(plan, display, run, std::to_string(played.seeds.size()) + " of " + counted(asked.seeds, "seed"));
}

}  // namespace

Command compare_command() {
  return {
      "compare",
      "--game GAME [OPTIONS]",
      "tells whether a strategy is better than another one",
      compare_details,
      {},
      together(
          {run_options(),
           {{"against", "STRATEGY", text(Offer::strategies), "the strategy that --plugin is compared with"},
            group_option,
            {"sprt", "ELO0,ELO1", text(),
             "stop as soon as it is clear whether --plugin is ELO0 or ELO1 normalised Elo stronger; for two "
             "seats"},
            {"sequential", "", on_off, "stop as soon as a difference is clear, for any number of seats"},
            {"alpha", "P", probability, "probability of finding a difference between equal strategies", "0.05"},
            {"beta", "P", probability, "for --sprt: probability of missing a difference of ELO1", "0.05"},
            measure_option,
            {"show", "N", whole(0, 1000, "a number of seeds"),
             "number of seeds to show with the largest gains, and with the largest losses", "5"},
            {"per-seed", "FILE", text(Offer::files),
             "write comma-separated values, a row for each seed: both scores and the difference"}},
           cluster_options(),
           database_options(),
           {shard_option,
            {"record", "FILE", text(Offer::files), "write the transcripts, one on each line"},
            json_option,
            {"quiet,q", "", on_off, "print no progress, no seeds with the largest gains and losses, no failures"}}}),
      run_compare};
}

}  // namespace host
