// Prints finished matches, and the tables at the end of a run.
#pragma once

#include "host/arena/job.hpp"
#include "host/cli/kept_run.hpp"
#include "host/cli/run_request.hpp"
#include "host/cli/run_results.hpp"

namespace host {

class MatchScreen {
 public:
  /// Borrows both.
  MatchScreen(const RunPlan& plan, const RunDisplay& display);

  /// Prints one match, which has no fault.
  void show(const PlayedMatch& match) const;

  /// Prints the tables of a run with several matches.
  void finish(RunResults& results, const KeptRun& run) const;

  /// Returns whether printing a match would disturb a progress bar on the terminal.
  [[nodiscard]] bool disturbs() const;

 private:
  void show_logs(const PlayedMatch& match) const;

  const RunPlan& plan_;
  const RunDisplay& display_;
  bool several_;
};

/// Plays the plan, stores the results and shows them: boards, matches, progress, the final table. Returns the exit
/// code.
int play_and_show(const RunPlan& plan, const RunDisplay& display);

}  // namespace host
