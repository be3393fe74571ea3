// The game and its strategies through their C tables.
#include "tests/support/built_host.hpp"
#include "tests/support/driven_player.hpp"

#include <chess/chess.h>

#include <doctest/doctest.h>
#include <agon/random.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace chess {
namespace {

using Match = support::Match<chess_observation, chess_action>;
using Player = support::Player<chess_observation, chess_action>;
using support::Values;

constexpr const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

}  // namespace

TEST_CASE("a seat sees the FEN and its legal moves, a spectator the FEN") {
  Match match(1);
  CHECK(match.position(AGON_ALL_SEATS) == start);
  CHECK(match.position(0).starts_with(std::string(start) + " "));
  const chess_observation seen = match.observe();
  CHECK(seen.move_count == 20);
  CHECK(seen.board[4] == CHESS_KING);
  CHECK(seen.board[59] == -CHESS_QUEEN);
  CHECK(seen.castling[1] == 0);
}

TEST_CASE("a win scores 1, a draw 1/2, and a seat that fails loses") {
  Match mate(1);
  mate.play({"f2f3", "e7e5", "g2g4", "d8h4"});
  CHECK(mate.to_move() == AGON_OVER);
  CHECK(mate.score(0) == 0);
  CHECK(mate.score(1) == 1);
  Match draw(1, {{"fen", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"}});
  draw.play({"f1f7"});
  CHECK(draw.to_move() == AGON_OVER);
  CHECK(draw.score(0) == 0.5);
  Match out(1);
  out.forfeit(0);
  CHECK(out.score(1) == 1);
}

TEST_CASE("castling is the king's move by two squares, and no move to its own rook") {
  Match match(1, {{"fen", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"}});
  CHECK(match.act(chess_action{4, 7, CHESS_NONE}).status == AGON_ILLEGAL);
  match.play({"e1c1"});
  CHECK(match.position(AGON_ALL_SEATS) == "4k3/8/8/8/8/8/8/2KR3R b - - 1 1");
}

TEST_CASE("a move whose promotion is no piece is no move") {
  Match match(1);
  for (const std::int8_t piece : {std::int8_t{-1}, std::int8_t{CHESS_QUEEN}, std::int8_t{CHESS_KING + 1}})
    CHECK(match.act(chess_action{12, 28, piece}).status == AGON_ILLEGAL);
  CHECK(match.act(chess_action{12, 28, CHESS_NONE}).status == AGON_OK);
}

TEST_CASE("Chess960 draws its start position from the seed; castling is the king's move to its rook") {
  const Match one(1, {{"chess960", "yes"}});
  const Match two(2, {{"chess960", "yes"}});
  CHECK(one.position() != two.position());
  Match castles(1, {{"chess960", "yes"}, {"fen", "1k6/8/8/8/8/8/8/2RK3R w HC - 0 1"}});
  castles.play({"d1h1"});
  CHECK(castles.position(AGON_ALL_SEATS) == "1k6/8/8/8/8/8/8/2R2RK1 b - - 1 1");
}

TEST_CASE("the champion mates, and takes what hangs") {
  const Values quick = {{"nodes", "20000"}};
  Player player(support::strategy("champion"), {.options = quick});
  Match mate(1, {{"fen", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"}});  // mate in 3
  while (!mate.over()) REQUIRE(mate.act(player.move(mate.observe())).status == AGON_OK);
  CHECK(mate.score(0) == 1);
  Match hanging(1, {{"fen", "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1"}});
  const chess_action taken = player.move(hanging.observe());
  CHECK(taken.to == 35);
}

TEST_CASE("golden matches are played again as they ever were, and replay as recorded") {
  const std::vector<std::string> random = {"--game",   "chess",  "--plugin", "random",
                                           "--plugin", "random", "--seeds",  "1-2"};
  std::vector<std::string> chess960 = random;
  chess960.insert(chess960.end(), {"--set", "chess960=yes"});
  support::check_golden_matches(AGON_TEST_FOLDER, {random, chess960});
}

}  // namespace chess
