// The rules against a plain version of them, known positions, and another program's.
#include "naive.hpp"
#include "tests/support/process.hpp"

#include <go/rules.hpp>

#include <doctest/doctest.h>
#include <agon/random.hpp>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace go {
namespace {

std::string board_of(const Game& game) {
  std::string letters;
  for (Point point = 0; point < game.board().points(); ++point)
    letters += ".BW"[static_cast<std::size_t>(game.board().at(point))];
  return letters;
}

/// Plays moves from the empty board; '-' stands for a pass.
Game played(int size, const std::string& moves, double komi = 0) {
  Game game(size, komi);
  std::istringstream words(moves);
  for (std::string word; words >> word;) {
    const Point move = word == "-" ? pass : parse_move(word, size);
    CAPTURE(word);
    REQUIRE(move != no_move);
    REQUIRE(game.is_legal(move));
    game.play(move);
  }
  return game;
}

bool allows(const Game& game, const std::string& move) {
  return game.is_legal(parse_move(move, game.board().size()));
}

std::vector<Point> legal_moves(const Game& game) {
  std::vector<Point> moves;
  for (Point point = 0; point < game.board().points(); ++point) {
    if (game.is_legal(point)) moves.push_back(point);
  }
  return moves;
}

/// Any legal move, and now and then a pass.
Point drawn(const Game& game, agon::Random& random) {
  const std::vector<Point> moves = legal_moves(game);
  constexpr std::uint64_t rarely = 40;
  return moves.empty() || random.below(rarely) == 0 ? pass : moves[random.below(moves.size())];
}

}  // namespace

TEST_CASE("random matches have the legal moves, the boards and the areas of a plain version at each ply") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const int size = 5 + static_cast<int>(seed % 5);
    CAPTURE(seed);
    agon::Random random(seed);
    Game game(size, 7.5);
    naive_go::Match plain(size);
    while (!game.is_over()) {
      REQUIRE(board_of(game) == plain.board());
      std::vector<Point> expected;
      for (Point point = 0; point < game.board().points(); ++point) {
        if (plain.is_legal(point)) expected.push_back(point);
      }
      REQUIRE(legal_moves(game) == expected);
      REQUIRE(game.board().area(Colour::black) == plain.area('B'));
      REQUIRE(game.board().area(Colour::white) == plain.area('W'));
      REQUIRE(game.lead_of_black() == plain.area('B') - plain.area('W') - 7.5);
      const Point move = drawn(game, random);
      game.play(move);
      plain.play(move);
    }
  }
}

TEST_CASE("the sums of a group's liberties tell when it has only one, and its stones form a ring") {
  bool right = true;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    agon::Random random(seed);
    Game game(9, 0);
    while (!game.is_over()) {
      const Board& board = game.board();
      for (Point stone = 0; stone < board.points(); ++stone) {
        if (board.is_empty(stone)) continue;
        std::vector<bool> liberties(static_cast<std::size_t>(board.points()));
        Point each = stone;
        do {
          right = right && board.is_one_group(each, stone);
          for (const Point near : board.beside(each)) {
            if (board.is_empty(near)) liberties[static_cast<std::size_t>(near)] = true;
          }
          each = board.next(each);
        } while (each != stone);
        const auto count = std::count(liberties.begin(), liberties.end(), true);
        const Point only = board.only_liberty(stone);
        right = right && (count == 1 ? only != pass && liberties[static_cast<std::size_t>(only)] : only == pass);
      }
      game.play(drawn(game, random));
    }
  }
  CHECK(right);
}

TEST_CASE("a stone in the corner, at the edge and in the middle is taken when its last liberty goes") {
  CHECK(played(5, "A1 A2 C3 B1").board().is_empty(parse_move("A1", 5)));
  CHECK(played(5, "B1 A1 D4 C1 D5 B2").board().is_empty(parse_move("B1", 5)));
  const Game ring = played(5, "C3 C4 A1 C2 A2 B3 A3 D3");
  CHECK(board_of(ring) == ".......W..BW.W.B.W..B....");
}

TEST_CASE("a ko may be taken back only after the position has changed elsewhere") {
  // Black C3 is taken by White's D3: Black may not retake at once, but after an exchange.
  const Game ko = played(5, "B3 E3 C4 D4 C2 D2 D3 C3");
  CHECK(ko.board().is_empty(parse_move("D3", 5)));
  CHECK_FALSE(allows(ko, "D3"));
  CHECK(allows(played(5, "B3 E3 C4 D4 C2 D2 D3 C3 A1 E5"), "D3"));
  CHECK_FALSE(allows(played(5, "B3 E3 C4 D4 C2 D2 D3 C3 - -", 0), "D3"));
}

TEST_CASE("passes do not make an earlier position new: superko is positional") {
  Game game = played(5, "B3 E3 C4 D4 C2 D2 D3 C3 -");
  CHECK_FALSE(game.is_over());
  game.play(parse_move("A1", 5));
  CHECK(allows(game, "D3"));
}

TEST_CASE("suicide takes one's own group; of a single stone, it would change nothing and is no move") {
  CHECK_FALSE(allows(played(5, "A2 E5 B1 E4 - "), "A1"));
  const Game two = played(5, "A3 A1 B2 - C1 - ");
  CHECK(allows(played(5, "A3 A1 B2 - C1"), "B1"));
  const Game gone = played(5, "A3 A1 B2 - C1 E5 A2 B1");
  CHECK(board_of(gone).find("BB") != std::string::npos);
  CHECK(gone.board().is_empty(parse_move("A1", 5)));
  CHECK(gone.board().is_empty(parse_move("B1", 5)));
}

TEST_CASE("snapback: a group that takes one stone is taken at once") {
  const Game taken = played(5, "A3 A2 B3 B2 C2 E5 C1 E4 A1 B1");
  CHECK(taken.board().is_empty(parse_move("A1", 5)));
  CHECK(board_of(played(5, "A3 A2 B3 B2 C2 E5 C1 E4 A1 B1 A1")) == "....W....WBB.....B..B.B..");
}

TEST_CASE("in a seki, points between two groups count for nobody, and who plays there first is taken") {
  const std::string seki = "A5 D5 B5 E5 A4 D4 B4 E4 C4 D3 A3 E3 B3 D2 C3 E2 A2 D1 B2 E1 C2 - A1 - B1 -";
  const Game both = played(5, seki);
  CHECK(board_of(both) == "BB.WWBBBWWBBBWWBBBWWBB.WW");
  CHECK(both.board().area(Colour::black) == 13);
  CHECK(both.board().area(Colour::white) == 10);
  CHECK(played(5, seki + " C5 C1").board().area(Colour::black) == 0);
  CHECK(played(5, seki.substr(0, seki.size() - 2) + " C5 C1").board().area(Colour::white) == 0);
}

TEST_CASE("a match ends after two passes in a row, or after 3 * size * size moves") {
  CHECK_FALSE(played(5, "- C3 -").is_over());
  CHECK(played(5, "C3 - -").is_over());
  CHECK(played(5, "C3 - -", 7.5).lead_of_black() == 17.5);
  CHECK(played(5, "- -", 7.5).lead_of_black() == -7.5);
}

TEST_CASE("each move has one name, which reads back in small and capital letters") {
  for (int size = min_size; size <= max_size; ++size) {
    for (Point move = pass; move < size * size; ++move) {
      const std::string name = move_name(move, size);
      CHECK(parse_move(name, size) == move);
      std::string small;
      for (const char letter : name) small += static_cast<char>(std::tolower(letter));
      CHECK(parse_move(small, size) == move);
    }
  }
  for (const char* const text : {"", "A", "I3", "A0", "A6", "F1", "A01", "A-1", "A1x", "passes", "5A", "A99999999999"})
    CHECK(parse_move(text, 5) == no_move);
}

TEST_CASE("gnugo accepts 200 random matches move by move, and refuses what the rules refuse" *
          doctest::test_suite("long") * doctest::skip()) {
  const std::string engine = "/usr/games/gnugo";
  if (!std::filesystem::exists(engine)) {
    MESSAGE("skipped: Debian's package gnugo is not installed");
    return;
  }
  std::string input;
  std::vector<bool> expected;
  const auto ask = [&](const std::string& command, bool accepted) {
    input += command + "\n";
    expected.push_back(accepted);
  };
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const int size = 5 + static_cast<int>(seed % 15);
    agon::Random random(seed);
    ask("boardsize " + std::to_string(size), true);
    ask("clear_board", true);
    Game game(size, 0);
    while (!game.is_over()) {
      const std::string colour = game.to_move() == Colour::black ? "black " : "white ";
      const Point other = static_cast<Point>(random.below(static_cast<std::uint64_t>(game.board().points())));
      if (!game.is_legal(other)) ask("play " + colour + move_name(other, size), false);
      const Point move = drawn(game, random);
      ask("play " + colour + move_name(move, size), true);
      game.play(move);
    }
  }
  const std::string out = support::run({.words = {engine, "--mode", "gtp", "--allow-suicide", "--positional-superko"},
                                        .input = input + "quit\n"})
                              .out;
  std::istringstream lines(out);
  std::vector<bool> answers;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty() && (line[0] == '=' || line[0] == '?')) answers.push_back(line[0] == '=');
  }
  REQUIRE(answers.size() == expected.size() + 1);
  answers.pop_back();
  CHECK(answers == expected);
}

}  // namespace go
