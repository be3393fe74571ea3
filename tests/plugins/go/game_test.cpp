// The game, its model and its strategies through their C tables.
#include "tests/support/built_host.hpp"
#include "tests/support/driven_player.hpp"

#include <go/go.h>
#include <go/strategies/champion/search.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace go {
namespace {

using Match = support::Match<go_observation, go_action>;
using Player = support::Player<go_observation, go_action>;
using support::Values;

}  // namespace

TEST_CASE("a seat sees the board, the komi, the last move and its legal moves; a spectator no moves") {
  Match match(1, {{"size", "5"}});
  CHECK(match.position(AGON_ALL_SEATS) == "...../...../...../...../..... B 7.5 -");
  match.play({"B1", "E5", "A2"});
  CHECK(match.position(AGON_ALL_SEATS) == "....W/...../...../B..../.B... W 7.5 A2");
  CHECK(match.position(1) ==
        "....W/...../...../B..../.B... W 7.5 A2 A5 B5 C5 D5 A4 B4 C4 D4 E4 A3 B3 C3 D3 E3 B2 C2 D2 E2 C1 D1 E1 pass");
  const go_observation seen = match.observe();
  CHECK(seen.size == 5);
  CHECK(seen.seat == 1);
  CHECK(seen.board[4] == GO_WHITE);
  CHECK(seen.legal[20] == 0);
  CHECK(seen.legal[0] == 1);
  CHECK(seen.move_count == 3);
  CHECK(seen.moves[2] == 15);
}

TEST_CASE("the larger area wins 1, equal areas are worth 1/2, and a seat that fails loses") {
  Match win(1, {{"size", "5"}});
  win.play({"C3", "pass", "pass"});
  CHECK(win.to_move() == AGON_OVER);
  CHECK(win.score(0) == 1);
  CHECK(win.score(1) == 0);
  Match draw(1, {{"size", "5"}, {"komi", "25"}});
  draw.play({"C3", "pass", "pass"});
  CHECK(draw.score(0) == 0.5);
  Match out(1);
  out.forfeit(0);
  CHECK(out.score(1) == 1);
}

TEST_CASE("what can't be played is refused with a reason") {
  Match match(1, {{"size", "5"}});
  match.play({"B3", "E3", "C4", "D4", "C2", "D2", "D3", "C3"});
  const auto refused = [&](std::int32_t point, const std::string& why) {
    const support::Answer answer = match.act(go_action{point});
    CHECK(answer.status == AGON_ILLEGAL);
    CHECK_MESSAGE(answer.text.find(why) != std::string::npos, answer.text);
  };
  refused(13, "D3 would bring back a position that has been on the board before (superko)");
  refused(12, "there is a stone on C3");
  refused(25, "no point of the board");
  refused(-2, "no point of the board");
  CHECK_FALSE(match.parse("Z9"));
  CHECK_FALSE(match.parse("d1"));
  CHECK(Match::creation(1, {{"komi", "7.3"}}).text.find("a multiple of 0.5") != std::string::npos);
}

TEST_CASE("a search's playout ends with full areas, and fills no eye") {
  champion::Search search(1);
  for (int i = 0; i < 200; ++i) {
    const double lead = search.play_out(Board(9), Colour::black, 0);
    CHECK(lead >= -81);
    CHECK(lead <= 81);
  }
  Board board(5);
  for (const Point point : {1, 5, 6, 7, 11}) board.place(point, Colour::black);
  CHECK(champion::is_own_eye(board, 0, Colour::black));
  CHECK_FALSE(champion::is_own_eye(board, 0, Colour::white));
  CHECK_FALSE(champion::is_own_eye(board, 2, Colour::black));
}

TEST_CASE("the champion takes what hangs, and passes to win") {
  const Values quick = {{"simulations", "600"}};
  Player player(support::strategy("champion"), {.options = quick});
  Match hanging(1, {{"size", "5"}, {"komi", "0"}});
  hanging.play({"A5", "C3", "B3", "C2", "C4", "E5", "D3", "E4", "D2", "C1", "B2", "E3", "B1", "A1"});
  CHECK(player.move(hanging.observe()).point == 23);  // takes three stones on D1
  Match won(1, {{"size", "5"}, {"komi", "0.5"}});
  won.play({"C3", "pass"});
  CHECK(player.move(won.observe()).point == GO_PASS);
}

TEST_CASE("golden matches are played again as they ever were, and replay as recorded") {
  std::vector<std::vector<std::string>> runs;
  for (const char* const size : {"size=5", "size=9"})
    runs.push_back({"--game", "go", "--plugin", "random", "--plugin", "random", "--seeds", "1-2", "--set", size});
  support::check_golden_matches(AGON_TEST_FOLDER, runs);
}

}  // namespace go
