// Matches and openings in the format of a game's own world: chess with PGN and EPD.
#include "tests/programs/scripts.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace programs;

constexpr const char* book =
    "[Event \"one\"]\n\n1. e4 e5 2. Nf3 {good} Nc6 3. Bb5 *\n\n[Event \"two\"]\n\n1. d4 d5 2. c4 *\n\n"
    "[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]\n\n1. h3 *\n";

/// A run of two strategies of chess, without a database unless `more` names one.
Words run_of(const Words& more) {
  return with({"tournament", "--game", "chess", "--plugin", "champion,nodes=40", "--plugin", "random", "--quiet"},
              more);
}

std::string first_actions(const support::Json& match, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += match.at("actions").at(i).at("action").get<std::string>() + " ";
  return text;
}

/// What pgn-extract says about a file. Empty: it is not installed, or it has no complaint.
std::string complaints_of_pgn_extract(const Stage& stage, const std::string& file, std::size_t games) {
  const std::string program = "/usr/games/pgn-extract";
  if (!std::filesystem::exists(program)) {
    MESSAGE("skipped: " << program << " is not installed");
    return "";
  }
  const support::Result result = support::run({.words = {program, "-r", file}, .folder = stage.path()});
  const std::string all = std::to_string(games);
  const bool whole = has(result.err, all + " games matched out of " + all);
  std::string rest = result.err;
  for (const std::string& usual : {"Processing " + file + "\n", all + " games matched out of " + all + ".\n"}) {
    if (const std::size_t at = rest.find(usual); at != std::string::npos) rest.erase(at, usual.size());
  }
  std::string other;  // without the line that it writes for each game
  for (const std::string& line : e2e::lines_of(rest)) other += has(line, " chess ? ????.??.?? ") ? "" : line + "\n";
  return whole ? other : result.err;
}

}  // namespace

TEST_CASE("a book in PGN gives each seed a game's moves, in both seatings, or its first ones") {
  const Stage stage;
  stage.write("book.PGN", book);
  stage.done(run_of({"--openings", "book.PGN", "--seeds", "1-4", "--no-db", "--record", "all.jsonl"}));
  const std::vector<support::Json> all = stage.transcripts("all.jsonl");
  REQUIRE(all.size() == 8);
  for (const std::size_t match : {0U, 1U, 6U, 7U}) {
    CHECK(all[match].at("setup").at("opening").at("given").size() == 5);
    CHECK(first_actions(all[match], 5) == "e2e4 e7e5 g1f3 b8c6 f1b5 ");
  }
  CHECK(first_actions(all[2], 3) == "d2d4 d7d5 c2c4 ");
  CHECK(all[4].at("setup").at("parameters").at("fen") == "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  CHECK(first_actions(all[5], 1) == "h2h3 ");
  const support::Result replayed = stage.done({"replay", "all.jsonl", "--quiet"});
  stage.done(
      run_of({"--openings", "book.PGN", "--opening-plies", "2", "--seeds", "1", "--no-db", "--record", "two.jsonl"}));
  CHECK(stage.transcripts("two.jsonl")[0].at("setup").at("opening").at("given").size() == 2);
}

TEST_CASE("a book in EPD gives each seed a position") {
  const Stage stage;
  stage.write("book.epd", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - hmvc 4; id \"rook\";\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n");
  stage.done(run_of({"--openings", "book.epd", "--seeds", "1-2", "--no-db", "--record", "all.jsonl"}));
  const std::vector<support::Json> all = stage.transcripts("all.jsonl");
  CHECK(all[0].at("setup").at("start") == "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 4 1");
  CHECK(all[2].at("setup").at("start") == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
}

TEST_CASE("a file of openings may begin with a byte order mark and have the line ends of Windows") {
  const Stage stage;
  const std::string mark = "\xEF\xBB\xBF";
  const auto begins = [&](const std::string& file, const std::string& text) {
    stage.write(file, text);
    stage.done(run_of({"--openings", file, "--seeds", "1-2", "--no-db", "--record", "all.jsonl"}));
    return first_actions(stage.transcripts("all.jsonl")[0], 2) + first_actions(stage.transcripts("all.jsonl")[2], 1);
  };
  CHECK(begins("a.pgn", mark + "1. e4 e5 *\r\n\r\n1. d4 *") == "e2e4 e7e5 d2d4 ");
  CHECK(begins("b.txt", mark + "e2e4; e7e5\r\n\r\n# no line\r\nd2d4") == "e2e4 e7e5 d2d4 ");
  stage.write("c.txt",
              "\xFF\xFE"
              "e\0002\000");
  stage.refuses(run_of({"--openings", "c.txt", "--no-db"}), 2, "c.txt: the file is in UTF-16: save it as UTF-8");
}

TEST_CASE("positions of a PGN without moves are openings of their own, and another variant's games are refused") {
  const Stage stage;
  const std::string one = "[Event \"first\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n[SetUp \"1\"]\n\n";
  stage.write("two.pgn", one + "[Event \"second\"]\n\n1. e4 e5 *\n");
  stage.done(run_of({"--openings", "two.pgn", "--seeds", "1-2", "--no-db", "--record", "all.jsonl"}));
  const std::vector<support::Json> all = stage.transcripts("all.jsonl");
  CHECK(all[0].at("setup").at("start") == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  CHECK(first_actions(all[2], 2) == "e2e4 e7e5 ");
  stage.write("atomic.pgn", "[Event \"x\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 *\n");
  stage.refuses(run_of({"--openings", "atomic.pgn", "--no-db"}), 2,
                "atomic.pgn, line 2: [Variant \"Atomic\"] is another game than chess");
}

TEST_CASE("a book that can't be read is refused with its line") {
  const Stage stage;
  const auto refused = [&](const std::string& file, const std::string& text, const std::string& sentence,
                           const Words& more = {}) {
    stage.write(file, text);
    stage.refuses(run_of(with({"--openings", file, "--no-db", "--seeds", "1"}, more)), 2, sentence);
  };
  refused("a.pgn", "1. e4 e5\n2. Ke3 *\n", "a.pgn, line 2: 'Ke3' is no legal move");
  refused("b.epd", "\n4k3/8/8/8 w - -\n", "b.epd, line 2: the board of a FEN has eight ranks");
  refused("c.pgn", "\n\n", "--openings c.pgn: the file holds no opening");
  refused("d.epd", "4k3/8/8/8/8/8/4P3/4K3 w - -\n",
          "d.epd, line 1: fen=4k3/8/8/8/8/8/4P3/4K3 w - - 0 1: the parameter has",
          {"--set", "fen=4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"});
  refused("e.pgn", "1. e4\n", "--opening-plies -1", {"--opening-plies", "-1"});
}

TEST_CASE("matches are exported in the game's own format, from a file or from a stored run") {
  const Stage stage;
  stage.write("book.pgn", book);
  const Words openings = {"--openings", "book.pgn", "--seeds", "1-3", "--db", "runs.db", "--record", "all.jsonl"};
  stage.done(run_of(openings));
  stage.done({"replay", "all.jsonl", "--export", "all.pgn"});
  const std::string pgn = support::content(stage.path() / "all.pgn");
  CHECK(count_of(pgn, "[Event \"chess\"]") == 6);
  CHECK(count_of(pgn, "[FEN \"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1\"]") == 2);
  check_has(pgn, "1. e4 e5 2. Nf3 Nc6 3. Bb5 { end of the opening } 3... ");
  CHECK(complaints_of_pgn_extract(stage, "all.pgn", 6) == "");
  const support::Result stored = stage.done({"replay", "--run", "latest", "--db", "runs.db", "--export", "run.pgn"});
  CHECK(stored.out == "run 1: 6 matches play as recorded\n");
  CHECK(support::content(stage.path() / "run.pgn") == pgn);
  stage.done({"replay", "all.jsonl", "--export", "one.pgn", "--match", "3"});
  CHECK(count_of(support::content(stage.path() / "one.pgn"), "[Event ") == 1);
  // What was exported is a book again.
  stage.done(run_of({"--openings", "all.pgn", "--opening-plies", "4", "--seeds", "1", "--no-db"}));
}

TEST_CASE("a run's names of its players are those in its export, whoever played the match first") {
  const Stage stage;
  stage.done(run_of({"--seeds", "1", "--db", "runs.db"}));
  stage.done({"tournament", "--game", "chess", "--plugin", "champion,nodes=40,name=new", "--plugin", "random",
              "--quiet", "--seeds", "1", "--db", "runs.db"});
  stage.done({"replay", "--run", "2", "--db", "runs.db", "--export", "run.pgn"});
  CHECK(has(support::content(stage.path() / "run.pgn"), "[White \"new\"]\n[Black \"random\"]"));
}

TEST_CASE("an export that can't be made is refused in one sentence") {
  const Stage stage;
  stage.done(run_of({"--seeds", "1", "--db", "runs.db", "--record", "all.jsonl"}));
  stage.done({"standings", "--prune", "--db", "runs.db"});
  const auto refused = [&](const Words& words, const std::string& sentence) { stage.refuses(words, 2, sentence); };
  refused({"replay", "all.jsonl", "--export", "all.sgf"}, "--export all.sgf: the name of a file of chess ends in .pgn");
  refused({"replay", "all.jsonl", "--export", "all.pgn", "--html", "all.html"}, "exclude each other");
  refused({"replay", "--run", "1", "--db", "runs.db"},
          "runs.db: run 1 has no transcript of 2 matches of 2: its command with --keep plays them again");
  refused({"replay", "--run", "7", "--db", "runs.db"}, "runs.db has no such run 7");
  refused({"replay", "--run", "all", "--db", "runs.db"}, "--run takes a number or 'latest'");
  refused({"replay", "all.jsonl", "--db", "runs.db"}, "--db needs --run");
  refused({"replay", "all.jsonl", "--run", "1"}, "replay takes one file of transcripts");
  stage.done(e2e::tonga({"--plugin", "greedy", "--plugin", "random", "--no-db", "--quiet", "--record", "tonga.jsonl"}));
  refused({"replay", "tonga.jsonl", "--export", "tonga.pgn"}, "--export: tonga has no format of other programs");
}

TEST_SUITE("long" * doctest::skip()) {
  TEST_CASE("pgn-extract reads a thousand exported matches without complaint") {
    const Stage stage;
    stage.done(run_of({"--opening-plies", "6", "--seeds", "1-250", "--db", "runs.db"}));
    stage.done(run_of({"--opening-plies", "6", "--seeds", "1-250", "--db", "runs.db", "--set", "chess960=yes"}));
    for (const std::string run : {"1", "2"}) {
      const std::string file = run + ".pgn";
      stage.done({"replay", "--run", run, "--db", "runs.db", "--export", file});
      CHECK(complaints_of_pgn_extract(stage, file, 500) == "");
    }
  }
}
