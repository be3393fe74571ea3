// host replay: shows and checks recorded matches.
#include "host/match/replay.hpp"

#include "host/cli/changes.hpp"
#include "host/cli/command.hpp"
#include "host/cli/recorded_games.hpp"
#include "host/failure.hpp"
#include "host/plain.hpp"
#include "host/program_name.hpp"
#include "host/text.hpp"
#include "host/view/output.hpp"
#include "host/view/report.hpp"
#include "host/view/show.hpp"

#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace host {

namespace po = boost::program_options;

namespace {

po::options_description replay_options() {
  po::options_description all;
  all.add_options()("game", po::value<std::string>()->value_name("GAME"),
                    "the game's library, if not the one that is found by name")(
      "board", po::value<std::string>()->value_name("WHEN")->default_value("moves"),
      "show the board: moves (after each), final or none")(
      "delay", po::value<double>()->value_name("SECONDS")->default_value(0),
      "wait after each board; on a terminal, each board replaces the one before")(
      "quiet,q", "only check: print what is wrong, or one line")("help,h", "show this");
  return all;
}

constexpr const char* replay_details =
    "FILE contains transcripts as --record writes them, one on each line; - reads standard input.\n"
    "The exit code is 0 if all of them play as recorded, else 1.\n";

std::chrono::duration<double> delay(const po::variables_map& values) {
  constexpr double longest = 3600;
  const double seconds = values["delay"].as<double>();
  if (!(seconds >= 0 && seconds <= longest)) {
    throw Failure(Exit::usage, "--delay " + decimal(seconds) + ": it takes seconds, from 0 to 3600");
  }
  return std::chrono::duration<double>(seconds);
}

/// Replays one transcript. Returns whether the match agrees with the record.
bool replay_line(const std::string& line, const std::string& where, RecordedGames& games,
                 const po::variables_map& values) {
  const Transcript transcript = parse_transcript(line, where);
  const Game& game = games.game_of(transcript, where);
  const bool quiet = values.count("quiet") != 0;
  const std::string board = quiet ? "none" : values["board"].as<std::string>();
  if (board != "moves" && board != "final" && board != "none") {
    throw Failure(Exit::usage, "--board " + board + ": it takes moves | final | none" +
                                   did_you_mean(board, {"moves", "final", "none"}));
  }
  GameState state(game, setup_of(transcript, game, where));
  MoveBoards boards(std::cout, delay(values));
  std::vector<Spectator*> spectators;
  if (board == "moves") spectators.push_back(&boards);
  const auto difference = replay(transcript, state, spectators);
  if (board == "final") show_board(std::cout, state);
  if (difference) {
    const bool event = difference->event > 0 && difference->event <= transcript.events.size();
    const std::string place = event ? ", action " + std::to_string(difference->event) : "";
    tell(where + place + ": " + difference->what);
    if (game.description.version != transcript.version) {
      tell(where + ": it was recorded with version " + transcript.version + " of " + transcript.game +
           ", and this is version " + game.description.version);
    }
    return false;
  }
  if (!quiet) std::cout << match_line(transcript, game.description) << "as recorded\n";
  return true;
}

int run_replay(const po::variables_map& values, const Arguments& arguments) {
  if (arguments.size() != 1)
    throw Failure(Exit::usage,
                  "replay takes one file of transcripts, as '" + command_line("--record FILE") + "' writes it");
  const std::string& name = arguments.front();
  std::ifstream file;
  if (name != "-") {
    file.open(name);
    if (!file || file.peek() == std::ifstream::traits_type::eof()) {
      throw Failure(Exit::transcript, name + ": can't be read, or is empty");
    }
  }
  std::istream& in = name == "-" ? std::cin : file;
  RecordedGames games(values.count("game") != 0 ? values["game"].as<std::string>() : "");
  bool all_same = true;
  std::size_t number = 0;
  std::size_t found = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty()) continue;
    ++found;
    const std::string where =
        number == 1 && in.peek() == std::istream::traits_type::eof() ? name : name + ", line " + std::to_string(number);
    all_same = replay_line(line, where, games, values) && all_same;
  }
  if (found == 0) throw Failure(Exit::transcript, name + ": holds no transcript");
  print_changes(games.builds());
  if (all_same && values.count("quiet") != 0)
    std::cout << plain(name) << ": " << counted(found, "match") << (found == 1 ? " plays" : " play")
              << " as recorded\n";
  return static_cast<int>(all_same ? Exit::done : Exit::differs);
}

}  // namespace

Command replay_command() {
  return {"replay",       "FILE",    "shows recorded matches and checks them", replay_details, Word::file,
          replay_options, run_replay};
}

}  // namespace host
