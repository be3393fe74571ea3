// A run on the screen: boards, results, progress, the table at the end.
#include "host/cli/changes.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/record_file.hpp"
#include "host/cli/run_request.hpp"
#include "host/cli/run_results.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/tournament/archive.hpp"
#include "host/view/failure_list.hpp"
#include "host/view/output.hpp"
#include "host/view/progress.hpp"
#include "host/view/report.hpp"
#include "host/view/show.hpp"

#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace host {

void print_notes(const RunPlan& plan) {
  std::set<std::string> warnings(plan.game.library->description().warnings.begin(),
                                 plan.game.library->description().warnings.end());
  for (const Entrant& entrant : plan.entrants)
    warnings.insert(entrant.file.warnings.begin(), entrant.file.warnings.end());
  for (const std::string& warning : warnings) tell("warning: " + warning);
  print_seeds(plan);
}

void print_seeds(const RunPlan& plan) {
  if (plan.seeds.drawn) tell("to play these seeds again: --seeds " + plan.seeds.text);
}

std::string how_to_go_on(const RunPlan& plan) {
  return plan.seeds.secret.empty() ? "" : "; --seeds " + plan.seeds.text + " goes on with these seeds";
}

void print_changes(const RunPlan& plan) {
  std::vector<const Build*> builds = {&plan.game.library->build()};
  for (const Entrant& entrant : plan.entrants) builds.push_back(entrant.file.build.get());
  print_changes(builds);
}

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

  void finish(RunResults& results, const FailureList& failures) const {
    if (several_ && display_.json) std::cout << to_line({{"run", results.json()}}) << "\n";
    if (several_ && !display_.json) std::cout << (display_.quiet ? "" : "\n") << results.text();
    if (several_ && !display_.json && !display_.quiet) std::cout << failures.text();
  }

  /// Whether showing a match would disturb a bar on the terminal.
  [[nodiscard]] bool disturbs() const { return display_.log || (!display_.quiet && ::isatty(STDOUT_FILENO) != 0); }

 private:
  /// All that was logged, or what those left that failed.
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
  catch_interrupts();  // before a file exists that a signal could leave behind
  std::optional<RecordFile> record;
  if (!display.record.empty()) record.emplace(display.record);
  std::optional<Archive> archive;
  if (plan.database) archive.emplace(plan, display.command);
  RunResults results(plan, display.by);
  const Screen screen(plan, display);
  MoveBoards each_move(std::cout);
  RunObserver observer;
  if (display.boards == Boards::moves) observer.spectators.push_back(&each_move);
  FailureList failures(plan, ::program_invocation_name);
  Progress progress(progress_kind(display.quiet || plan.schedule.size() == 1), plan.schedule.size(),
                    progress_on_stderr([&] { return results.leaders(); }));
  const bool disturbs = screen.disturbs();
  observer.finished = [&](const FinishedMatch& match) {
    if (archive) archive->add(match);
    if (record) record->add(to_line(match.transcript, plan.game.description));
    results.add(match);
    if (disturbs) progress.wipe();
    screen.show(match);
    if (disturbs) progress.restore();
    progress.finished(failures.add(match), !match.stored);
  };
  observer.tick = [&] { progress.tick(); };
  observer.should_stop = interrupted;
  const std::size_t played = play_run(plan, observer);
  progress.end();
  const bool whole = played == plan.schedule.size();
  if (archive) archive->finish(!whole);
  if (record) record->finish();
  screen.finish(results, failures);
  if (archive && archive->known() > 0 && !display.json && !display.quiet)
    std::cout << archive->known() << " of " << played << " matches were played before (--afresh plays them again)\n";
  print_changes(plan);
  if (whole) return static_cast<int>(Exit::done);
  tell("interrupted after " + std::to_string(played) + " of " + counted(plan.schedule.size(), "match") +
       how_to_go_on(plan));
  return static_cast<int>(Exit::interrupted);
}

}  // namespace host
