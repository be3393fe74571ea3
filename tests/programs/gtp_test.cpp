// Engines that speak GTP take a seat like any program.
#include "tests/programs/scripts.hpp"
#include "tests/support/files.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace {

using namespace programs;

const std::string placer = "gtp:" AGON_TEST_GTP_ENGINE;

/// One match of the engine, as Black, against the shipped strategy that plays any legal move.
support::Json gtp_match(const std::string& options, const Words& more = {}, const std::string& other = "random") {
  const Stage stage;
  const Words words = with({"--game", "go", "--no-db", "--seats", "listed", "--plugin", placer + options, "--plugin",
                            other, "--record", "match.json"},
                           more);
  const support::Result result = stage.done(words);
  return stage.recorded();
}

void gtp_fails(const std::string& options, const std::string& kind, const std::string& reason, const Words& more = {}) {
  const support::Json failed = gtp_match(options, more);
  CAPTURE(options);
  check_outcome(failed, kind, reason);
}

void gtp_refuses(const Words& words, const std::string& sentence) {
  Stage().refuses(words, 2, sentence);
}

/// What the host has written to the engines in a match, without times.
std::string gtp_lines(const std::string& options, const Words& more = {}, const std::string& other = "random") {
  const Stage stage;
  const Words words = with({"--game", "go", "--no-db", "--seats", "listed", "--plugin", placer + options, "--plugin",
                            other, "--trace", "trace.txt", "--quiet"},
                           more);
  const support::Result result = stage.done(words);
  return support::content(stage.path() / "trace.txt");
}

bool has_gnugo() {
  if (std::filesystem::exists("/usr/games/gnugo")) return true;
  MESSAGE("skipped: Debian's package gnugo is not installed");
  return false;
}

const std::string gnugo =
    "/usr/games/gnugo --mode gtp --chinese-rules --positional-superko --allow-suicide --capture-all-dead "
    "--never-resign";

}  // namespace

TEST_CASE("engines play a match to its end, and are told only the moves that they do not know") {
  const support::Json whole = gtp_match(",level=1", {}, placer + ",name=other");
  CHECK(kind_of(whole) == "ok");
  CHECK(whole.at("actions").size() == 20);
  CHECK(whole.at("actions").at(0).at("action") == "A1");
  CHECK(whole.at("actions").at(19).at("action") == "pass");
  const std::string lines = gtp_lines(",level=3", {}, placer + ",name=other");
  for (const char* const line : {"level 3", "boardsize 9", "komi 7.5", "clear_board", "time_settings 20 0 0",
                                 "play black A1", "time_left white ", "genmove white"}) {
    CAPTURE(line);
    check_has(lines, line);
  }
  CHECK(!has(lines, "play black B1\n"));  // told to White alone
  CHECK(kind_of(gtp_match(",fault=blanks", {}, placer + ",fault=blanks,name=other")) == "ok");
}

TEST_CASE("moves of engines are read in small letters and capitals, and an engine is told those of an opening") {
  CHECK(gtp_match(",fault=small").at("actions").at(0).at("action") == "E5");
  CHECK(kind_of(gtp_match(",fault=capitals")) == "resigned");
  gtp_fails(",fault=column", "illegal", "'I5' is no move");
  const Stage stage;
  stage.write("book.txt", "C3; D4; C4\n");
  const Words words = {"--game",   "go",   "--no-db",    "--seats",  "listed",  "--plugin",  "random",
                       "--plugin", placer, "--openings", "book.txt", "--trace", "trace.txt", "--quiet"};
  stage.done(words);
  check_has(support::content(stage.path() / "trace.txt"), "play black C4");
}

TEST_CASE("a limit of the turn alone is the time for one stone") {
  const std::string lines = gtp_lines("", {"--time", "0", "--turn-time", "2"});
  check_has(lines, "time_settings 0 2 1");
  check_has(lines, "time_left black 2 1");
}

TEST_CASE("an engine lists its commands") {
  const Stage stage;
  const std::string out = stage.host({"info", placer}).out;
  check_has(out, "Placer 1.0\n");
  check_has(out, "level");
}

TEST_CASE("an engine that resigns has lost and has not failed") {
  const Stage stage;
  const support::Result run = stage.done({"tournament", "--game", "go", "--no-db", "--plugin", placer + ",fault=resign",
                                          "--plugin", "random", "--seeds", "1-2", "--json", "--record", "all.jsonl"});
  for (const support::Json& each : support::parse_json(support::lines_of(run.out).back()).at("run").at("strategies")) {
    CHECK(each.at("failures") == 0);
    CHECK(each.at("losses") == (each.at("name") == "random" ? 0 : 4));
  }
  CHECK_FALSE(has(run.err, "fail"));
  const support::Json match = support::parse_json(support::lines_of(support::content(stage.path() / "all.jsonl"))[0]);
  CHECK(kind_of(match) == "resigned");
  const support::Result again = stage.done({"replay", "all.jsonl"});
  check_has(again.out, "Black is out, resigned");
}

TEST_CASE("what an engine or its user does wrong is told in one sentence") {
  const auto plays = [](const std::string& game, const std::string& options) {
    return Words{"--game", game, "--no-db", "--plugin", placer + options, "--plugin", "random"};
  };
  gtp_refuses(plays("go", ",levle=2"), "the engine has no command 'levle' (did you mean 'level'?)");
  gtp_refuses(plays("go", ",level=high"), "it refuses 'level high': level not an integer");
  gtp_fails("", "load", "it refuses 'boardsize 13': unacceptable size", {"--set", "size=13"});
  gtp_refuses(plays("tonga", ""), "the game tonga is not known to engines (agon.gtp/1)");
  gtp_refuses({"--game", "go", "--no-db", "--plugin", "gtp:"}, "as in 'gtp:./engine'");
  gtp_fails(",fault=illegal", "illegal", "it answered 'Z9': 'Z9' is no move");
  gtp_fails(",fault=taken", "illegal", "there is a stone on A1");
  gtp_fails(",fault=refusal", "error", "it refuses 'genmove black': I do not want to");
  gtp_fails(",fault=strict", "error", "it refuses 'play white ");
  gtp_fails(",fault=crash", "crash", "it crashed (SIGSEGV)");
  gtp_fails(",fault=exit", "exit", "with exit status 3; the end of its standard error: no network");
  gtp_fails(",fault=stall", "stall", "it did not answer within 1 s by the clock", {"--wall", "1"});
  gtp_fails(",fault=deaf", "stall", "it did not answer within 1 s by the clock", {"--wall", "1"});
  const Stage stage;
  const support::Result mute =
      stage.done({"--game", "go", "--no-db", "--seats", "listed", "--plugin",
                  "gtp:" AGON_TEST_GTP_ENGINE " mute,start=0.1", "--plugin", "random", "--record", "match.json"});
  CHECK(kind_of(stage.recorded()) == "load");
}

TEST_CASE("without a clock, gnugo plays the same matches with one job and with three") {
  if (!has_gnugo()) return;
  const auto moves = [](const std::string& jobs) {
    const Stage stage;
    const support::Result result =
        stage.done({"tournament", "--game", "go", "--set", "size=5", "--no-db", "--plugin", "gtp:" + gnugo + ",level=1",
                    "--plugin", "champion,simulations=20", "--seeds", "1-3", "--time", "0", "--record", "all.jsonl",
                    "--jobs", jobs});
    std::vector<std::string> all;
    for (const support::Json& transcript : support::objects(support::content(stage.path() / "all.jsonl"))) {
      CHECK(kind_of(transcript) == "ok");
      all.push_back(transcript.at("actions").dump());
    }
    std::sort(all.begin(), all.end());
    return all;
  };
  const std::vector<std::string> alone = moves("1");
  CHECK(alone.size() == 6);
  CHECK(moves("3") == alone);
}

TEST_CASE("matches are exported as SGF, which starts other matches, and which gnugo reads") {
  const Stage stage;
  const auto done = [&](const Words& words) { const support::Result result = stage.done(words); };
  done({"tournament", "--game", "go", "--set", "size=7", "--no-db", "--plugin", "champion,simulations=20", "--plugin",
        "random", "--seeds", "1-2", "--record", "all.jsonl", "--quiet"});
  done({"replay", "all.jsonl", "--export", "all.sgf", "--quiet"});
  const std::string sgf = support::content(stage.path() / "all.sgf");
  check_has(sgf, "SZ[7]KM[7.5]PB[champion]PW[random]RO[1]RE[B+");
  done({"--game", "go", "--openings", "all.sgf", "--opening-plies", "4", "--no-db", "--plugin", "random", "--plugin",
        "random,name=other", "--record", "next.json", "--quiet"});
  const support::Json next = stage.recorded("next.json");
  CHECK(next.at("setup").at("parameters").at("size") == 7);
  CHECK(next.at("setup").at("opening").at("given").size() == 4);
  if (!has_gnugo()) return;
  done({"replay", "all.jsonl", "--export", "one.sgf", "--match", "1", "--quiet"});
  const support::Result read =
      support::run({.words = {"/usr/games/gnugo", "--mode", "gtp", "--positional-superko", "--allow-suicide"},
                    .folder = stage.path(),
                    .input = "loadsgf one.sgf\nquit\n"});
  CHECK_MESSAGE((read.out.starts_with("= black") || read.out.starts_with("= white")), read.out);
}
