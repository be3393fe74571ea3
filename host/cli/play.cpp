// host play: plays matches of one game between strategies.
#include "host/cli/command.hpp"
#include "host/cli/kept_run.hpp"
#include "host/cli/live_request.hpp"
#include "host/match/terminal.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

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

Boards boards(const Values& values, Boards fallback) {
  const std::string word = values.text("board");
  return word.empty() ? fallback : word == "final" ? Boards::final : word == "moves" ? Boards::moves : Boards::none;
}

RunPlan planned(const Values& values, const Catalogue& catalogue) {
  RunPlan plan = read_plan(values, catalogue, "1", People::allowed);
  seat_opponents(plan, catalogue);
  plan.schedule = seated_schedule(values, plan);
  return plan;
}

int run_play(const Values& values) {
  const Catalogue catalogue = Catalogue::standard();
  LiveRequest request;
  RunPlan plan = values.given("from") ? plan_from(values, catalogue, request) : planned(values, catalogue);
  RunDisplay display = read_display(values, plan);
  const bool live = is_live(values, plan);
  read_live(values, plan, catalogue, request);
  const bool people = has_people(plan, request);
  if (!display.json || people) {
    const bool none = plan.schedule.size() > 1 || display.quiet;
    display.boards = boards(values, none ? Boards::none : people ? Boards::moves : Boards::final);
    display.board_requested = values.given("board");
  }
  free_cores(plan);
  if (live) return play_live(plan, display, std::move(request), catalogue);
  plan.boards = display.boards;
  plan.logs = display.log;
  plan.colour = wants_colour(stdout);
  plan.jobs = read_jobs(values, plan, display.boards == Boards::moves);
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
                    {seats_option,
                     {"board", "WHEN", choice("final|moves|none"),
                      "show the board: final, moves (after each) or none (default: final for one match if it has at "
                      "most 50 lines, none for several, moves for people)"}},
                    live_options(),
                    display_options()}),
          run_play};
}

}  // namespace host
