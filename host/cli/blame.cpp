// host blame: finds the turn at which a recorded match was lost, and what strategies lose in a run.
#include "host/arena/run_in_child.hpp"
#include "host/blame/kept_continuations.hpp"
#include "host/blame/phases.hpp"
#include "host/blame/search.hpp"
#include "host/cli/blame_task.hpp"
#include "host/cli/command.hpp"
#include "host/cli/kept_run.hpp"
#include "host/cli/process.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/failure.hpp"
#include "host/live/live_seat.hpp"
#include "host/match/replay.hpp"
#include "host/own_files.hpp"
#include "host/replacing_file.hpp"
#include "host/stats/draw.hpp"
#include "host/view/blame_report.hpp"
#include "host/view/blame_run_report.hpp"
#include "host/view/output.hpp"
#include "host/view/pages.hpp"
#include "host/view/progress.hpp"
#include "host/view/recorded_page.hpp"

#include <agon/ext/model.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iostream>
#include <numeric>
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

/// Plays continuations within the command's bounds, with progress, and keeps them in the file of --resume.
class BoundedWork {
 public:
  explicit BoundedWork(const Values& values)
      : values_(values),
        most_(values.whole("matches")),
        seconds_(values.number("seconds")),
        progress_(progress_kind(values.given("quiet")), most_, progress_on_stderr([this] { return standing_; })) {}

  [[nodiscard]] bool over() const {
    return interrupted() || played_ >= most_ || std::chrono::steady_clock::now() - begun_ > seconds_;
  }

  /// Returns hooks for the continuations of a task, which `task` distinguishes in the file.
  ContinuationHooks hooks(const std::string& task, const std::string& standing) {
    ContinuationHooks hooks;
    hooks.should_stop = [this] { return over(); };
    hooks.tick = [this] { progress_.tick(); };
    hooks.finished = [this, task, standing](const Probe& probe, const Continuation& each) {
      const bool failed = !each.failure.empty();
      ++played_;
      failures_ += failed ? 1 : 0;
      if (first_failure_.empty()) first_failure_ = each.failure;
      standing_ = standing + "turn " + std::to_string(probe.turn + 1);
      progress_.finished(failed ? 1 : 0);
      if (file_) file_->add(task, probe, each);
    };
    return hooks;
  }

  /// Opens the file of --resume, at the first call.
  void open(const nlohmann::ordered_json& head) {
    if (values_.given("resume") && !file_) file_.emplace(values_.text("resume"), head);
  }
  void tell(const std::string& task, Continuations& continuations) const {
    if (file_) file_->tell(task, continuations);
  }
  void end() { progress_.end(); }

  [[nodiscard]] std::size_t played() const { return played_; }
  [[nodiscard]] std::size_t failures() const { return failures_; }
  [[nodiscard]] const std::string& first_failure() const { return first_failure_; }

 private:
  const Values& values_;
  std::size_t most_;
  std::chrono::duration<double> seconds_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::size_t played_ = 0;
  std::size_t failures_ = 0;
  std::string first_failure_;
  std::string standing_;
  std::optional<KeptContinuations> file_;
  Progress progress_;
};

bool hides(const Game& game) {
  const auto* const model = static_cast<const agon_model*>(game.type->extension(AGON_MODEL));
  return (model->properties & AGON_MODEL_HIDDEN) != 0;
}

OutputFormat blame_format(const Values& values) {
  return values.given("json") ? OutputFormat::json : OutputFormat::text;
}

void blame_match(const Values& values, const Game& game, const RecordedLine& recorded) {
  const BlameTask task = BlameTasks(values, game).of_loser(finished_match(recorded), recorded.where);
  const OutsideGame waits;
  const BlameOptions options{
      .alpha = values.number("alpha"), .least = values.number("least"), .quick = task.quick.has_value()};
  BoundedWork work(values);
  work.open(task_json(task));
  Continuations continuations(task, work.hooks("", ""));
  work.tell("", continuations);
  BlameSearch search(
      turns_of(task.match, task.seat).size(), worth(task, task.match.result),
      [&](const std::vector<Probe>& probes) { return continuations(probes); }, options);
  if (const auto turn = values.number_of("turn"))
    search.judge(static_cast<std::size_t>(*turn) - 1);
  else
    search.run();
  work.end();
  const BlameReport report{task,
                           search,
                           options,
                           hides(game),
                           values.number("search-part"),
                           work.played(),
                           work.failures(),
                           work.first_failure()};
  print(std::cout, blame_report(report), blame_format(values));
  if (values.given("html"))
    replace_file(values.text("html"), recorded_page(blamed_match(report), game, recorded.where).html);
  if (values.given("svg")) replace_file(values.text("svg"), blame_picture(report));
}

/// Returns the run's seats, seed by seed, in an order that does not depend on the results: if time is short, the
/// judged seeds are a fair sample.
std::vector<JudgedSeat> seats_of(const std::vector<RecordedLine>& matches) {
  std::vector<std::size_t> order(matches.size());
  std::iota(order.begin(), order.end(), 0);
  const auto rank = [&](std::size_t match) {
    return std::pair(stats::Draw(matches[match].seed).fraction(), matches[match].seed);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  std::vector<JudgedSeat> seats;
  for (const std::size_t match : order) {
    for (std::size_t seat = 0; seat < matches[match].names.size(); ++seat)
      seats.push_back({.match = match,
                       .seed = matches[match].seed,
                       .seat = static_cast<std::int32_t>(seat),
                       .strategy = matches[match].names[seat]});
  }
  return seats;
}

/// Adds continuations of a seat, if all of them can be played. Returns whether it has.
bool judge(JudgedSeat& judged, const BlameTask& task, BoundedWork& work) {
  constexpr std::size_t draws = 2;
  const OutsideGame waits;
  const bool scores = task.match.seats.size() == 1;
  find_phases(task.match, judged);
  judged.parameters = task.match.parameters;
  judged.end = scores ? task.match.result.seats.front().score : worth(task, task.match.result);
  const std::string key = digest_of(task);
  work.open(reference_json(task));
  Continuations continuations(task, work.hooks(key, "match " + std::to_string(judged.match + 1) + ", "));
  work.tell(key, continuations);
  return measure(judged, draws, scores, [&](const std::vector<Probe>& probes) { return continuations(probes); });
}

/// Judges all seats of the run's matches, again and again with other continuations.
void blame_run(const Values& values, const Game& game, const std::vector<RecordedLine>& matches) {
  constexpr std::size_t rounds = 8;
  refuse_given(values, {"seat", "turn", "target", "svg"}, "is for one match: name it with --match");
  BlameTasks tasks(values, game);
  std::vector<JudgedSeat> seats = seats_of(matches);
  BoundedWork work(values);
  bool all = true;
  for (std::size_t round = 0; round < rounds && all; ++round) {
    for (std::size_t next = 0; next < seats.size() && all; ++next) {
      const RecordedLine& recorded = matches[seats[next].match];
      all = judge(seats[next], tasks.of_seat(finished_match(recorded), seats[next].seat, recorded.where), work);
    }
  }
  work.end();
  const GameDescription& description = game.description;
  const std::string& where = matches.front().where;
  const PhaseTable table = phase_table(seats, [&](std::int32_t seat) { return seat_and_name(description, seat); });
  const auto judged = std::count_if(seats.begin(), seats.end(), [](const auto& each) { return each.draws != 0; });
  const Report report = blame_run_report({.table = table,
                                          .game = description.id,
                                          .where = where.substr(0, where.find(',')),
                                          .reference = values.text("reference"),
                                          .scores = matches.front().names.size() == 1,
                                          .hides = hides(game),
                                          .complete = all,
                                          .matches = matches.size(),
                                          .judged = static_cast<std::size_t>(judged),
                                          .played = work.played(),
                                          .failures = work.failures(),
                                          .first_failure = work.first_failure()});
  print(std::cout, report, blame_format(values));
  if (values.given("html")) replace_file(values.text("html"), report_page(report.json));
}

int run_blame(const Values& values) {
  const bool stored = values.given("run");
  if (values.arguments().size() != (stored ? 0U : 1U))
    throw Failure(Exit::usage, "blame takes one file of transcripts, as '" + command_line("--record FILE") +
                                   "' writes it, or --run");
  catch_interrupts();
  return run_game_in_child(read_game_limits(values), [&] {
    std::vector<RecordedLine> matches = read_recorded(values);
    const bool whole_run = stored && !values.given("match");
    if (!whole_run) matches = {chosen_match(values, std::move(matches))};
    const std::string& where = matches.front().where;
    RecordedGames games(values.text("game"));
    const Game& game = games.game_of(finished_match(matches.front()), where);
    name_own_work(where + ": the game " + game.description.id);
    if (game.type->extension(AGON_MODEL) == nullptr)
      throw Failure(Exit::usage, where + ": the game " + game.description.id +
                                     " has no model (agon.model/1), so its chance can't be drawn again");
    if (whole_run)
      blame_run(values, game, matches);
    else
      blame_match(values, game, matches.front());
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
             "the part of the limits of CPU time in continuations that only choose the turns to test", "0.1"},
            {"seconds", "S", number(1, 1e9, "seconds"), "begin no continuation after this time", "50"},
            {"matches", "N", whole(1, 1e9, "a number"), "play at most about this many continuations", "5000"},
            {"jobs", "N", jobs_taken, "matches at a time (default: one for each core)"},
            {"resume", "FILE", text(Offer::files),
             "keep all continuations in FILE, and use those that it holds already"},
            {"html", "FILE", text(Offer::files), "write the match with the values as one page for a browser"},
            {"svg", "FILE", text(Offer::files), "write the values as a picture"},
            json_option,
            {"quiet,q", "", on_off, "show no progress"}},
           sandbox_options(),
           game_limit_options()}),
      run_blame};
}

}  // namespace host
