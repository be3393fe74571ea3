// host compare: tests whether one strategy is better than another one.
#include "host/cli/command.hpp"
#include "host/cli/comparison_run.hpp"
#include "host/cli/last_build.hpp"
#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/report/comparison_report.hpp"
#include "host/report/report.hpp"
#include "host/tournament/comparison.hpp"
#include "host/util/failure.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"

#include <cstddef>
#include <filesystem>
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
  host compare --game GAME --plugin ./mybot.so             against its build before
  host compare --game GAME --plugin ./new.so --against ./old.so
  host compare --game GAME --plugin ./new.so --against ./old.so --sprt 0,20
  host compare --game GAME --plugin ./new.so --against ./old.so --sequential --json
)";

std::optional<stats::Sprt> read_sprt(const Values& values, std::size_t seats, const std::string& who) {
  if (!values.given("sprt")) return std::nullopt;
  if (values.given("sequential")) throw Failure(Exit::usage, "--sprt and --sequential exclude each other");
  if (seats != 2) {
    throw Failure(Exit::usage, "--sprt counts pairs of matches between two seats, and " + who + " has " +
                                   counted(seats, "seat") + ": --sequential is for any game");
  }
  return sprt_of(values);
}

/// A search may compare the start with itself.
void add_other(RunPlan& plan, const Values& values, const Catalogue& catalogue, bool trial) {
  if (plan.participants.size() != 1) {
    throw Failure(Exit::usage,
                  "compare takes two strategies, one with --plugin and the one to compare it with by --against");
  }
  if (values.given("against")) {
    plan.participants.push_back(
        enter(PluginSpec::parse(values.text("against"), "--against"), plan.game.description, catalogue));
  } else {
    refuse_given(values, {"no-db"}, "does not go without --against: the database knows what to compare with");
    const std::filesystem::path database = database_of(values);
    keep_build(database, plan.game.description.id, plan.participants.front());
    plan.participants.push_back(last_other_build(plan, database, catalogue));
    print_message("compares with " + plan.participants.back().identity.name + ", the last other build in " +
                  database.string());
  }
  tell_apart(plan.participants);
  const SeatIdentity& a = plan.participants[0].identity;
  const SeatIdentity& b = plan.participants[1].identity;
  if (a.plays_as(b) && !trial) {
    throw Failure(Exit::usage, "nothing to compare: " + plan.participants[0].file.build->path().string() + " and " +
                                   plan.participants[1].file.build->path().string() + " are the same strategy " +
                                   a.strategy + ", with the same options");
  }
}

/// `trial`: whether it is one of a search, which no table ranks, and which stores transcripts with --keep alone.
int run_compare(const Values& values, bool trial) {
  const Catalogue catalogue = Catalogue::standard();
  const bool stops = values.given("sprt") || values.given("sequential");
  RunPlan plan = read_plan(values, catalogue, stops ? seeds_of_tests : all_seeds);
  add_other(plan, values, catalogue, trial);
  const GameDescription& game = plan.game.description;
  plan.group = read_group(values, game);
  ComparisonOptions asked{.alpha = values.number("alpha"),
                          .sprt = read_sprt(values, seats_of_matches(plan), plan.group == 0 ? game.id : "a match"),
                          .sequential = values.given("sequential")};
  if (stops && values.given("shard"))
    throw Failure(Exit::usage, "--shard does not go with --sprt and --sequential, which stop as soon as they can");
  schedule_comparison(plan, asked);
  const RunDisplay display = read_run(values, plan);
  plan.kind = trial ? RunKind::search : RunKind::compare;
  if (trial) plan.keep = plan.complete_transcripts;
  read_machines(values, plan, stops);
  print_notes(plan);
  check_strategies(plan);
  if (plan.database && !trial) keep_build(*plan.database, game.id, plan.participants.front());
  catch_interrupts();  // before any file is created that a signal could leave behind
  const ComparisonRun played = play_comparison(plan, display, asked);
  const PlayedRun& run = played.run;
  Report report = full_report(plan, display, played);
  if (display.json) {
    report.json["failed_by_game"] = run.faults;
    std::cout << to_json(report);
  } else {
    std::cout << to_text(report);
    if (run.known > 0 && !display.quiet)
      std::cout << "\n" << run.known << " matches were played before (--no-db plays them again)\n";
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
           {{"against", "STRATEGY", text(Offer::strategies),
             "the strategy that --plugin is compared with (default: its last other build that the database knows)"},
            group_option,
            {"sprt", "ELO0,ELO1", text(),
             "stop as soon as it is clear whether --plugin is ELO0 or ELO1 normalised Elo stronger; for two "
             "seats"},
            {"sequential", "", on_off, "stop as soon as a difference is clear, for any number of seats"},
            {"alpha", "P", probability,
             "probability of finding a difference between equal strategies; with --sprt, also of missing one of ELO1",
             "0.05"},
            measure_option},
           machine_options(),
           database_options(),
           {shard_option,
            {"record", "FILE", text(Offer::files), "write the transcripts, one on each line"},
            json_option,
            {"quiet,q", "", on_off, "print no progress, no seeds with the largest gains and losses, no failures"}}}),
      [](const Values& values) { return run_compare(values, false); }};
}

Command trial_command() {
  Command command = compare_command();
  command.run = [](const Values& values) { return run_compare(values, true); };
  return command;
}

}  // namespace host
