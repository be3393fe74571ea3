// The champion's search.
#include <chess/strategies/champion/search.hpp>

#include <doctest/doctest.h>
#include <agon/random.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace chess {

TEST_CASE("the moves that a search expects can be played one after the other, its own first") {
  agon::Random random(1);
  champion::Search search;
  std::size_t longest = 0;
  // In the second one each side has three queens, and so more than twice the moves.
  for (const char* const fen :
       {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "q2qk2q/ppp5/8/8/8/8/PPP5/Q2QK2Q b - - 0 1"}) {
    Game game(Position::from_fen(fen));
    for (int ply = 0; ply < 60 && game.end() == End::none; ++ply) {
      if (ply % 4 == 0) {
        const champion::Found found = search.best(game, {.depth = 64, .nodes = 50000});
        REQUIRE(!found.line.empty());
        CHECK(found.line.front() == found.move);
        Position position = game.position();
        for (const Move move : found.line) {
          MoveList legal;
          position.moves(legal);
          REQUIRE(std::find(legal.begin(), legal.end(), move) != legal.end());
          position.play(move);
        }
        longest = std::max(longest, found.line.size());
      }
      MoveList legal;
      game.position().moves(legal);
      game.play(legal[random.below(legal.size())]);
    }
  }
  CHECK(longest >= 5);
}

}  // namespace chess
