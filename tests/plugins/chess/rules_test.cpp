// The rules against published numbers, a plain version of them, and another program's.
#include "naive.hpp"
#include "tests/support/process.hpp"

#include <chess/rules.hpp>

#include <doctest/doctest.h>
#include <agon/random.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace chess {
namespace {

using Texts = std::set<std::string>;

Texts moves_of(const Position& position, bool chess960 = false) {
  MoveList list;
  position.moves(list);
  Texts texts;
  for (const Move move : list) texts.insert(uci(position, move, chess960));
  CHECK(texts.size() == list.size());
  CHECK(position.count_moves() == list.size());
  return texts;
}

/// Plays a random match and calls `each` before every move.
void play_randomly(const Position& from, std::uint64_t seed, const std::function<void(const Game&, Move)>& each) {
  agon::Random random(seed);
  Game game(from);
  while (game.end() == End::none) {
    MoveList list;
    game.position().moves(list);
    const Move move = list[static_cast<std::size_t>(random.below(list.size()))];
    each(game, move);
    game.play(move);
  }
}

Game played(const std::string& fen, const std::vector<std::string>& moves) {
  Game game(Position::from_fen(fen));
  for (const std::string& move : moves) game.play(parse_move(game.position(), move));
  return game;
}

bool refuses(const std::string& fen, const std::string& why) {
  try {
    Position::from_fen(fen);
    return false;
  } catch (const std::invalid_argument& wrong) {
    return std::string(wrong.what()).find(why) != std::string::npos;
  }
}

struct Perft {
  const char* fen;
  int depth;
  std::uint64_t nodes;
};

constexpr const char* first_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr const char* kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

// From the Chess Programming Wiki, "Perft Results" and "Chess960 Perft Results".
constexpr Perft published[] = {
    {first_fen, 6, 119'060'324},
    {kiwipete, 5, 193'690'690},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11'030'083},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15'833'292},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89'941'194},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5, 164'075'551},
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 5, 8'146'062},
    {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 5, 16'253'601},
};

}  // namespace

TEST_CASE("the numbers of sequences of moves are the published ones") {
  for (const Perft& each : published) {
    CAPTURE(each.fen);
    CHECK(perft(Position::from_fen(each.fen), each.depth) == each.nodes);
  }
}

TEST_CASE("random matches have the legal moves of a plain version at each ply") {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    play_randomly(Position(), seed, [](const Game& game, Move /*move*/) {
      const std::string fen = game.position().fen();
      CAPTURE(fen);
      CHECK(moves_of(game.position()) == naive_chess::legal_moves(fen));
    });
  }
}

TEST_CASE("a FEN reads back, and gives the same hash as the moves that led there") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Position from = seed % 2 == 0 ? Position() : Position::chess960(static_cast<int>(seed * 13 % 960));
    play_randomly(from, seed, [](const Game& game, Move /*move*/) {
      const std::string fen = game.position().fen();
      const Position read = Position::from_fen(fen);
      CHECK(read.fen() == fen);
      CHECK(read.key() == game.position().key());
    });
  }
}

TEST_CASE("each legal move has a text of its own in both notations, which reads back") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Position from = seed % 2 == 0 ? Position() : Position::chess960(static_cast<int>(seed * 97 % 960));
    play_randomly(from, seed, [](const Game& game, Move /*move*/) {
      const Position& position = game.position();
      MoveList list;
      position.moves(list);
      Texts texts;
      for (const Move move : list) {
        texts.insert(san(position, move));
        CHECK(parse_move(position, san(position, move)) == move);
        CHECK(parse_move(position, uci(position, move, true)) == move);
      }
      CHECK(texts.size() == list.size());
    });
  }
}

TEST_CASE("standard algebraic notation is as short as may be") {
  const auto written = [](const std::string& fen, const std::string& move) {
    const Position position = Position::from_fen(fen);
    return san(position, parse_move(position, move));
  };
  CHECK(written(first_fen, "g1f3") == "Nf3");
  CHECK(written("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1") == "O-O");
  CHECK(written("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1") == "O-O-O");
  CHECK(written("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1") == "Rad1");
  CHECK(written("4k3/R7/8/8/8/8/4K3/R7 w - - 0 1", "a1a4") == "R1a4");
  CHECK(written("6k1/8/8/1Q5Q/8/8/3K4/8 w - - 0 1", "h5e2") == "Qhe2");
  CHECK(written("1k6/8/8/8/4Q2Q/8/3K4/7Q w - - 0 1", "h4e1") == "Qh4e1");
  CHECK(written("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "d4e3") == "dxe3");
  CHECK(written("3r2k1/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q") == "a8=Q");
  CHECK(written("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8") == "Ra8#");
  for (const char* const text : {"e1g1", "e1h1", "O-O", "0-0", "O-O+"})
    CHECK(written("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", text) == "O-O");
  const Position two = Position::from_fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1");
  CHECK_THROWS_WITH(parse_move(two, "Rd1"), doctest::Contains("may be Rad1 or Rhd1"));
  CHECK_THROWS_WITH(parse_move(two, "Re9"), doctest::Contains("no legal move"));
}

TEST_CASE("a FEN that is no position is refused with what is wrong") {
  CHECK_MESSAGE(refuses("8/8/8/8/8/8/8/8 w - - 0 1", "one king of White"), "one king of White");
  CHECK_MESSAGE(refuses("k7/8/8/8/8/8/8/K7", "six parts"), "six parts");
  CHECK_MESSAGE(refuses("k7/8/8/8/8/8/K7 w - - 0 1", "eight ranks"), "eight ranks");
  CHECK_MESSAGE(refuses("k8/8/8/8/8/8/8/K7 w - - 0 1", "eight ranks"), "eight ranks");
  CHECK_MESSAGE(refuses("k7/8/8/8/8/8/8/X6K w - - 0 1", "no piece X"), "no piece X");
  CHECK_MESSAGE(refuses("k7/8/8/8/8/8/8/K7 x - - 0 1", "w or b"), "w or b");
  CHECK_MESSAGE(refuses("k7/8/8/8/8/8/8/P6K w - - 0 1", "no pawn"), "no pawn");
  CHECK_MESSAGE(refuses("1k6/8/8/8/8/8/7K/R7 w Q - 0 1", "castle"), "castle");
  CHECK_MESSAGE(refuses("1k6/8/8/8/8/8/8/R6K w - e6 0 1", "en passant"), "en passant");
  CHECK_MESSAGE(refuses("k7/8/8/8/8/8/8/R6K w - - 0 1", "in check"), "in check");
  CHECK_MESSAGE(refuses("k7/8/8/8/8/8/8/1R5K w - - 200 1", "0 to 100"), "0 to 100");
  CHECK_MESSAGE(refuses("kqqqqqqq/qqq5/8/8/8/8/8/7K b - - 0 1", "more pieces"), "more pieces");
}

TEST_CASE("a match ends as the laws say") {
  CHECK(played(first_fen, {"f3", "e5", "g4", "Qh4"}).end() == End::checkmate);
  CHECK(played("7k/4Q3/8/8/8/8/8/K7 b - - 0 1", {}).end() == End::none);
  CHECK(played("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", {}).end() == End::stalemate);
  CHECK(played("k7/8/8/8/8/8/8/KN6 w - - 0 1", {}).end() == End::material);
  CHECK(played("k7/8/8/8/8/8/8/KNN5 w - - 0 1", {}).end() == End::none);
  CHECK(played("kb6/8/8/8/8/8/8/K3B3 w - - 0 1", {}).end() == End::material);  // both on dark squares
  CHECK(played("k1b5/8/8/8/8/8/8/K3B3 w - - 0 1", {}).end() == End::none);
  CHECK(played("k7/8/8/8/8/8/8/KR6 w - - 99 80", {"Rc1"}).end() == End::fifty_moves);
  CHECK(played("k7/8/2K5/8/8/8/8/7R w - - 99 80", {"Kb6"}).end() == End::fifty_moves);
  CHECK(played("k7/8/1K6/8/8/8/8/7R w - - 99 80", {"Rh8"}).end() == End::checkmate);  // mate comes first
}

TEST_CASE("a position counts as repeated with its rights to castle and to capture en passant") {
  const std::vector<std::string> circle = {"Nf3", "Nf6", "Ng1", "Ng8"};
  std::vector<std::string> twice = circle;
  twice.insert(twice.end(), circle.begin(), circle.end());
  CHECK(played(first_fen, circle).occurrences() == 2);
  CHECK(played(first_fen, twice).end() == End::repetition);
  // The king's first move takes the right to castle: the position after it is another one.
  const char* const rook = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  CHECK(played(rook, {"Ke2", "Ke7", "Ke1", "Ke8"}).occurrences() == 1);
  CHECK(played(rook, {"Ke2", "Ke7", "Ke1", "Ke8", "Ke2", "Ke7", "Ke1", "Ke8"}).occurrences() == 2);
  // The right to capture lasts for one move.
  const char* const pawns = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
  CHECK(played(pawns, {"e4"}).position().en_passant() == 20);
  CHECK(played(pawns, {"e4", "Kd7", "Kd1", "Ke8", "Ke1"}).occurrences() == 1);
}

TEST_CASE("the start positions of Chess960 are those of Scharnagl's numbers") {
  CHECK(Position::chess960(0).fen() == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
  CHECK(Position::chess960(518).fen() == first_fen);
  CHECK(Position::chess960(959).fen() == "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1");
  Texts all;
  for (int number = 0; number < 960; ++number) {
    const std::string row = Position::chess960(number).fen().substr(0, 8);
    all.insert(row);
    CHECK((row.find('b') % 2 != row.rfind('b') % 2));
    CHECK(row.find('r') < row.find('k'));
    CHECK(row.find('k') < row.rfind('r'));
  }
  CHECK(all.size() == 960);
}

TEST_CASE("a thousand random matches have the legal moves of fairy-stockfish at each ply" *
          doctest::test_suite("long") * doctest::skip()) {
  const std::string engine = "/usr/games/fairy-stockfish";
  if (!std::filesystem::exists(engine)) {
    MESSAGE("skipped: Debian's package fairy-stockfish is not installed");
    return;
  }
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const bool chess960 = seed % 4 == 0;
    std::vector<std::string> fens;
    std::vector<Texts> expected;
    std::string input = chess960 ? "setoption name UCI_Chess960 value true\n" : "";
    const Position from = chess960 ? Position::chess960(static_cast<int>(seed % 960)) : Position();
    play_randomly(from, seed, [&](const Game& game, Move /*move*/) {
      fens.push_back(game.position().fen());
      expected.push_back(moves_of(game.position(), chess960));
      input += "position fen " + fens.back() + "\ngo perft 1\n";
    });
    std::istringstream lines(support::run({.words = {engine}, .input = input + "quit\n"}).out);
    std::size_t ply = 0;
    Texts found;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("Nodes searched")) {
        REQUIRE(ply < fens.size());
        CAPTURE(fens[ply]);
        CHECK(found == expected[ply++]);
        found.clear();
      } else if (line.ends_with(": 1")) {
        found.insert(line.substr(0, line.find(':')));
      }
    }
    CHECK(ply == fens.size());
  }
}

}  // namespace chess
