// host blame: finds the turn at which a recorded match was lost.
#include "host/arena/live_seat.hpp"
#include "host/arena/process.hpp"
#include "host/cli/blame_work.hpp"
#include "host/cli/command.hpp"
#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/cli/run_request.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/report/blame_report.hpp"
#include "host/report/pages.hpp"
#include "host/report/report.hpp"
#include "host/tournament/blame_judged.hpp"
#include "host/tournament/blame_search.hpp"
#include "host/util/failure.hpp"
#include "host/util/replacing_file.hpp"

#include <agon/ext/model.h>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

namespace {

constexpr const char* blame_details =
    R"(FILE contains transcripts as --record writes them; --run with --match takes one of a stored run instead. The seat
that has lost is handed to a reference strategy before one of its turns, and the match is played on many times with
fresh chance. The turn is named after which the seat could expect less than before: docs/analysis.md tells more.
Strategies have 0.1 s of CPU time for each turn of the match, or --time for all of it; of this, a continuation has the
part that is left. In games with one seat, the match is compared with the best stored one on its seed.

Examples:
  host blame matches.jsonl --match 7
  host blame matches.jsonl --seat 1 --reference mcts,simulations=1000 --html blame.html
  host blame --run latest --match 7 --seconds 600
)";

/// The part of the limits of CPU time that strategies have in the search.
constexpr double search_part = 0.1;

/// Searches, with less time if there are limits, and then tests the turn that was found with all of the time.
void blame_match(const Values& values, const Game& game, const RecordedLine& recorded, BlameTasks& tasks) {
  const BlameTask task = tasks.of_loser(recorded);
  const std::optional<BlameTask> quick = with_less_time(task, search_part);
  const OutsideGame waits;
  Continuations work(values);
  std::vector<std::string> played;
  for (const std::size_t event : turns_of(task.match, task.seat)) played.push_back(task.match.events[event].action);
  const double end = worth(task, task.match.result);
  const auto player = [&](const BlameTask& with) {
    return [&](const std::vector<Probe>& probes) { return work.play(with, probes); };
  };
  BlameFindings whole;
  if (quick) whole.options.alpha /= 2;
  std::optional<BlameFindings> first;
  const std::optional<double> turn = values.number_of("turn");
  if (quick && !turn) {
    first = whole;
    work.enough = [&] {
      const bool half = work.seconds() > values.number("seconds") / 2;
      return work.counts().late || (half && first->found() != nullptr);
    };
    search_turns(*first, played, end, player(*quick));
    if (work.counts().late) first.reset();
    work.enough = [&] { return first && whole.found() != nullptr; };
  }
  if (turn)
    judge_turn(whole, static_cast<std::size_t>(*turn) - 1, player(task));
  else if (!first)
    search_turns(whole, played, end, player(task));
  else if (const TestedTurn* const found = first->found())
    judge_turn(whole, found->turn, player(task));
  work.end();
  const bool tested = first && !whole.tested.empty() && whole.tested.front().pairs() > 0;
  const Report report = blame_report(first ? *quick : task, game, first ? *first : whole,
                                     tested ? &whole.tested.front() : nullptr, work.counts());
  std::cout << writer_of(values)(report);
  if (values.given("html"))
    replace_file(values.text("html"),
                 recorded_page(task.match, game, recorded.where, {}, {{"blame", report.json}}).html);
}

int run_blame(const Values& values) {
  catch_interrupts();
  return run_game_in_child(read_game_limits(values), [&] {
    std::optional<RecordedLine> recorded;
    for_each_match(values, "blame", true, [&](RecordedLine&& match, bool /*only*/) { recorded = std::move(match); });
    const std::string& where = recorded->where;
    const Transcript match = finished_match(*recorded);
    RecordedGames games(values.text("game"));
    const Game& game = games.game_of(match, where);
    name_own_work(where + ": the game " + game.description.id);
    if (game.type->extension(AGON_MODEL) == nullptr)
      throw Failure(Exit::usage, where + ": the game " + game.description.id +
                                     " has no model (agon.model/1), so its chance can't be drawn again");
    BlameTasks tasks(values, game, match, where);
    blame_match(values, game, *recorded, tasks);
    return static_cast<int>(interrupted() ? Exit::interrupted : Exit::done);
  });
}

}  // namespace

Command blame_command() {
  return {"blame",
          "FILE",
          "finds the turn at which a match was lost",
          blame_details,
          text(Offer::files),
          together({recorded_options(),
                    {{"db", "FILE", text(Offer::files), "the results database, if not the default one"},
                     {"seat", "SEAT", text(), "whose turns to judge (default: the one that has lost)"},
                     {"turn", "N", whole(1, unlimited, "the number of a turn"),
                      "test the seat's turn number N, from 1, instead of searching"},
                     {"reference", "STRATEGY", text(Offer::strategies),
                      "the strategy that plays on (default: the game's champion, else mcts)"},
                     {"plugin", "STRATEGY", texts(Offer::strategies),
                      "where a strategy of the match is that was given as a file, if it is not found; may be repeated"},
                     {"seed", "N", whole(0, 1e9, "a number"), "other numbers mean other random numbers", "0"},
                     {"seconds", "S", number(1, 1e9, "seconds"), "end after this time", "50"},
                     {"jobs", "N", jobs_taken, "matches at a time (default: one for each core)"},
                     {"html", "FILE", text(Offer::files), "write the match with the values as one page for a browser"}},
                    format_options(),
                    {{"quiet,q", "", on_off, "show no progress"}},
                    sandbox_options(),
                    game_limit_options()}),
          run_blame};
}

}  // namespace host
