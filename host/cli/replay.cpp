// host replay: shows and checks recorded matches.
#include "host/match/replay.hpp"

#include "host/arena/run_in_child.hpp"
#include "host/cli/command.hpp"
#include "host/cli/kept_run.hpp"
#include "host/cli/process.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/drawing/move_boards.hpp"
#include "host/drawing/picture.hpp"
#include "host/escape.hpp"
#include "host/failure.hpp"
#include "host/own_files.hpp"
#include "host/replacing_file.hpp"
#include "host/text.hpp"
#include "host/view/match_report.hpp"
#include "host/view/output.hpp"
#include "host/view/show.hpp"
#include "host/web/recorded_page.hpp"

#include <chrono>
#include <cstddef>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

namespace {

constexpr const char* replay_details =
    R"(FILE contains transcripts as --record writes them, one on each line; - reads standard input.
The exit code is 0 if all of them play as recorded, else 1. --html and --svg show one match: if FILE has several,
name it with --match. The page needs no server and loads nothing else.
)";

/// Returns whether a page or a picture is wanted.
bool is_export(const Values& values) {
  return values.given("html") || values.given("svg");
}

/// Prints the sentences about a difference.
void tell_difference(const Difference& difference, const Transcript& transcript, const Game& game,
                     const std::string& where) {
  const bool event = difference.event > 0 && difference.event <= transcript.events.size();
  const std::string place = event ? ", action " + std::to_string(difference.event) : "";
  print_message(where + place + ": " + difference.what);
  if (game.description.version != transcript.version) {
    print_message(where + ": it was recorded with version " + transcript.version + " of " + transcript.game +
                  ", and this is version " + game.description.version);
  }
}

/// Keeps the drawing after one turn.
class TurnDrawing final : public Spectator {
 public:
  explicit TurnDrawing(std::size_t turn) : turn_(turn) {}
  void begun(const GameState& state) override { take(state); }
  void acted(const GameState& state, std::int32_t /*seat*/, agon_bytes /*action*/) override { take(state); }
  void forfeited(const GameState& state, std::int32_t /*seat*/, const Outcome& /*outcome*/) override { take(state); }
  [[nodiscard]] const std::optional<Drawing>& drawing() const { return drawing_; }

 private:
  void take(const GameState& state) {
    if (turn_ == 0 && !drawing_) drawing_ = draw(*state.scene(), state.raw());
    if (turn_ > 0) --turn_;
  }

  std::size_t turn_;  // turns that are still to come
  std::optional<Drawing> drawing_;
};

/// Writes the page or the picture of one transcript. Returns whether the match agrees with the record.
bool export_match(const Transcript& transcript, const std::string& where, RecordedGames& games, const Values& values) {
  const Game& game = games.game_of(transcript, where);
  name_own_work(where + ": the game " + game.description.id);
  std::optional<Difference> difference;
  if (values.given("svg")) {
    const auto turn = values.whole("svg");
    GameState state(game, setup_of(transcript, game, where));
    if (state.scene() == nullptr) throw Failure(Exit::usage, "--svg: " + game.description.id + " does not draw itself");
    ReplayAdvance advance;
    TurnDrawing shown(turn);
    std::vector<Spectator*> spectators = {&advance, &shown};
    difference = replay(transcript, state, spectators);
    if (!shown.drawing())
      throw Failure(Exit::usage, "--svg " + std::to_string(turn) + ": " + where + " has " +
                                     counted(transcript.events.size(), "turn"));
    std::cout << svg_picture(*shown.drawing(), game.description.id + ", seed " + std::to_string(transcript.seed) +
                                                   ", turn " + std::to_string(turn));
  } else {
    RecordedPage page = recorded_page(transcript, game, where);
    replace_file(values.text("html"), page.html);
    difference = std::move(page.difference);
  }
  if (difference) tell_difference(*difference, transcript, game, where);
  return !difference;
}

/// Replays one transcript. Returns whether the match agrees with the record.
bool replay_line(const std::string& line, const std::string& where, RecordedGames& games, const Values& values) {
  const Transcript transcript = parse_transcript(line, where);
  if (is_export(values)) return export_match(transcript, where, games, values);
  const Game& game = games.game_of(transcript, where);
  name_own_work(where + ": the game " + game.description.id);
  const bool quiet = values.given("quiet");
  const std::string board = quiet ? "none" : values.text("board");
  GameState state(game, setup_of(transcript, game, where));
  MoveBoards boards([wait = std::chrono::duration<double>(values.number("delay"))](
                        const std::string& text) { show_move(text, wait); },
                    shows_colour());
  ReplayAdvance advance;
  std::vector<Spectator*> spectators = {&advance};
  if (board == "moves") spectators.push_back(&boards);
  const auto difference = replay(transcript, state, spectators);
  if (board == "final") show_board(std::cout, state, shows_colour());
  if (difference) {
    tell_difference(*difference, transcript, game, where);
    return false;
  }
  if (!quiet) std::cout << match_line(transcript, game.description) << "as recorded\n";
  return true;
}

/// Replays the transcripts of a stream, or the one that --match selects.
class Reader {
 public:
  Reader(std::istream& in, std::string name, const Values& values) : in_(in), name_(std::move(name)), values_(values) {
    if (values.given("match")) wanted_ = values.whole("match");
  }

  /// Returns whether all of them play as recorded.
  bool replay_all(RecordedGames& games) {
    bool all_same = true;
    std::size_t number = 0;
    for (std::string line; std::getline(in_, line);) {
      ++number;
      if (line.empty()) continue;
      ++found_;
      if (wanted_ != 0 && found_ != wanted_) continue;
      const bool only = number == 1 && in_.peek() == std::istream::traits_type::eof();
      if (wanted_ == 0 && !only && is_export(values_))
        throw Failure(Exit::usage, name_ + " holds several matches: name one with --match N");
      ++replayed_;
      const std::string where = only ? name_ : name_ + ", line " + std::to_string(number);
      all_same = replay_line(line, where, games, values_) && all_same;
    }
    if (found_ == 0) throw Failure(Exit::transcript, name_ + ": holds no transcript");
    if (replayed_ == 0)
      throw Failure(Exit::usage,
                    "--match " + std::to_string(wanted_) + ": " + name_ + " holds " + counted(found_, "transcript"));
    return all_same;
  }

  [[nodiscard]] std::size_t replayed() const { return replayed_; }

 private:
  std::istream& in_;
  std::string name_;
  const Values& values_;
  std::size_t wanted_ = 0;  // 0: all
  std::size_t found_ = 0;
  std::size_t replayed_ = 0;
};

int replay_stream(std::istream& in, const std::string& name, const Values& values) {
  RecordedGames games(values.text("game"));
  Reader reader(in, name, values);
  const bool all_same = reader.replay_all(games);
  print_changes(games.builds());
  if (all_same && values.given("quiet") && !is_export(values)) {
    const std::size_t count = reader.replayed();
    std::cout << printable(name) << ": " << counted(count, "match") << (count == 1 ? " plays" : " play")
              << " as recorded\n";
  }
  return static_cast<int>(all_same ? Exit::done : Exit::differs);
}

int run_replay(const Values& values) {
  if (values.arguments().size() != 1)
    throw Failure(Exit::usage,
                  "replay takes one file of transcripts, as '" + command_line("--record FILE") + "' writes it");
  if (values.given("html") && values.given("svg")) throw Failure(Exit::usage, "--html and --svg exclude each other");
  const std::string& name = values.arguments().front();
  std::ifstream file;
  if (name != "-") {
    file.open(name);
    if (!file || file.peek() == std::ifstream::traits_type::eof()) {
      throw Failure(Exit::transcript, name + ": can't be read, or is empty");
    }
  }
  return run_game_in_child(read_game_limits(values),
                           [&] { return replay_stream(name == "-" ? std::cin : file, name, values); });
}

}  // namespace

Command replay_command() {
  return {"replay",
          "FILE",
          "shows recorded matches and checks them",
          replay_details,
          text(Offer::files),
          together({game_limit_options(),
                    {{"game", "GAME", text(Offer::games), "the game's library, if not the one that is found by name"},
                     {"board", "WHEN", choice("moves|final|none"), "show the board: moves (after each), final or none",
                      "moves"},
                     {"delay", "SECONDS", number(0, 3600, "seconds"),
                      "wait after each board; on a terminal, each board replaces the one before", "0"},
                     {"html", "FILE", text(Offer::files), "write the match as one page for a browser"},
                     {"svg", "TURN", whole(0), "print the board after this turn as a picture; 0: the start"},
                     {"match", "N", whole(1, unlimited, "the number of a transcript"),
                      "the number of the transcript in FILE, from 1"},
                     {"quiet,q", "", on_off, "only check: print what is wrong, or one line"}}}),
          run_replay};
}

}  // namespace host
