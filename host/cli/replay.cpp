// host replay: shows and checks recorded matches.
#include "host/match/replay.hpp"
#include "host/arena/process.hpp"
#include "host/cli/command.hpp"
#include "host/cli/played_run.hpp"
#include "host/cli/process.hpp"
#include "host/cli/recorded_matches.hpp"
#include "host/cli/replay_viewer.hpp"
#include "host/cli/sandbox_options.hpp"
#include "host/match/exchange.hpp"
#include "host/match/terminal.hpp"
#include "host/report/match_report.hpp"
#include "host/report/pages.hpp"
#include "host/report/report.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace host {

namespace {

constexpr const char* replay_details =
    R"(FILE contains transcripts as --record writes them, one on each line; - reads standard input. --run takes those of a
stored run instead. The exit code is 0 if all of them play as recorded, else 1. At a terminal, keys go through a single match: space plays
and pauses, the arrows, page up and down, home and end go to a turn, q quits; --board moves prints all boards instead.
--html writes the page of one match: if
there are several, name it with --match. The page needs no server and loads nothing else. --export writes all of them.
)";

bool is_quiet(const Values& values) {
  return values.given("quiet") || values.given("export");
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

/// Writes the page of a transcript. Returns whether the match agrees with the record.
bool write_page(Transcript& transcript, const std::string& where, RecordedGames& games, const Values& values) {
  const Game& game = games.game_of(transcript, where);
  name_own_work(where + ": the game " + game.description.id);
  if (values.given("trace")) add_trace(transcript, values.text("trace"));
  const RecordedPage page = recorded_page(transcript, game, where);
  replace_file(values.text("html"), page.html);
  if (page.difference) tell_difference(*page.difference, transcript, game, where);
  return !page.difference;
}

/// The file of --export.
class ExportFile {
 public:
  explicit ExportFile(const std::string& path) : path_(path), file_(path) {}

  void add(const Transcript& transcript, const Game& game, const std::string& where) {
    const std::vector<std::string> endings = exchange_endings(game);
    if (endings.empty())
      throw Failure(Exit::usage, "--export: " + game.description.id +
                                     " has no format of other programs in which to write matches (agon.exchange/1)");
    if (path_.extension() != endings.front())
      throw Failure(Exit::usage, "--export " + path_.string() + ": the name of a file of " + game.description.id +
                                     " ends in " + endings.front());
    file_.write(exchange_text(GameState(game, setup_of(transcript, game, where)), transcript));
  }

  void finish() { file_.keep(); }

 private:
  std::filesystem::path path_;
  ReplacingFile file_;
};

/// Returns whether the person at a terminal goes through the boards of a match, which is the `only` one.
bool is_viewed(const Transcript& transcript, bool only, const Values& values) {
  constexpr std::size_t most = 20'000;  // turns, whose boards are in memory
  return only && !is_quiet(values) && !values.given("board") && !values.given("export") &&
         transcript.events.size() <= most && has_screen();
}

/// Prints the board after a move. With a `delay`, waits that long afterwards; on a terminal, each board then replaces
/// the previous one.
void show_move(const std::string& text, std::chrono::duration<double> delay) {
  constexpr const char* clear_screen = "\x1b[H\x1b[2J";
  if (delay.count() > 0 && ::isatty(STDOUT_FILENO) != 0) std::cout << RawTerminalText{clear_screen};
  std::cout << RawTerminalText{text};
  if (delay.count() == 0) return;
  std::cout.flush();
  const OutsideGame waits;
  std::this_thread::sleep_for(delay);
}

/// Replays one transcript; `only`: there is no other one to replay. Returns whether the match agrees with the record.
bool replay_line(const RecordedLine& stored, bool only, RecordedGames& games, const Values& values,
                 ExportFile* exported) {
  const std::string& where = stored.where;
  Transcript transcript = parse_transcript(stored.line, where);
  for (std::size_t seat = 0; seat < std::min(stored.names.size(), transcript.seats.size()); ++seat)
    transcript.seats[seat].name = stored.names[seat];
  if (values.given("html")) return write_page(transcript, where, games, values);
  const Game& game = games.game_of(transcript, where);
  name_own_work(where + ": the game " + game.description.id);
  const bool quiet = is_quiet(values);
  const std::string board = quiet ? "none" : values.text("board");
  GameState state(game, setup_of(transcript, game, where));
  const std::chrono::duration<double> delay(values.number("delay"));
  const bool viewed = is_viewed(transcript, only, values);
  std::vector<std::string> shown;
  MoveBoards boards(
      [&](const std::string& text) {
        if (viewed)
          shown.push_back(text);
        else
          show_move(text, delay);
      },
      wants_colour(stdout), transcript.usage.evaluations);
  ReplayAdvance advance;
  std::vector<Spectator*> spectators = {&advance};
  if (board == "moves") spectators.push_back(&boards);
  const auto difference = replay(transcript, state, spectators);
  if (!shown.empty()) {
    const OutsideGame waits;
    view_replay(shown, delay);
  }
  if (board == "final") std::cout << RawTerminalText{board_text(state, wants_colour(stdout))};
  if (difference) {
    tell_difference(*difference, transcript, game, where);
    return false;
  }
  if (exported != nullptr) exported->add(transcript, game, where);
  if (!quiet) std::cout << match_line(transcript, game.description) << "as recorded\n";
  return true;
}

/// Replays all transcripts, or the one that --match selects. Returns the exit code.
int replay_all(const Values& values) {
  RecordedGames games(values.text("game"));
  std::optional<ExportFile> exported;
  if (values.given("export")) exported.emplace(values.text("export"));
  bool all_same = true;
  const auto [source, replayed] = for_each_match(values, "replay", values.given("html"), [&](auto&& match, bool only) {
    only |= values.given("match");
    all_same = replay_line(match, only, games, values, exported ? &*exported : nullptr) && all_same;
  });
  if (exported) exported->finish();
  print_changes(games.builds());
  if (all_same && is_quiet(values) && !values.given("html")) {
    std::cout << printable(source) << ": " << counted(replayed, "match") << (replayed == 1 ? " plays" : " play")
              << " as recorded\n";
  }
  return static_cast<int>(all_same ? Exit::done : Exit::no);
}

int run_replay(const Values& values) {
  if (!values.given("run")) refuse_given(values, {"db"}, "needs --run");
  if (!values.given("html")) refuse_given(values, {"trace"}, "needs --html");
  if (values.given("html") && values.given("export"))
    throw Failure(Exit::usage, "--html and --export exclude each other");
  return run_game_in_child(read_game_limits(values), [&] { return replay_all(values); });
}

}  // namespace

Command replay_command() {
  return {"replay",
          "FILE",
          "shows recorded matches and checks them",
          replay_details,
          text(Offer::files),
          together({game_limit_options(),
                    recorded_options(),
                    {{"board", "WHEN", choice("moves|final|none"), "show the board: moves (after each), final or none",
                      "moves"},
                     {"delay", "SECONDS", number(0, 3600, "seconds"),
                      "wait after each board; on a terminal, each board replaces the one before", "0"},
                     {"html", "FILE", text(Offer::files), "write the match as one page for a browser"},
                     {"trace", "FILE", text(Offer::files),
                      "with --html: show the match's lines of this file of --trace beside their turns"},
                     {"export", "FILE", text(Offer::files),
                      "write the matches for other programs, in the format of the game's own world"},
                     {"db", "FILE", text(Offer::files), "with --run: the results database, if not the default one"},
                     {"quiet,q", "", on_off, "only check: print what is wrong, or one line"}}}),
          run_replay};
}

}  // namespace host
