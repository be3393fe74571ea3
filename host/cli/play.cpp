// host play: plays matches of one game between strategies.

#include "host/arena/exclusive.hpp"
#include "host/arena/live_match.hpp"
#include "host/arena/process.hpp"
#include "host/cli/command.hpp"
#include "host/cli/conversation.hpp"
#include "host/cli/live_request.hpp"
#include "host/cli/played_run.hpp"
#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/match/terminal.hpp"
#include "host/report/report.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <iostream>
#include <optional>
#include <utility>

namespace host {

namespace {

constexpr const char* play_details =
    R"(Seats without a named strategy get the game's default opponent. In a game with one seat, each strategy plays every
seed, and the table compares them. --plugin human lets a person play: each line of standard input is an action or a
command, and 'help' lists the commands. If the person leaves before the end, the exit code is 130. Matches with people
or takeovers do not count in ratings.

Examples:
  host --game GAME --plugin ./mybot.so               against the default opponent
  host --game GAME --plugin ./new.so --plugin ./old.so --seeds 1-100 --seats rotate --quiet
  host --game GAME --plugin human --plugin ./mybot.so
  host --game GAME --plugin ./mybot.so --swap 20:0=./new.so --board moves
  host --game GAME --plugin ./mybot.so --record match.json && host replay match.json
)";

/// Plays one match with people, takeovers or new builds, and shows it.
class LivePlay {
 public:
  LivePlay(const RunPlan& plan, const RunDisplay& display, LiveRequest request, const Catalogue& catalogue)
      : plan_(plan),
        display_(display),
        request_(std::move(request)),
        each_move_([](const std::string& text) { std::cout << RawTerminalText{text}; }, wants_colour(stdout)),
        people_(has_people(plan, request_)),
        conversation_(plan, display, catalogue.strategy_ids(plan.game.description.protocol)) {}

  int run() {
    std::optional<RecordFile> record;
    if (!display_.record.empty()) {
      check_record(display_.record, !display_.quiet);
      record.emplace(display_.record);
    }
    std::optional<Exclusive> exclusive;
    if (!plan_.exclusive.empty()) {
      const OutsideGame waits;
      if (!exclusive.emplace(plan_.exclusive).begin(interrupted, [] {})) return static_cast<int>(Exit::interrupted);
    }
    const Pinned pinned(plan_.sandbox.pin, 0, 1);
    std::vector<Spectator*> spectators;
    if (people_) spectators.push_back(&conversation_.spectator());
    if (!people_ && display_.boards == Boards::moves) spectators.push_back(&each_move_);
    forbid_exit();
    LiveMatch match =
        request_.from ? LiveMatch(setup(), *request_.from, request_.after, spectators) : LiveMatch(setup(), spectators);
    play(match);
    if (record && (match.over() || match.actions() > 0)) {
      record->add(record_of(match, plan_));
      record->finish();
    }
    tell_about_swaps_left(match);
    if (!request_.reload) print_changes(plan_);
    if (!match.over()) return left(match);
    show(match);
    return static_cast<int>(Exit::done);
  }

 private:
  [[nodiscard]] LiveSetup setup() const {
    const ScheduledMatch scheduled = plan_.schedule.at(0);
    LiveSetup setup{.game = load_game(plan_.game),
                    .setup = {scheduled.seed, static_cast<std::int32_t>(scheduled.seating.size()),
                              parameters_of(plan_, scheduled.seed), plan_.secret},
                    .players = {},
                    .opening = plan_.openings.opening(scheduled.seed),
                    .limits = plan_.limits,
                    .sandbox = plan_.sandbox};
    for (const std::size_t participant : scheduled.seating) setup.players.push_back(plan_.participants[participant]);
    setup.reload = request_.reload;
    setup.watch = &own_watch();
    setup.tell = [](const std::string& sentence) { print_message(sentence); };
    return setup;
  }

  void play(LiveMatch& match) {
    for (;;) {
      if (match.over()) {
        const OutsideGame waits;
        if (!people_ || !conversation_.after_end(match)) return;
        continue;
      }
      swap_if_due(match);
      if (interrupted() || (match.waits() && !has_turn_of_person(match))) {
        if (people_ && display_.record.empty()) saved_ = conversation_.leave(match);
        return;
      }
      match.step();
    }
  }

  bool has_turn_of_person(LiveMatch& match) {
    const OutsideGame waits;
    return conversation_.turn(match);
  }

  void swap_if_due(LiveMatch& match) {
    const auto is_due = [&](const PlannedSwap& swap) {
      return swap.seat == match.to_move() && swap.action <= match.actions() + 1;
    };
    for (auto swap = request_.swaps.begin(); swap != request_.swaps.end();) {
      if (!is_due(*swap)) {
        ++swap;
        continue;
      }
      if (const auto refusal = match.swap(swap->seat, swap->player))
        print_message("--swap " + swap->given + ": " + *refusal + "; " + match.player(swap->seat).identity.name +
                      " plays on");
      swap = request_.swaps.erase(swap);
    }
  }

  void tell_about_swaps_left(const LiveMatch& match) const {
    for (const PlannedSwap& swap : request_.swaps)
      print_message("--swap " + swap.given + ": the seat had no turn from action " + std::to_string(swap.action) +
                    " on; the match has " + counted(match.actions(), "action"));
  }

  /// Says how to take up a match that is not over.
  int left(const LiveMatch& match) const {
    const std::string where = "the match is not over; it has " + counted(match.actions(), "action");
    const std::string file = saved_ ? *saved_ : match.actions() > 0 ? display_.record : "";
    print_message(where + (!file.empty()          ? "; --from " + file + " goes on with it"
                           : match.actions() == 0 ? ""
                                                  : "; --record FILE keeps such a match"));
    return static_cast<int>(Exit::interrupted);
  }

  void show(const LiveMatch& match) const {
    const Transcript transcript = match.transcript();
    PrintedMatch played{.head = transcript, .usage = transcript.usage, .game_log = match.state().log()};
    for (std::int32_t seat = 0; seat < match.seats(); ++seat) played.logs.push_back(match.log(seat));
    RunDisplay display = display_;
    // A person has seen each position but the last.
    if (people_ && display.boards == Boards::moves && !display.quiet && !display.json)
      display.boards = conversation_.has_shown_end() ? Boards::none : Boards::final;
    if (display.boards == Boards::final) played.board = board_text(match.state(), wants_colour(stdout));
    show_match(plan_, display, played);
  }

  const RunPlan& plan_;
  const RunDisplay& display_;
  LiveRequest request_;
  MoveBoards each_move_;
  const bool people_;
  std::optional<std::string> saved_;  // the file in which a match was saved that its people have left
  Conversation conversation_;
};

int play_here(const RunPlan& plan, const RunDisplay& display, LiveRequest request, const Catalogue& catalogue) {
  name_own_work("the game " + plan.game.description.id);
  print_notes(plan);
  RunPlan checked = plan;
  for (const PlannedSwap& swap : request.swaps) checked.participants.push_back(swap.player);
  std::erase_if(checked.participants, [](const Participant& each) { return each.person(); });
  check_strategies(checked);
  catch_interrupts();  // before any file is created that a signal could leave behind
  return LivePlay(plan, display, std::move(request), catalogue).run();
}

/// Plays the plan's only match, shows and records it, and returns the exit code: Exit::interrupted if the match was
/// left before its end.
int play_live(const RunPlan& plan, const RunDisplay& display, LiveRequest request, const Catalogue& catalogue) {
  const auto play = [&] { return play_here(plan, display, std::move(request), catalogue); };
  if (plan.sandbox.level == Level::none) return play();
  return run_game_in_child(plan.game_limits, play);
}

Boards boards(const Values& values, Boards fallback) {
  const std::string word = values.text("board");
  return word.empty() ? fallback : word == "final" ? Boards::final : word == "moves" ? Boards::moves : Boards::none;
}

RunPlan planned(const Values& values, const Catalogue& catalogue) {
  RunPlan plan = read_plan(values, catalogue, "1", People::allowed);
  plan.kind = RunKind::play;
  seat_opponents(plan, catalogue);
  plan.schedule = seated_schedule(values, plan);
  return plan;
}

int run_play(const Values& values) {
  const Catalogue catalogue = Catalogue::standard();
  LiveRequest request;
  RunPlan plan = values.given("from") ? plan_from(values, catalogue, request) : planned(values, catalogue);
  RunDisplay display = read_display(values, plan);
  const bool live = read_live(values, plan, catalogue, request);
  const bool people = has_people(plan, request);
  if (!display.json || people) {
    const bool none = plan.schedule.size() > 1 || display.quiet;
    display.boards = boards(values, none ? Boards::none : people ? Boards::moves : Boards::final);
    display.board_requested = values.given("board");
  }
  free_cores(plan);
  if (live) return play_live(plan, display, std::move(request), catalogue);
  plan.boards = display.boards;
  plan.colour = wants_colour(stdout);
  read_jobs(values, plan, plan.schedule.size());
  read_database(values, display, plan);
  if (display.json && plan.schedule.size() == 1) plan.keep = true;  // what each turn has used and reported
  return play_and_show(plan, display);
}

}  // namespace

Command play_command() {
  return {"play",
          "--game GAME [OPTIONS]",
          "plays matches of a game between strategies",
          play_details,
          {},
          together({run_options(),
                    {seed_option,
                     secret_option,
                     trace_option,
                     seats_option,
                     {"board", "WHEN", choice("final|moves|none"),
                      "show the board: final, moves (after each) or none (default: final for one match if it has at "
                      "most 50 lines, none for several, moves for people)"}},
                    live_options(),
                    display_options()}),
          run_play};
}

}  // namespace host
