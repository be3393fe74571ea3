#include "host/cli/match_screen.hpp"

#include "host/cli/process.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/match_report.hpp"
#include "host/view/output.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace host {

namespace {

void show_log(const std::string& whose, const std::string& log) {
  if (log.empty()) return;
  for (const std::string& line : split(std::string_view(log).substr(0, log.size() - 1), '\n'))
    std::cerr << plain(whose + ": " + line) << "\n";
}

}  // namespace

MatchScreen::MatchScreen(const RunPlan& plan, const RunDisplay& display)
    : plan_(plan), display_(display), several_(plan.schedule.size() > 1) {}

void MatchScreen::show(const PlayedMatch& match) const {
  const GameDescription& game = plan_.game.description;
  const Transcript& transcript = match.transcript;
  if (display_.log || (!several_ && !display_.json && !display_.quiet)) show_logs(match);
  if (display_.json) {
    Transcript bare = transcript;
    bare.recorded = false;
    std::cout << to_line(bare, game) << std::endl;
    return;
  }
  if (display_.boards == Boards::final) {
    constexpr std::ptrdiff_t most = 50;  // lines that a terminal may show at once
    const std::ptrdiff_t lines = std::count(match.board.begin(), match.board.end(), '\n');
    std::cout << title(transcript) << "\n\n";
    if (lines <= most || display_.board_requested)
      std::cout << Steering{match.board} << "\n";
    else
      std::cout << "The board has " << lines << " lines: --board final shows it.\n\n";
  }
  if (several_ || display_.quiet) {
    if (!several_ || !display_.quiet) std::cout << match_line(transcript, game) << std::flush;
  } else {
    if (display_.boards == Boards::none) std::cout << title(transcript) << "\n\n";
    std::cout << match_table(transcript, game);
  }
}

void MatchScreen::finish(RunResults& results, const KeptRun& run) const {
  if (several_ && display_.json) std::cout << to_line({{"run", results.report(run.faults).json}}) << "\n";
  if (several_ && !display_.json) std::cout << (display_.quiet ? "" : "\n") << to_text(results.report(run.faults));
  if (several_ && !display_.json && !display_.quiet) std::cout << run.failures;
}

bool MatchScreen::disturbs() const {
  return display_.log || (!display_.quiet && ::isatty(STDOUT_FILENO) != 0);
}

/// Prints all logs, or only those of failed seats.
void MatchScreen::show_logs(const PlayedMatch& match) const {
  const std::vector<SeatResult>& seats = match.transcript.result.seats;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const std::string& log = display_.log ? match.logs.at(seat) : seats[seat].outcome.log;
    show_log(match.transcript.seats[seat].name + " (" + plan_.game.description.seat_names[seat] + ")", log);
  }
  if (display_.log) show_log(plan_.game.description.id + " (game)", match.game_log);
}

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
