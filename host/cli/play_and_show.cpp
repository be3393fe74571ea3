// Plays a run and shows it: boards, results, progress, the final table.
#include "host/cli/play_and_show.hpp"

#include "host/cli/interrupt.hpp"
#include "host/cli/kept_run.hpp"
#include "host/cli/match_screen.hpp"
#include "host/cli/run_results.hpp"
#include "host/failure.hpp"

#include <iostream>
#include <optional>

namespace host {

int play_and_show(const RunPlan& plan, const RunDisplay& display) {
  print_notes(plan);
  check_strategies(plan);
  catch_interrupts();  // before any file is created that a signal could leave behind
  std::optional<RunResults> results(std::in_place, plan, display.by);
  const MatchScreen screen(plan, display);
  RunHooks hooks;
  hooks.finished = [&](const FinishedMatch& match) {
    results->add(match);
    screen.show(match);
  };
  hooks.standing = [&] { return results->leaders(); };
  hooks.restart = [&] { results.emplace(plan, display.by); };
  hooks.writes = screen.disturbs();
  const KeptRun run = play_kept(plan, display, hooks);
  screen.finish(*results, run);
  if (run.known > 0 && !display.json && !display.quiet)
    std::cout << run.known << " of " << run.played << " matches were played before (--afresh plays them again)\n";
  print_changes(plan);
  print_faults(run);
  print_interruption(plan, run);
  return static_cast<int>(end_of(run));
}

}  // namespace host
