#include "host/cli/kept_run.hpp"

#include "host/cli/process.hpp"
#include "host/cli/record_file.hpp"
#include "host/json.hpp"
#include "host/plugin/plugin_file.hpp"
#include "host/program_name.hpp"
#include "host/text.hpp"
#include "host/tournament/archive.hpp"
#include "host/view/failure_list.hpp"
#include "host/view/output.hpp"
#include "host/view/progress.hpp"

#include <cerrno>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>

namespace host {

void print_notes(const RunPlan& plan) {
  const std::vector<std::string> of_game = describe_build(*plan.game.build).warnings;
  std::set<std::string> warnings(of_game.begin(), of_game.end());
  for (const Entrant& entrant : plan.entrants)
    warnings.insert(entrant.file.warnings.begin(), entrant.file.warnings.end());
  for (const std::string& warning : warnings) tell("warning: " + warning);
  if (plan.shard)
    tell("part " + std::to_string(plan.shard->part) + " of " + std::to_string(plan.shard->parts) + ": " +
         counted(plan.schedule.size(), "match") + "; '" + command_line("merge") + "' joins the parts");
  print_seeds(plan);
}

void print_seeds(const RunPlan& plan) {
  if (plan.seeds.drawn) tell("to play these seeds again: --seeds " + plan.seeds.text);
}

std::string how_to_go_on(const RunPlan& plan) {
  return plan.seeds.secret.empty() ? "" : "; --seeds " + plan.seeds.text + " goes on with these seeds";
}

void print_changes(const std::vector<const Build*>& builds) {
  std::set<std::filesystem::path> said;
  for (const Build* const build : builds) {
    const Build::Since since = build->since();
    if (since == Build::Since::same || !said.insert(build->path()).second) continue;
    const bool gone = since == Build::Since::gone;
    tell(build->path().string() + (gone ? " is gone" : " has changed") +
         ": the results are of the build at the start of the command, SHA-256 " + build->sha256() +
         (gone ? "" : "; run the command again to measure the new build"));
  }
}

void print_changes(const RunPlan& plan) {
  std::vector<const Build*> builds = {plan.game.build.get()};
  for (const Entrant& entrant : plan.entrants) {
    if (!entrant.person()) builds.push_back(entrant.file.build.get());
  }
  print_changes(builds);
}

KeptRun play_kept(const RunPlan& plan, const RunDisplay& display, const RunHooks& hooks) {
  std::optional<RecordFile> record;
  if (!display.record.empty()) {
    check_record(display.record, !display.quiet);
    record.emplace(display.record);
  }
  std::optional<Archive> archive;
  if (plan.database) archive.emplace(plan, display.command);
  std::optional<FailureList> failures(std::in_place, plan, ::program_invocation_name);
  Progress progress(progress_kind(display.quiet || plan.schedule.size() == 1), plan.schedule.size(),
                    progress_on_stderr(hooks.standing));
  RunObserver observer;
  observer.shown = [](const std::string& text) { std::cout << Steering{text} << std::flush; };
  observer.tick = [&] { progress.tick(); };
  observer.should_stop = [&] { return hooks.enough() || interrupted(); };
  KeptRun run;
  observer.finished = [&](const FinishedMatch& match) {
    // Matches played in parallel with the deciding one do not belong to the run, neither here nor in the database:
    // their number depends on the number of jobs.
    if (hooks.enough()) return;
    if (archive) archive->add(match);
    if (match.fault) {
      if (run.faults++ == 0) run.first_fault = *match.fault;
      hooks.left_out(match);
      progress.finished(failures->add(match), !match.stored);
      return;
    }
    if (record) record->add(to_line(match.transcript, plan.game.description));
    if (hooks.writes) progress.wipe();
    hooks.finished(match);
    if (hooks.writes) progress.restore();
    progress.finished(failures->add(match), !match.stored);
  };
  observer.withdrawn = [&](const std::vector<std::string>& keys) {
    if (archive) archive->withdraw(keys);
    if (record) record.emplace(display.record);
    failures.emplace(plan, ::program_invocation_name);
    run = {};
    progress.restart();
    hooks.restart();
  };
  forbid_exit();
  run.played = play_run(plan, observer);
  progress.end();
  run.interrupted = run.played < plan.schedule.size() && !hooks.enough();
  run.known = archive ? archive->known() : 0;
  run.failures = failures->text();
  if (archive) {
    archive->finish(run.interrupted);
    for (const std::string& sentence : archive->not_deterministic()) tell("warning: " + sentence);
  }
  if (record && (run.faults == 0 || run.faults < run.played)) record->finish();
  return run;
}

void print_faults(const KeptRun& run) {
  if (run.faults == 0) return;
  const std::string rest = run.played == 1 ? ""
                                           : "; it failed " + std::to_string(run.faults) + " of " +
                                                 counted(run.played, "match") + ", which no table counts";
  tell(run.first_fault + rest);
}

Exit end_of(const KeptRun& run) {
  return run.interrupted ? Exit::interrupted : run.faults > 0 ? Exit::game : Exit::done;
}

void print_interruption(const RunPlan& plan, const KeptRun& run) {
  if (!run.interrupted) return;
  tell("interrupted after " + std::to_string(run.played) + " of " + counted(plan.schedule.size(), "match") +
       how_to_go_on(plan));
}

}  // namespace host
