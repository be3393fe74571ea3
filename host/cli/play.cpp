// host play: plays matches of one game between strategies.
#include "host/cli/command.hpp"
#include "host/cli/live_request.hpp"
#include "host/cli/play_and_show.hpp"
#include "host/cli/play_live.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"
#include "host/view/show.hpp"

#include <utility>

namespace host {

namespace po = boost::program_options;

namespace {

Options play_options() {
  Options all;
  add_run_options(all);
  add_seats_option(all);
  all.add_options()("board", po::value<std::string>()->value_name("WHEN"),
                    "show the board: final, moves (after each) or none (default: final for one match if it has at "
                    "most 50 lines, none for several, moves for people)");
  add_live_options(all);
  add_display_options(all);
  return all;
}

constexpr const char* play_details =
    "Seats without a named strategy get the game's default opponent. In a game with one seat, each strategy plays "
    "every\n"
    "seed, and the table compares them. --plugin human lets a person play: each line of standard input is an action "
    "or a\n"
    "command, and 'help' lists the commands. If the person leaves before the end, the exit code is 130. Matches with "
    "people\n"
    "or takeovers do not count in ratings.\n\n"
    "Examples:\n"
    "  host --game GAME --plugin ./mybot.so               against the default opponent\n"
    "  host --game GAME --plugin ./new.so --plugin ./old.so --seeds 1-100 --seats rotate --quiet\n"
    "  host --game GAME --plugin human --plugin ./mybot.so\n"
    "  host --game GAME --plugin ./mybot.so --swap 20:0=./new.so --board moves\n"
    "  host --game GAME --plugin ./mybot.so --record match.json && host replay match.json\n";

Boards boards(const po::variables_map& values, Boards fallback) {
  const std::string word = text_of(values, "board");
  if (word.empty()) return fallback;
  const std::vector<std::string> words = {"final", "moves", "none"};
  if (word == "final") return Boards::final;
  if (word == "moves") return Boards::moves;
  if (word == "none") return Boards::none;
  throw Failure(Exit::usage, "--board " + word + ": it takes " + join(words, " | ") + did_you_mean(word, words));
}

RunPlan planned(const po::variables_map& values, const Arguments& arguments, const Catalogue& catalogue) {
  RunPlan plan = read_plan(values, arguments, catalogue, "1", People::allowed);
  seat_opponents(plan, catalogue);
  plan.schedule = seated_schedule(values, plan);
  return plan;
}

int run_play(const po::variables_map& values, const Arguments& arguments) {
  const Catalogue catalogue = Catalogue::standard();
  LiveRequest request;
  RunPlan plan = values.count("from") != 0 ? plan_from(values, arguments, catalogue, request)
                                           : planned(values, arguments, catalogue);
  RunDisplay display = read_display(values, plan);
  const bool live = is_live(values, plan);
  read_live(values, plan, catalogue, request);
  const bool people = has_people(plan, request);
  if (!display.json || people) {
    const bool none = plan.schedule.size() > 1 || display.quiet;
    display.boards = boards(values, none ? Boards::none : people ? Boards::moves : Boards::final);
    display.board_requested = values.count("board") != 0;
  }
  free_cores(plan);
  if (live) return play_live(plan, display, std::move(request), catalogue);
  plan.boards = display.boards;
  plan.logs = display.log;
  plan.colour = shows_colour();
  plan.jobs = read_jobs(values, plan, display.boards == Boards::moves);
  read_database(values, display, plan);
  return play_and_show(plan, display);
}

}  // namespace

Command play_command() {
  return {"play",
          "--game GAME [OPTIONS]",
          "plays matches of a game between strategies",
          play_details,
          Word::none,
          play_options,
          run_play};
}

}  // namespace host
