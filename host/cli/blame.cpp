// host blame: finds the turn at which a recorded match was lost, and what strategies lose in a run.
#include "host/arena/run_in_child.hpp"
#include "host/blame/continuations.hpp"
#include "host/blame/phases.hpp"
#include "host/blame/search.hpp"
#include "host/cli/blame_tasks.hpp"
#include "host/cli/command.hpp"
#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/cli/run_request.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/failure.hpp"
#include "host/live/live_seat.hpp"
#include "host/replacing_file.hpp"
#include "host/stats/draw.hpp"
#include "host/text.hpp"
#include "host/view/blame_report.hpp"
#include "host/view/output.hpp"
#include "host/view/pages.hpp"
#include "host/view/progress.hpp"
#include "host/view/recorded_page.hpp"

#include <agon/ext/model.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
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

/// The continuations of a command within its bounds, with progress.
struct BoundedWork {
  explicit BoundedWork(const Values& values)
      : progress(progress_kind(values.given("quiet")), values.whole("matches"),
                 progress_on_stderr([this] { return standing; })),
        continuations({.should_stop =
                           [this, most = values.whole("matches"), all = values.number("seconds")] {
                             return interrupted() || continuations.played() >= most || seconds() > all || enough();
                           },
                       .tick = [this] { progress.tick(); },
                       .played =
                           [this](const Probe& probe, bool failed) {
                             standing = which + "turn " + std::to_string(probe.turn + 1);
                             progress.finished(failed ? 1 : 0);
                           }},
                      values.text("resume")) {}

  using Clock = std::chrono::steady_clock;
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - began).count(); }
  PlayProbes play(const BlameTask& task) {
    return [this, &task](const std::vector<Probe>& probes) { return continuations.play(task, probes); };
  }

  void end() {
    progress.end();
    continuations.end();
  }

  const Clock::time_point began = Clock::now();
  std::function<bool()> enough = [] { return false; };
  std::string which{};  // of several matches
  std::string standing{};
  Progress progress;
  Continuations continuations;
};

void show(const Values& values, const Report& report) {
  print(std::cout, report, values.given("json") ? OutputFormat::json : OutputFormat::text);
}

/// Searches, with less time if there are limits, and then tests the turn that was found with all of the time.
void blame_match(const Values& values, const Game& game, const RecordedLine& recorded, BlameTasks& tasks) {
  const BlameTask task = tasks.of_loser(recorded);
  const double part = values.number("search-part");
  const std::optional<BlameTask> quick = with_less_time(task, part);
  const OutsideGame waits;
  BoundedWork work(values);
  std::vector<std::string> played;
  for (const std::size_t event : turns_of(task.match, task.seat)) played.push_back(task.match.events[event].action);
  const auto search_with = [&](const BlameTask& with) {
    return BlameSearch(played, worth(task, task.match.result), work.play(with),
                       {.alpha = values.number("alpha") / (quick ? 2 : 1), .least = values.number("least")});
  };
  BlameSearch whole = search_with(task);
  std::optional<BlameSearch> first;
  if (const auto turn = values.number_of("turn")) {
    whole.judge(static_cast<std::size_t>(*turn) - 1);
  } else {
    if (quick) {
      first.emplace(search_with(*quick));
      work.enough = [&] {
        const bool half = work.seconds() > values.number("seconds") / 2;
        return work.continuations.late() || (half && first->found() != nullptr);
      };
      first->run();
      if (work.continuations.late()) first.reset();
      work.enough = [&] { return first && whole.found() != nullptr; };
    }
    if (!first)
      whole.run();
    else if (const TestedTurn* const found = first->found())
      whole.judge(found->turn);
  }
  work.end();
  const bool tested = first && !whole.tested().empty() && whole.tested().front().pairs() > 0;
  const Report report = blame_report(task, game, first ? *first : whole, first ? part : 1,
                                     tested ? &whole.tested().front() : nullptr, work.continuations);
  show(values, report);
  if (values.given("html"))
    replace_file(values.text("html"),
                 recorded_page(task.match, game, recorded.where, {}, {{"blame", report.json}}).html);
}

/// Returns the run's seats, seed by seed, in an order that does not depend on the results: if time is short, the
/// judged seeds are a fair sample.
std::vector<JudgedSeat> seats_of(const std::vector<RecordedLine>& matches, const GameDescription& game) {
  std::vector<JudgedSeat> seats;
  for (std::size_t match = 0; match < matches.size(); ++match) {
    for (const std::string& name : matches[match].names) {
      seats.push_back({.match = match,
                       .seed = matches[match].seed,
                       .seat = static_cast<std::int32_t>(&name - matches[match].names.data()),
                       .strategy = name});
      seats.back().seat_name = seat_and_name(game, seats.back().seat);
    }
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
  BoundedWork work(values);
  bool all = true;
  for (std::size_t next = 0; next < rounds * seats.size() && all; ++next) {
    JudgedSeat& judged = seats[next % seats.size()];
    const RecordedLine& recorded = matches[judged.match];
    const BlameTask task = tasks.of_seat(finished_match(recorded), judged.seat, recorded.where);
    const OutsideGame waits;
    work.which = "match " + std::to_string(judged.match + 1) + ", ";
    find_phases(task.match, judged);
    judged.parameters = task.match.parameters;
    judged.end = worth(task, task.match.result);
    all = measure(judged, draws, work.play(task));
  }
  work.end();
  const std::string& where = matches.front().where;
  const Report report = blame_run_report(seats, game, where.substr(0, where.find(',')), values.text("reference"), all,
                                         work.continuations);
  show(values, report);
  if (values.given("html")) replace_file(values.text("html"), report_page(report.json));
}

/// Returns the matches of the whole run or, of a file or with --match, a single one. Throws Failure.
std::vector<RecordedLine> read_matches(const Values& values, bool whole_run) {
  const RecordedMatches source = recorded_matches(values, "blame");
  std::vector<RecordedLine> all;
  while (std::optional<RecordedLine> next = source.next()) {
    if (!next->line.empty()) all.push_back(std::move(*next));
  }
  if (all.empty()) throw Failure(Exit::transcript, source.name + ": holds no transcript");
  for (std::size_t number = 0; number < all.size(); ++number)
    all[number].where = all.size() == 1 ? source.name : source.name + ", match " + std::to_string(number + 1);
  if (whole_run) return all;
  if (!values.given("match") && all.size() > 1)
    throw Failure(Exit::usage, source.name + " holds several matches: name one with --match N");
  const std::size_t wanted = values.given("match") ? values.whole("match") : 1;
  if (wanted > all.size())
    throw Failure(Exit::usage, "--match " + std::to_string(wanted) + ": " + source.name + " holds " +
                                   counted(all.size(), "transcript"));
  return {std::move(all[wanted - 1])};
}

int run_blame(const Values& values) {
  catch_interrupts();
  return run_game_in_child(read_game_limits(values), [&] {
    const bool whole_run = values.given("run") && !values.given("match");
    const std::vector<RecordedLine> matches = read_matches(values, whole_run);
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
          {{{"match", "N", whole(1, unlimited, "the number of a transcript"),
             "the number of the transcript, from 1, if there are several"},
            {"run", "N", text("latest"), "take the transcripts of this run of the database, or of the latest"},
            {"db", "FILE", text(Offer::files), "the results database of --run and --target, if not the default one"},
            {"game", "GAME", text(Offer::games), "the game's library, if not the one that is found by name"},
            {"seat", "SEAT", text(), "whose turns to judge (default: the one that has lost)"},
            {"reference", "STRATEGY", text(Offer::strategies), "the strategy that plays on", "champion"},
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
            {"html", "FILE", text(Offer::files), "write the match with the values as one page for a browser"},
            json_option,
            {"quiet,q", "", on_off, "show no progress"}},
           cluster_options(),
           sandbox_options(),
           game_limit_options()}),
      run_blame};
}

}  // namespace host
