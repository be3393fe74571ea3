// Plays a run and shows it: boards, results, progress, the final table.
#include "host/cli/play_and_show.hpp"

#include "host/cli/interrupt.hpp"
#include "host/cli/kept_run.hpp"
#include "host/cli/run_results.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/report.hpp"
#include "host/view/show.hpp"

#include <unistd.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace host {

namespace {

class Screen {
 public:
  Screen(const RunPlan& plan, const RunDisplay& display)
      : plan_(plan), display_(display), several_(plan.schedule.size() > 1) {}

  void show(const FinishedMatch& match) const {
    const GameDescription& game = plan_.game.description;
    if (display_.log || (!several_ && !display_.json && !display_.quiet)) show_logs(match);
    if (display_.json) {
      Transcript bare = match.transcript;
      bare.recorded = false;
      std::cout << to_line(bare, game) << std::endl;
      return;
    }
    if (display_.boards == Boards::final) {
      std::cout << title(match.transcript) << "\n\n";
      show_board(std::cout, *match.state);
      std::cout << "\n";
    }
    if (several_ || display_.quiet) {
      if (!several_ || !display_.quiet) std::cout << match_line(match.transcript, game) << std::flush;
    } else {
      if (display_.boards == Boards::none) std::cout << title(match.transcript) << "\n\n";
      std::cout << match_table(match.transcript, game);
    }
  }

  void finish(RunResults& results, const std::string& failures) const {
    if (several_ && display_.json) std::cout << to_line({{"run", results.json()}}) << "\n";
    if (several_ && !display_.json) std::cout << (display_.quiet ? "" : "\n") << results.text();
    if (several_ && !display_.json && !display_.quiet) std::cout << failures;
  }

  /// Returns whether printing a match would disturb a progress bar on the terminal.
  [[nodiscard]] bool disturbs() const { return display_.log || (!display_.quiet && ::isatty(STDOUT_FILENO) != 0); }

 private:
  /// Prints all logs, or only those of failed seats.
  void show_logs(const FinishedMatch& match) const {
    for (std::size_t seat = 0; seat < match.logs.size(); ++seat) {
      const std::string& log = display_.log ? match.logs[seat] : match.transcript.result.seats[seat].outcome.log;
      show_log(match.transcript.seats[seat].name + " (" + plan_.game.description.seat_names[seat] + ")", log);
    }
    if (display_.log && match.state != nullptr) show_log(plan_.game.description.id + " (game)", match.state->log());
  }

  static void show_log(const std::string& whose, const std::string& log) {
    if (log.empty()) return;
    for (const std::string& line : split(std::string_view(log).substr(0, log.size() - 1), '\n'))
      std::cerr << plain(whose + ": " + line) << "\n";
  }

  const RunPlan& plan_;
  const RunDisplay& display_;
  bool several_;
};

}  // namespace

int play_and_show(const RunPlan& plan, const RunDisplay& display) {
  print_notes(plan);
  check_options(plan);
  catch_interrupts();  // before any file is created that a signal could leave behind
  RunResults results(plan, display.by);
  const Screen screen(plan, display);
  MoveBoards each_move(std::cout);
  RunHooks hooks;
  hooks.finished = [&](const FinishedMatch& match) {
    results.add(match);
    screen.show(match);
  };
  hooks.standing = [&] { return results.leaders(); };
  if (display.boards == Boards::moves) hooks.spectators.push_back(&each_move);
  hooks.writes = screen.disturbs();
  const KeptRun run = play_kept(plan, display, hooks);
  screen.finish(results, run.failures);
  if (run.known > 0 && !display.json && !display.quiet)
    std::cout << run.known << " of " << run.played << " matches were played before (--afresh plays them again)\n";
  print_changes(plan);
  print_interruption(plan, run);
  return static_cast<int>(run.interrupted ? Exit::interrupted : Exit::done);
}

}  // namespace host
