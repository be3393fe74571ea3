// host play: plays matches of one game between strategies.
#include "host/cli/command.hpp"
#include "host/cli/play_and_show.hpp"
#include "host/failure.hpp"
#include "host/text.hpp"

#include <cstddef>

namespace host {

namespace po = boost::program_options;

namespace {

po::options_description play_options() {
  po::options_description all;
  add_run_options(all);
  add_seats_option(all);
  all.add_options()("board", po::value<std::string>()->value_name("WHEN"),
                    "show the board: final, moves (after each) or none (default: final for one match, none for "
                    "several)");
  add_display_options(all);
  return all;
}

constexpr const char* play_details =
    "Seats without a named strategy get the game's default opponent. In a game with one seat, each strategy plays "
    "every\n"
    "seed, and the table compares them.\n\n"
    "Examples:\n"
    "  host --game GAME --plugin ./mybot.so               against the default opponent\n"
    "  host --game GAME --plugin ./new.so --plugin ./old.so --seeds 1-100 --seats rotate --quiet\n"
    "  host --game GAME --plugin ./mybot.so --record match.json && host replay match.json\n";

Boards boards(const po::variables_map& values, bool several, bool quiet) {
  const std::string word = text_of(values, "board");
  if (word.empty()) return several || quiet ? Boards::none : Boards::final;
  const std::vector<std::string> words = {"final", "moves", "none"};
  if (word == "final") return Boards::final;
  if (word == "moves") return Boards::moves;
  if (word == "none") return Boards::none;
  throw Failure(Exit::usage, "--board " + word + ": it takes " + join(words, " | ") + did_you_mean(word, words));
}

int run_play(const po::variables_map& values, const Arguments& arguments) {
  const Catalogue catalogue = Catalogue::standard();
  RunPlan plan = read_plan(values, arguments, catalogue);
  seat_opponents(plan, catalogue);
  plan.schedule = seated_schedule(values, plan);
  RunDisplay display = read_display(values, plan);
  if (!display.json) display.boards = boards(values, plan.schedule.size() > 1, display.quiet);
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
