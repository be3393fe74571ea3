// The game and its strategies through their C tables.
#include "tests/support/built_host.hpp"
#include "tests/support/driven_player.hpp"

#include <chess/chess.h>

#include <agon/ext/uci.h>

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

const agon_uci& uci() {
  return *static_cast<const agon_uci*>(support::game().extension(AGON_UCI));
}

/// What an engine is told of the position.
std::string told(const Match& match) {
  std::string room(uci().text_capacity, '\0');
  agon_buffer text{room.data(), room.size(), 0};
  agon_error error{};
  CHECK(uci().position(match.raw(), &text, &error) == AGON_OK);
  return room.substr(0, text.size);
}

/// What an engine's answer means; a sentence that begins with "'" if it means nothing.
std::string understood(const Match& match, const std::string& answer) {
  chess_action action{};
  agon_buffer room{&action, sizeof action, 0};
  agon_error error{};
  if (uci().move(match.raw(), {answer.data(), answer.size()}, &room, &error) != AGON_OK) return error.text;
  return match.write(action).value_or("");
}

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

TEST_CASE("an engine is told the start of the match and all moves since") {
  Match match(1);
  CHECK(told(match) == "startpos");
  match.play({"e2e4", "d7d5", "e4d5"});
  CHECK(told(match) == "startpos moves e2e4 d7d5 e4d5");
  Match other(1, {{"fen", "4k3/P7/8/8/8/8/8/4K2R w K - 3 9"}});
  CHECK(told(other) == "fen 4k3/P7/8/8/8/8/8/4K2R w K - 3 9");
  other.play({"e1g1", "e8d7", "a7a8n"});
  CHECK(told(other) == "fen 4k3/P7/8/8/8/8/8/4K2R w K - 3 9 moves e1g1 e8d7 a7a8n");
  Match drawn(7, {{"chess960", "yes"}});
  CHECK(told(drawn) == "fen " + drawn.position(AGON_ALL_SEATS));
  Match usual(7, {{"chess960", "yes"}, {"fen", start}});
  CHECK(told(usual) == std::string("fen ") + start);
}

TEST_CASE("an engine is told the longest match, too") {
  Match match(1, {{"fen", "4k1n1/8/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1"}});
  std::string moves;
  const auto play = [&](const std::string& move) {
    match.play({move});
    moves += " " + move;
  };
  agon::Random random(1);
  for (int ply = 0; ply < 1000 && !match.over(); ++ply) {
    const chess_observation seen = match.observe();
    const std::size_t chosen = random.below(static_cast<std::uint64_t>(seen.move_count));
    play(match.write({seen.moves[3 * chosen], seen.moves[3 * chosen + 1], seen.moves[3 * chosen + 2]}).value());
  }
  CHECK(told(match) == "fen 4k1n1/8/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1 moves" + moves);
}

TEST_CASE("moves of engines are read in each way in which they write them") {
  const Match castles(1, {{"fen", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"}});
  for (const char* const text : {"e1g1", "e1h1", "E1G1", "e1-g1", "O-O", "0-0"})
    CHECK(understood(castles, text) == "e1g1");
  for (const char* const text : {"e1c1", "e1a1", "O-O-O"}) CHECK(understood(castles, text) == "e1c1");
  CHECK(understood(castles, "e1f1") == "e1f1");
  CHECK(understood(castles, "a1b1") == "a1b1");
  Match black(1, {{"fen", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"}});
  CHECK(understood(black, "e8h8") == "e8g8");
  CHECK(understood(black, "e8a8") == "e8c8");
  const Match classical_king(1, {{"fen", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"}});  // without the right
  CHECK(understood(classical_king, "e1h1") == "e1h1");                          // which is then refused
  const Match chess960(1, {{"chess960", "yes"}, {"fen", "r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1"}});
  CHECK(understood(chess960, "f1h1") == "f1h1");
  CHECK(understood(chess960, "f1g1") == "f1g1");  // the king's move by one square
  CHECK(understood(chess960, "f1c1") == "f1a1");
  const Match two_squares(1, {{"chess960", "yes"}, {"fen", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"}});
  for (const char* const text : {"e1g1", "e1h1", "O-O"}) CHECK(understood(two_squares, text) == "e1h1");
  const Match promotes(1, {{"fen", "k7/4P3/8/8/8/8/8/K7 w - - 0 1"}});
  for (const char* const text : {"e7e8q", "e7e8Q", "E7E8Q", "e7e8=Q", "e7e8=q", "e7-e8=Q", "e8=Q+", "e8Q"})
    CHECK(understood(promotes, text) == "e7e8q");
  CHECK(understood(promotes, "e7e8n") == "e7e8n");
  const Match plain(1);
  for (const char* const text : {"g1f3", "G1F3", "Nf3"}) CHECK(understood(plain, text) == "g1f3");
  for (const char* const text : {"0000", "(none)", "NULL", "", "e2", "e2e9", "e2e4q4", "resign", "@@@@"}) {
    CAPTURE(text);
    CHECK(understood(plain, text).starts_with("'" + std::string(text) + "' is no move: "));
  }
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
