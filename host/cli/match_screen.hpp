// Prints finished matches, and the tables at the end of a run.
#pragma once

#include "host/cli/run_request.hpp"
#include "host/cli/run_results.hpp"
#include "host/match/game_state.hpp"
#include "host/match/transcript.hpp"

#include <string>
#include <vector>

namespace host {

class MatchScreen {
 public:
  /// Borrows both.
  MatchScreen(const RunPlan& plan, const RunDisplay& display);

  /// Prints one match. `state` is its end, NULL for a match that was not played now; `logs` has one for each seat.
  void show(const Transcript& transcript, const GameState* state, const std::vector<std::string>& logs) const;

  /// Prints the tables of a run with several matches.
  void finish(RunResults& results, const std::string& failures) const;

  /// Returns whether printing a match would disturb a progress bar on the terminal.
  [[nodiscard]] bool disturbs() const;

 private:
  void show_logs(const Transcript& transcript, const GameState* state, const std::vector<std::string>& logs) const;

  const RunPlan& plan_;
  const RunDisplay& display_;
  bool several_;
};

}  // namespace host
