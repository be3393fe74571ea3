#include "host/cli/match_screen.hpp"

#include "host/json.hpp"
#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/output.hpp"
#include "host/view/report.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <nlohmann/json.hpp>
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
  if (several_ && display_.json) std::cout << to_line({{"run", results.json(run.faults)}}) << "\n";
  if (several_ && !display_.json) std::cout << (display_.quiet ? "" : "\n") << results.text();
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

}  // namespace host
