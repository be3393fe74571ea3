// host blame: finds the turn at which a recorded match was lost, and what strategies lose in a run.
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
#include "host/stats/draw.hpp"
#include "host/tournament/blame_judged.hpp"
#include "host/tournament/blame_search.hpp"
#include "host/util/failure.hpp"
#include "host/util/replacing_file.hpp"

#include <agon/ext/model.h>

#include <algorithm>
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
part that is left. In games with one seat, name the score with --target that the match should have had. --run without
--match judges all matches of the run: what each strategy loses in their opening, middle and end.

Examples:
  host blame matches.jsonl --match 7
  host blame matches.jsonl --seat 1 --reference mcts,simulations=1000 --html blame.html
  host blame --run latest --reference mcts,simulations=100 --time 0 --seconds 600
)";

/// Searches, with less time if there are limits, and then tests the turn that was found with all of the time.
void blame_match(const Values& values, const Game& game, const RecordedLine& recorded, BlameTasks& tasks) {
  const BlameTask task = tasks.of_loser(recorded);
  const std::optional<BlameTask> quick = with_less_time(task, values.number("search-part"));
  const OutsideGame waits;
  Continuations work(values);
  std::vector<std::string> played;
  for (const std::size_t event : turns_of(task.match, task.seat)) played.push_back(task.match.events[event].action);
  const double end = worth(task, task.match.result);
  const auto player = [&](const BlameTask& with) {
    return [&](const std::vector<Probe>& probes) { return work.play(with, probes); };
  };
  BlameFindings whole{.options = {.alpha = values.number("alpha") / (quick ? 2 : 1), .least = values.number("least")}};
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

/// Returns the run's seats, seed by seed, in an order that does not depend on the results: if time is short, the
/// judged seeds are a fair sample.
std::vector<JudgedSeat> seats_of(const std::vector<RecordedLine>& matches, const GameDescription& game) {
  std::vector<JudgedSeat> seats;
  for (const RecordedLine& match : matches) {
    for (std::int32_t seat = 0; std::cmp_less(seat, match.names.size()); ++seat)
      seats.push_back({.match = static_cast<std::size_t>(&match - matches.data()),
                       .seed = match.seed,
                       .seat = seat,
                       .seat_name = seat_and_name(game, seat),
                       .strategy = match.names[static_cast<std::size_t>(seat)]});
  }
  const auto rank = [](const JudgedSeat& seat) { return std::pair(stats::Draw(seat.seed).fraction(), seat.seed); };
  std::ranges::stable_sort(seats, {}, rank);
  return seats;
}

/// Judges all seats of the run's matches, again and again with other continuations.
void blame_run(const Values& values, const Game& game, const std::vector<RecordedLine>& matches, BlameTasks& tasks) {
  constexpr std::size_t rounds = 8;
  constexpr std::size_t draws = 2;  // continuations of each position in a round
  refuse_given(values, {"seat", "turn", "target"}, "is for one match: name it with --match");
  std::vector<JudgedSeat> seats = seats_of(matches, game.description);
  Continuations work(values);
  bool all = true;
  for (std::size_t next = 0; next < rounds * seats.size() && all; ++next) {
    JudgedSeat& judged = seats[next % seats.size()];
    const RecordedLine& recorded = matches[judged.match];
    const BlameTask task = tasks.of_seat(finished_match(recorded), judged.seat, recorded.where);
    const OutsideGame waits;
    work.which = "match " + std::to_string(judged.match + 1) + ", ";
    find_phases(task.match, judged);
    judged.parameters = {task.match.parameters.begin(), task.match.parameters.end()};
    judged.end = worth(task, task.match.result);
    all = measure(judged, draws, [&](const auto& probes) { return work.play(task, probes); });
  }
  work.end();
  const std::string& where = matches.front().where;
  const Report report =
      blame_run_report(seats, game, where.substr(0, where.find(',')), tasks.reference(), all, work.counts());
  std::cout << writer_of(values)(report);
  if (values.given("html")) replace_file(values.text("html"), report_page(report.json));
}

int run_blame(const Values& values) {
  catch_interrupts();
  return run_game_in_child(read_game_limits(values), [&] {
    const bool whole_run = values.given("run") && !values.given("match");
    std::vector<RecordedLine> matches;
    for_each_match(values, "blame", !whole_run,
                   [&](RecordedLine&& match, bool /*only*/) { matches.push_back(std::move(match)); });
    const std::string& where = matches.front().where;
    const Transcript first = finished_match(matches.front());
    RecordedGames games(values.text("game"));
    const Game& game = games.game_of(first, where);
    name_own_work(where + ": the game " + game.description.id);
    if (game.type->extension(AGON_MODEL) == nullptr)
      throw Failure(Exit::usage, where + ": the game " + game.description.id +
                                     " has no model (agon.model/1), so its chance can't be drawn again");
    BlameTasks tasks(values, game, first, where);
    if (whole_run)
      blame_run(values, game, matches, tasks);
    else
      blame_match(values, game, matches.front(), tasks);
    return static_cast<int>(interrupted() ? Exit::interrupted : Exit::done);
  });
}

}  // namespace

Command blame_command() {
  return {
      "blame",
      "FILE",
      "finds the turn at which a match was lost",
      blame_details,
      text(Offer::files),
      together(
          {recorded_options(),
           {{"db", "FILE", text(Offer::files), "the results database of --run and --target, if not the default one"},
            {"seat", "SEAT", text(), "whose turns to judge (default: the one that has lost)"},
            {"reference", "STRATEGY", text(Offer::strategies),
             "the strategy that plays on (default: the game's champion, else mcts)"},
            {"plugin", "STRATEGY", texts(Offer::strategies),
             "where a strategy of the match is that was given as a file, if it is not found; may be repeated"},
            {"target", "SCORE", number(-unlimited, unlimited),
             "for one seat: the score that the match should have had (default: the best stored one with its seed)"},
            {"turn", "N", whole(1, unlimited, "the number of a turn"),
             "test the seat's turn number N, from 1, instead of searching"},
            {"chance", "N", whole(0, 1e9, "a number"), "other numbers mean other random numbers", "0"},
            {"least", "COST", number(0, 0.99), "the cost above which a turn is named; a match is worth 1", "0.1"},
            {"alpha", "P", probability, "the probability of naming a turn that has not cost so much", "0.05"},
            {"search-part", "P", number(0.001, 1),
             "the part of the limits of CPU time in the search; the turn that it finds is tested with all of it",
             "0.1"},
            {"seconds", "S", number(1, 1e9, "seconds"), "end after this time", "50"},
            {"matches", "N", whole(1, 1e9, "a number"), "play at most about this many continuations", "5000"},
            {"jobs", "N", jobs_taken, "matches at a time (default: one for each core)"},
            {"resume", "FILE", text(Offer::files),
             "keep all continuations in FILE, and use those that it holds already"},
            {"html", "FILE", text(Offer::files), "write the match with the values as one page for a browser"}},
           format_options(),
           {{"quiet,q", "", on_off, "show no progress"}},
           cluster_options(),
           sandbox_options(),
           game_limit_options()}),
      run_blame};
}

}  // namespace host
