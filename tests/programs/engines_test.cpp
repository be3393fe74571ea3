// Engines that speak UCI take a seat like any program.
#include "tests/e2e/in_terminal.hpp"
#include "tests/programs/scripts.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>

namespace {

using namespace programs;

namespace fs = std::filesystem;

const std::string walker = "uci:" AGON_TEST_ENGINE;
constexpr const char* walk = "fen=k7/8/8/8/8/8/8/K2R4 w - - 0 1";

Words chess(const Words& more) {
  return with({"--game", "chess", "--no-db"}, more);
}

/// One match of the engine, on seat 0, against itself without faults.
support::Json match(const std::string& engine, const Words& more = {}) {
  const Stage stage;
  stage.done(chess(with({"--set", walk, "--seats", "listed", "--plugin", engine, "--plugin", walker + ",nodes=1",
                         "--record", "match.json"},
                        more)));
  return stage.recorded();
}

void fails(const std::string& options, const std::string& kind, const std::string& reason, const Words& more = {}) {
  CAPTURE(options);
  check_outcome(match(walker + options, more), kind, reason);
}

void refuses(const Words& words, const std::string& sentence) {
  Stage().refuses(words, 2, sentence);
}

/// The lines that the engine has got to begin its searches.
std::string searches(const std::string& options, const Words& more = {}) {
  const Stage stage;
  return stage
      .done(chess(with({"--set", walk, "--seats", "listed", "--plugin", walker + ",Echo=yes,name=echo" + options,
                        "--plugin", walker + ",nodes=1", "--log", "--quiet"},
                       more)))
      .err;
}

/// Writes an engine for sh: it declares `options`, answers each search with `info`, if any, and the line `answer`, and
/// logs what it is told.
std::string write_engine(const Stage& stage, const std::string& answer, const std::string& options = "",
                         const std::string& info = "") {
  return "uci:" +
         stage.write("scripted/engine.sh", R"(#!/bin/sh
while read -r line; do
  case $line in
    uci) printf ')" + options + R"(uciok\n' ;;
    isready) echo readyok ;;
    position*|setoption*|ucinewgame) echo "told <$line>" >&2 ;;
    go*) )" + (info.empty() ? "" : "echo 'info " + info + "'; ") +
                                               "printf '" + answer + R"(\n' ;;
    quit) exit ;;
  esac
done
)") + ",nodes=1,name=scripted";
}

/// The match of such an engine as White, from a position, until its opponent's first move or its own failure.
support::Json first_moves(const Stage& stage, const std::string& engine, const std::string& fen,
                          const std::string& chess960 = "no") {
  stage.done(chess({"--set", "fen=" + fen, "--set", "chess960=" + chess960, "--seats", "listed", "--plugin", engine,
                    "--plugin", "random", "--record", "match.json"}));
  return stage.recorded();
}

/// Returns the number of stored matches of the latest run; 0 without a database.
std::size_t stored_matches(const Stage& stage, const std::string& database) {
  const support::Result runs = stage.host({"standings", "--run", "list", "--json", "--db", database});
  return runs.code == 0 ? support::parse_json(runs.out).at("runs").back().at("matches").get<std::size_t>() : 0;
}

/// Writes a book of so many openings, from random matches.
void write_book(const Stage& stage, std::size_t openings) {
  stage.done(chess({"--plugin", "random", "--plugin", "random,name=other", "--seats", "listed", "--opening-plies", "8",
                    "--seeds", "1-" + std::to_string(openings), "--record", "book.jsonl", "--quiet"}));
  stage.done({"replay", "book.jsonl", "--export", "book.pgn"});
}

/// Checks that two players play the same matches from the openings of a book, move for move: with one job and with
/// eight, at three levels of isolation, and if the run is killed and goes on.
void check_same_matches(const Stage& stage, const std::string& one, const std::string& other, const std::string& file,
                        std::size_t openings) {
  const std::string seeds = "1-" + std::to_string(openings);
  const auto tournament = [&](const std::string& database, const Words& more) {
    return with({"tournament", "--game", "chess", "--plugin", one, "--plugin", other, "--openings", file,
                 "--opening-plies", "8", "--seeds", seeds, "--db", database, "--quiet"},
                more);
  };
  const auto matches = [&](const std::string& database, const Words& more) {
    const support::Result result = stage.done(tournament(database, more));
    CHECK(!has(result.out, "failures"));
    const support::Result replayed = stage.done({"replay", "--run", "latest", "--db", database, "--export", "run.pgn"});
    check_has(replayed.out, std::to_string(2 * openings) + " matches play as recorded");
    return support::content(stage.path() / "run.pgn");
  };
  const std::string alone = matches("one.db", {"--jobs", "1"});
  CHECK(matches("eight.db", {"--jobs", "8"}) == alone);
  CHECK(matches("process.db", {"--isolation", "process"}) == alone);
  CHECK(matches("none.db", {"--isolation", "none"}) == alone);
  Words words = tournament("killed.db", {"--jobs", "2"});
  words.insert(words.begin(), AGON_TEST_BUILT "/host");
  support::Process killed({.words = words, .folder = stage.path()});
  while (!killed.ended() && stored_matches(stage, "killed.db") == 0) continue;
  killed.stop(SIGKILL);
  WARN_MESSAGE(stored_matches(stage, "killed.db") < 2 * openings, "the run had ended before it was killed");
  CHECK(matches("killed.db", {"--jobs", "2"}) == alone);
}

bool is_installed(const std::string& engine) {
  if (fs::exists(engine)) return true;
  MESSAGE("skipped: " << engine << " is not installed");
  return false;
}

}  // namespace

TEST_CASE("engines play a match to its end") {
  const support::Json whole = match(walker + ",nodes=1");
  CHECK(whole.at("actions").size() == 100);
  CHECK(whole.at("seats").at(0).at("strategy") == "engine");
  CHECK(kind_of(whole) == "ok");
  CHECK(whole.at("result").at("scores").at(0) == 0.5);
}

TEST_CASE("nodes, depth and movetime limit a search; without them the engine gets the clock") {
  CHECK(has(searches(",nodes=7,Hash=5"), "info depth 1 score cp 5 string go nodes 7\n"));
  CHECK(has(searches(",depth=3,movetime=20"), "string go depth 3 movetime 20\n"));
  CHECK(has(searches(",time=5"), "string go wtime 49"));
  CHECK(has(searches(",time=5,increment=0.25"), " winc 250 binc 250\n"));
  CHECK(has(searches(",time=0,turn-time=0.1"), "string go movetime "));
}

TEST_CASE(
    "what an engine says of its best line stands in the transcript, but for bounds: a pawn is 100 points of Elo") {
  const support::Json whole = match(walker + ",nodes=1");
  const support::Json& told = whole.at("usage").at("evaluations").at(0);
  CHECK(told.at("share").get<double>() == doctest::Approx(0.640065));
  CHECK(told.at("depth") == 2);
  CHECK(told.at("nodes") == 12);
  CHECK(
      told.at("line").get<std::string>().starts_with(whole.at("actions").at(0).at("action").get<std::string>() + " "));
}

TEST_CASE("an engine is told the start of the match and all moves since, those of the opening, too") {
  const Stage stage;
  const auto told = [&](const std::string& book, const std::string& text) {
    stage.write(book, text);
    const support::Result run =
        stage.done(chess({"--openings", book, "--seats", "listed", "--plugin", write_engine(stage, "bestmove 0000"),
                          "--plugin", "random", "--log", "--quiet"}));
    return run.err;
  };
  check_has(told("one.pgn", "1. e4 d5 2. exd5 Qxd5 *"), "told <position startpos moves e2e4 d7d5 e4d5 d8d5>");
  check_has(told("two.pgn", "[FEN \"4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1\"]\n\n1. exd3 Ke7 *"),
            "told <position fen 4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1 moves e2d3 e8e7>");
  check_has(told("three.epd", "4k3/8/8/8/8/3p4/4P3/4K3 w - - 7 9\n"),
            "told <position fen 4k3/8/8/8/8/3p4/4P3/4K3 w - - 7 9>");
}

TEST_CASE("a move of an engine is played in each way in which engines write it") {
  const std::string castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const std::string promotes = "k7/4P3/8/8/8/8/8/K7 w - - 0 1";
  const auto played = [](const std::string& fen, const std::string& answer, const std::string& chess960 = "no") {
    CAPTURE(answer);
    const Stage stage;
    const std::string engine = write_engine(stage, answer, "option name UCI_Chess960 type check default false\\n");
    return first_moves(stage, engine, fen, chess960).at("actions").at(0).value("action", "");
  };
  CHECK(played(castles, "bestmove e1h1") == "e1g1");
  CHECK(played(castles, "bestmove e1a1 ponder e8a8") == "e1c1");
  CHECK(played(castles, "bestmove\\te1g1\\tponder e8g8\\r") == "e1g1");
  CHECK(played(castles, "bestmove e1g1", "yes") == "e1h1");
  CHECK(played(promotes, "bestmove E7E8Q") == "e7e8q");
  CHECK(played(promotes, "bestmove e7e8=Q") == "e7e8q");
  for (const char* const answer : {"bestmove 0000", "bestmove (none)", "bestmove", "bestmove e1h8"}) {
    CAPTURE(answer);
    const Stage stage;
    check_outcome(first_moves(stage, write_engine(stage, answer), castles), "illegal", "move");
  }
}

TEST_CASE("a score stands in the transcript and on pages as the engine wrote it, with the share that it means") {
  const auto told = [](const std::string& score) {
    const Stage stage;
    const std::string info = "depth 12 score " + score + " nodes 100 pv e1h1";
    const support::Json whole =
        first_moves(stage, write_engine(stage, "bestmove e1g1", "", info), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    const std::string shown = stage.done({"replay", "match.json", "--board", "moves"}).out;
    const support::Json& usage = whole.at("usage");
    return std::pair(usage.contains("evaluations") ? usage.at("evaluations").at(0) : support::Json(), shown);
  };
  const auto [lead, lead_shown] = told("cp 4000");
  CHECK(lead.at("cp") == 4000);
  CHECK(lead.at("share").get<double>() > 0.999);
  check_has(lead_shown, "expects +40 pawns, depth 12, 100 positions: e1h1\n");
  const auto [mate, mate_shown] = told("mate -7 wdl 0 0 1000");
  CHECK(mate.at("mate") == -7);
  CHECK(mate.at("share") == 0);
  check_has(mate_shown, "expects to be mated in 7, depth 12");
  check_has(told("mate 2").second, "expects to give mate in 2, depth 12");
  CHECK(told("mate 0").first.at("share") == 0);
  CHECK(told("cp -20000").first.at("cp") == -20000);
  CHECK(told("cp 99999999999999999999").first.at("cp") == 1e9);
  for (const char* const none : {"cp 5 lowerbound", "mate 3 upperbound", "cp nan", "mate inf", "cp", ""}) {
    CAPTURE(none);
    CHECK(told(none).first.is_null());
  }
}

TEST_CASE("options are set by name in any case, choices, too; a button is pressed, and an empty text is told") {
  const Stage stage;
  const std::string engine = write_engine(stage, "bestmove e1g1",
                                          "option name Load Hash type button\\n"
                                          "option name Style type combo default Normal var Solid var Normal var max\\n"
                                          "option name Book File type string default a min b\\n"
                                          "option name Own Book type check default true\\n"
                                          "option  name\\tMultiPV type spin default 1 min 1 max 500\\n");
  const auto sets = [&](const std::string& options) {
    return stage
        .done(chess({"--set", "fen=r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "--seats", "listed", "--plugin",
                     engine + options, "--plugin", "random", "--log", "--quiet"}))
        .err;
  };
  check_has(sets(",Load Hash=yes"), "told <setoption name Load Hash>");
  CHECK(!has(sets(",Load Hash=no"), "Load Hash"));
  const std::string all = sets(",style=SOLID,book file=,OWN BOOK=no,multipv=500");
  for (const char* const line :
       {"Style value Solid", "Book File value <empty>", "Own Book value false", "MultiPV value 500"})
    check_has(all, "told <setoption name " + std::string(line) + ">");
  check_has(sets(",Style=max"), "told <setoption name Style value max>");
  stage.refuses(chess({"--plugin", engine + ",Load Hash=maybe", "--plugin", "random"}), 2,
                "the option Load Hash=maybe: it takes yes or no");
  stage.refuses(chess({"--plugin", engine + ",MULTIPV=501", "--plugin", "random"}), 2,
                "the option MultiPV=501: it takes 1 to 500");
  stage.refuses(chess({"--plugin", engine + ",Depth=5", "--plugin", "random"}), 2,
                "the engine has no option 'Depth' (did you mean 'depth'?)");
  const std::string listed = stage.host({"info", engine}).out;
  check_has(listed, "button: yes presses it");
  check_has(listed, "a min b");
}

TEST_CASE("blanks and tabs may stand before and between the words of an engine") {
  CHECK(kind_of(match(walker + ",nodes=1,Fault=blanks")) == "ok");
}

TEST_CASE("an engine lists its options") {
  const Stage stage;
  const std::string out = stage.host({"info", walker}).out;
  check_has(out, "Walker 1.0 by the tests\n");
  check_has(out, "nodes ");
  check_has(out, "Weights File ");
  check_has(out, "Clear Hash    yes or no");
  const support::Json json = support::parse_json(stage.host({"info", walker, "--json"}).out);
  CHECK(json.at("options").at(3).at("name") == "Hash");
  CHECK(json.at("options").at(3).at("range") == "1 to 64");
  CHECK(json.at("options").at(4).at("name") == "Clear Hash");
  CHECK(json.at("options").at(5).at("default") == "no");
}

TEST_CASE(
    "an engine that declares thousands of options or of values is refused in one sentence, also by info, and soon") {
  const std::string says = "it declares more than 1000 options, or 10,000 values of them";
  for (const char* const fault : {" options", " values", " commands"}) {
    CAPTURE(std::string(fault));
    const Stage stage;
    const std::string engine =
        (std::string(fault) == " commands" ? "gtp:sh " : "uci:sh ") + (stage.path() / "flood.sh").string() + fault;
    stage.write("flood.sh", R"(
case $1 in
options) end=uciok; seq -f 'option name Option%06.0f type spin default 1 min 1 max 64' 90000 ;;
values) end=uciok; { printf 'option name Many type combo'; seq -f ' var v%.0f' 6000 | tr -d '\n'; echo; } > $TMPDIR/line; cat $TMPDIR/line $TMPDIR/line ;;
commands) printf '= flood\n\n= 1\n\n= name\n'; seq -f 'command%06.0f' 90000; printf '\n= 2\n\n' ;;
esac
echo $end
while read -r line; do :; done
)");
    const auto begin = std::chrono::steady_clock::now();
    const support::Result info = stage.host({"info", engine});
    CHECK(info.code == 3);
    CHECK(info.out.empty());
    check_has(info.err, says);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(50));
  }
}

TEST_CASE("an option that an engine does not have, or whose value is out of range, is refused before the first match") {
  const auto plays = [](const std::string& options) { return chess({"--plugin", walker + options}); };
  refuses(plays(",nodes=1,Hsh=2"), "the engine has no option 'Hsh' (did you mean 'Hash'?)");
  refuses(plays(",nodes=1,Hash=65"), "the option Hash=65: it takes 1 to 64");
  refuses(plays(",nodes=1,Fault=rain"), "the option Fault=rain: it takes ");
  refuses(plays(",nodes=many"), "the option nodes=many: it takes 1 to ");
  refuses(plays(",time=0"), "an engine without a limit of time needs nodes=N, depth=N or movetime=MS");
  refuses({"--game", "tonga", "--no-db", "--plugin", walker + ",nodes=1", "--plugin", "random"},
          "the game tonga is not known to engines (agon.uci/1)");
  refuses({"validate", walker, "--game", "chess"}, "the checks are for programs that speak Agon's own lines");
  refuses(chess({"--plugin", "uci:"}), "as in 'uci:./engine'");
}

TEST_CASE("what an engine does wrong is told in one sentence") {
  fails(",nodes=1,Fault=illegal", "illegal", "a1h8 is no legal move in k7/8/8/8/8/8/8/K2R4 w");
  fails(",nodes=1,Fault=nonsense", "illegal", "it answered '(none)': '(none)' is no move");
  fails(",nodes=1,Fault=crash", "crash", "it crashed (SIGSEGV)");
  fails(",nodes=1,Fault=exit", "exit", "with exit status 3; the end of its standard error: no network");
  CHECK(reason_of(match(walker + ",nodes=1,Fault=quit")) == "it ended, with exit status 4");
  fails(",nodes=1,Fault=stall", "stall", "it did not answer within 1 s by the clock: the host waits for 'bestmove'",
        {"--wall", "1"});
  fails(",nodes=1,Fault=deaf", "stall", "the host waits for 'readyok'", {"--wall", "1"});
  const support::Json mute = match("'" + walker + " mute',nodes=1,start=0.1");
  check_outcome(mute, "load", "'uciok'");
}

TEST_CASE("a file that an engine can't read is told in one sentence, with the option that opens it") {
  const Stage stage;
  stage.write("net.bin", "weights");
  const std::string file = (stage.path() / "net.bin").string();
  fails(",nodes=1,Weights File=/no/such.bin", "exit",
        "with exit status 1; it said 'ERROR: The network file /no/such.bin was not loaded successfully.'");
  fails(",nodes=1,Weights File=" + file, "exit", "the option read=FOLDER opens another");
  CHECK(kind_of(match(walker + ",nodes=1,Weights File=" + file + ",read=" + stage.path().string())) == "ok");
  refuses(chess({"--plugin", walker + ",nodes=1,read=/no/such.bin"}),
          "read=/no/such.bin: there is no such file or folder");
}

TEST_CASE("options of engines are tuned") {
  const Stage stage;
  const support::Result result =
      stage.done({"tune", "--game", "chess", "--set", walk, "--plugin", walker + ",nodes=1,Hash=8", "--tune",
                  "Hash=1:64", "--against", walker + ",nodes=1", "--matches", "96", "--seeds", "1-4", "--check", "9"});
  check_has(result.out, "Hash");
}

TEST_CASE("a seat passes from a library to an engine, a program, a person and a newer build, and the match replays") {
  const Stage stage;
  const fs::path bot = stage.path() / "bot.so";
  fs::copy_file(AGON_TEST_REFERENCES "/chess.so", bot);
  const std::string program = stage.write("first.py", R"(#!/usr/bin/env python3
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "start":
        print("ready", flush=True)
    elif words[0] == "turn":  # the time left, a FEN of six words, the legal moves
        print("action", words[8], flush=True)
    elif words[0] == "quit":
        break
)");
  const std::string engine =
      is_installed("/usr/games/stockfish") ? "uci:/usr/games/stockfish,nodes=10" : walker + ",nodes=1";
  // Black's king has one legal move at each turn: whoever plays, it goes to and fro.
  Words words = {"/usr/bin/env", "-C", stage.path().string(), "TERM=xterm", AGON_TEST_BUILT "/host"};
  for (const std::string& word :
       chess({"--set", "fen=k7/3P4/PP6/8/8/8/8/K2R4 w - - 0 1", "--seats", "listed", "--plugin",
              walker + ",nodes=1,name=walker", "--plugin", "./bot.so", "--swap", "10:1=" + engine + ",name=engine",
              "--swap", "20:1=" + program, "--swap", "30:1=human", "--record", "match.json"}))
    words.push_back(word);
  e2e::InTerminal terminal(words);
  REQUIRE(terminal.shows("30. Black: "));
  std::ofstream(bot, std::ios::app) << "a newer build";
  terminal.type("a8b8\r");
  REQUIRE(terminal.shows("32. Black: "));
  terminal.type("swap 1 ./bot.so\rquit\r");
  CHECK(terminal.end() == 0);
  const support::Json whole = stage.recorded();
  CHECK(whole.at("actions").size() == 100);
  std::string players = whole.at("seats").at(1).at("strategy");
  for (const support::Json& takeover : whole.at("takeovers")) {
    const support::Json& player = takeover.at("player");
    players += " " + takeover.at("action").dump() + ":" +
               (player.contains("person") ? "person" : player.value("name", player.at("strategy").get<std::string>()));
  }
  CHECK(players == "mybot 10:engine 20:first 30:person 32:mybot");
  CHECK(whole.at("takeovers").at(3).at("player").at("sha256") != whole.at("seats").at(1).at("sha256"));
  const support::Result replayed = stage.done({"replay", "match.json", "--export", "match.pgn"});
  CHECK(has(support::content(stage.path() / "match.pgn"), "[Black \"mybot, engine, first, human, mybot\"]"));
}

TEST_CASE("engines play the same matches at all jobs and levels of isolation, killed or not") {
  const Stage stage;
  std::string starts;
  for (int quiet = 0; quiet < 10; ++quiet) starts += "k7/8/8/8/8/8/8/K2R4 w - - " + std::to_string(quiet) + " 1\n";
  stage.write("book.epd", starts);
  check_same_matches(stage, walker + ",nodes=1", walker + ",nodes=2,name=other", "book.epd", 10);
}

TEST_CASE("stockfish plays the same matches at fixed nodes") {
  if (!is_installed("/usr/games/stockfish")) return;
  const Stage stage;
  write_book(stage, 10);
  check_same_matches(stage, "uci:/usr/games/stockfish,nodes=200,Hash=1", "champion,nodes=200", "book.pgn", 10);
}

TEST_SUITE("long" * doctest::skip()) {
  TEST_CASE("a thousand matches of two engines are the same at all jobs and levels of isolation, killed or not") {
    if (!is_installed("/usr/games/stockfish") || !is_installed("/usr/games/fairy-stockfish")) return;
    const Stage stage;
    write_book(stage, 500);
    check_same_matches(stage, "uci:/usr/games/stockfish,nodes=100,Hash=1",
                       "uci:/usr/games/fairy-stockfish,nodes=100,Hash=1", "book.pgn", 500);
  }
}

TEST_CASE("stockfish plays Chess960, and by the clock") {
  const std::string engine = "/usr/games/stockfish";
  if (!is_installed(engine)) return;
  const Stage stage;
  const std::string player = "uci:" + engine;
  stage.done(chess({"--set", "chess960=yes", "--seed", "5", "--plugin", player + ",nodes=40", "--plugin",
                    player + ",nodes=40,name=other", "--record", "match.json"}));
  const support::Json whole = stage.recorded();
  for (const support::Json& outcome : whole.at("result").at("outcomes")) CHECK(outcome.at("kind") == "ok");
  stage.done(
      chess({"--plugin", player + ",time=2", "--plugin", "random", "--seats", "listed", "--record", "match.json"}));
  CHECK(kind_of(stage.recorded()) == "ok");
}
