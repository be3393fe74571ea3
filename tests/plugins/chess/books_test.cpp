// PGN and EPD: read as starts, and written.
#include <chess/books.hpp>
#include <chess/exchange.hpp>

#include <agon/game.h>
#include <doctest/doctest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace chess {
namespace {

std::string refusal_of_pgn(const std::string& text) {
  try {
    read_pgn(text);
    return "";
  } catch (const std::invalid_argument& wrong) {
    return wrong.what();
  }
}

std::string refusal_of_epd(const std::string& text) {
  try {
    read_epd(text);
    return "";
  } catch (const std::invalid_argument& wrong) {
    return wrong.what();
  }
}

/// A record of these turns; the last one may be an end.
class Recorded {
 public:
  void act(const std::string& action) { add(AGON_OUTCOME_OK, action, nullptr); }
  void act(const std::string& action, double share, std::int32_t depth) {
    const agon_evaluation told = {share, AGON_VALUE_CONTEST, depth, 0, {nullptr, 0}};
    add(AGON_OUTCOME_OK, action, &told);
  }
  void end(std::int32_t outcome, const std::string& reason) { add(outcome, reason, nullptr); }

  [[nodiscard]] std::string pgn(const std::vector<double>& scores, std::uint64_t opening = 0,
                                const Position& start = Position(), bool chess960 = false) const {
    const char* const players[] = {"one \"two\"", "three"};
    std::vector<agon_record_turn> turns;
    for (std::size_t i = 0; i < texts_.size(); ++i) {
      const agon_bytes text = {texts_[i].second.data(), texts_[i].second.size()};
      turns.push_back(
          {static_cast<std::int32_t>(i % 2), texts_[i].first, text, told_[i].depth < 0 ? nullptr : &told_[i]});
    }
    const agon_record raw = {7, players, scores.empty() ? nullptr : scores.data(), opening, turns.size(), turns.data()};
    return pgn_of(agon::Record(raw), start, chess960);
  }

 private:
  void add(std::int32_t outcome, const std::string& text, const agon_evaluation* told) {
    texts_.emplace_back(outcome, text);
    told_.push_back(told != nullptr ? *told : agon_evaluation{0, 0, -1, 0, {nullptr, 0}});
  }

  std::vector<std::pair<std::int32_t, std::string>> texts_;
  std::vector<agon_evaluation> told_;
};

}  // namespace

TEST_CASE("games in PGN are read with their starts, without comments, variations and annotations") {
  const std::vector<Start> games = read_pgn(
      "[Event \"a [b] \\\"c\\\"\"]\n[Result \"1-0\"]\n\n1. e4 e5 {a (b) 1. d4} 2. Nf3! (2. Nc3 {)} (2. f4) Nf6) 2... "
      "Nc6 $13\n"
      "% escaped 3. a3\n3.Bb5 a6 ; 4. a3\n4.O-O $1 !? 1-0\n\n"
      "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7\n"
      "[Event \"last\"]\n*\n");
  REQUIRE(games.size() == 3);
  CHECK(games[0].moves == std::vector<std::string>{"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "e1g1"});
  CHECK(games[0].line == 1);
  CHECK(games[0].position.fen() == Position().fen());
  CHECK(games[1].position.fen() == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  CHECK(games[1].moves == std::vector<std::string>{"e2e4", "e8d7"});
  CHECK(games[1].line == 9);
  CHECK(games[2].moves.empty());
  CHECK(read_pgn("").empty());
  CHECK(read_pgn("1. e4 e5 *").size() == 1);
}

TEST_CASE("a game of Chess960 is known by its tag, or by its rights to castle") {
  const std::string castles = "[FEN \"1k6/8/8/8/8/8/8/2RK3R w HC - 0 1\"]\n1. O-O *";
  CHECK(read_pgn(castles)[0].chess960);
  CHECK(read_pgn(castles)[0].moves == std::vector<std::string>{"d1h1"});
  CHECK(read_pgn("[Variant \"fischerandom\"]\n1. e4 *")[0].chess960);
  CHECK_FALSE(read_pgn("1. e4 *")[0].chess960);
  CHECK(read_epd("1k6/8/8/8/8/8/8/2RK3R w HC -")[0].chess960);
}

TEST_CASE("what is no PGN is refused with its line") {
  CHECK(refusal_of_pgn("1. e4 e5\n2. Ke3 *").starts_with("line 2: 'Ke3' is no legal move"));
  CHECK(refusal_of_pgn("\n[FEN \"8/8 w\"]\n").starts_with("line 2: a FEN has six parts"));
  CHECK(refusal_of_pgn("[White Anna]\n") == "line 1: a tag is written as in [White \"Anna\"]");
  CHECK(refusal_of_pgn("[White \"Anna]\n") == "line 1: the value of the tag White has no '\"' at its end");
  CHECK(refusal_of_pgn("[White \"Anna\"\n") == "line 1: the tag White has no ']' at its end");
  CHECK(refusal_of_pgn("1. e4 )") == "line 1: a ')' that belongs to nothing");
}

TEST_CASE("positions in EPD are read with their counts, and FENs, too") {
  const std::vector<Start> starts = read_epd(
      "# positions\n\n"
      "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - fmvn 2; hmvc 3; bm Nf3; id \"open\";\r\n"
      "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3\n"
      "4k3/8/8/8/8/8/4P3/4K3 w - -");
  REQUIRE(starts.size() == 3);
  CHECK(starts[0].line == 3);
  CHECK(starts[0].position.fen() == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 3 2");
  CHECK(starts[1].position.fen() == "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  CHECK(starts[2].position.fen() == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  CHECK(refusal_of_epd("\n4k3/8/8/8/8/8/4P3/4K3 w\n").starts_with("line 2: a FEN has six parts"));
  CHECK(refusal_of_epd("4k3/8/8/8/8/8/4P3/4K3 w - - hmvc x;").starts_with("line 1: the number of quiet plies"));
}

TEST_CASE("a match is written with the seven tags, its moves, what the players thought, and how it ended") {
  Recorded match;
  match.act("f2f3");
  match.act("e7e5");
  match.act("g2g4", 0.25, 9);
  match.act("d8h4", 1, 0);
  CHECK(match.pgn({0, 1}, 2) ==
        "[Event \"chess\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"7\"]\n[White \"one \\\"two\\\"\"]\n"
        "[Black \"three\"]\n[Result \"0-1\"]\n[Termination \"normal\"]\n\n"
        "1. f3 e5 { end of the opening } 2. g4 { -1.91/9 } 2... Qh4# { +M } 0-1\n\n");
}

TEST_CASE("a match that a failure ended, or that is not over, says so") {
  Recorded match;
  match.act("e2e4");
  match.end(AGON_OUTCOME_CRASH, "it {crashed}\n(SIGSEGV)");
  const std::string pgn = match.pgn({1, 0});
  CHECK(pgn.find("[Termination \"abandoned\"]\n\n1. e4 { Black is out: it crashed (SIGSEGV) } 1-0\n") !=
        std::string::npos);
  Recorded open;
  open.act("e2e4");
  CHECK(open.pgn({}).find("[Result \"*\"]\n[Termination \"unterminated\"]\n\n1. e4 *\n") != std::string::npos);
}

TEST_CASE("another start is written with its FEN; the moves read back") {
  Recorded match;
  match.act("d1h1");
  match.act("b8a8");
  const Position start = Position::from_fen("1k6/8/8/8/8/8/8/2RK3R w HC - 0 1");
  const std::string pgn = match.pgn({0.5, 0.5}, 0, start, true);
  CHECK(pgn.find("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1k6/8/8/8/8/8/8/2RK3R w KQ - 0 1\"]\n") !=
        std::string::npos);
  const Start read = read_pgn(pgn).at(0);
  CHECK(read.moves == std::vector<std::string>{"d1h1", "b8a8"});
  CHECK(read.position.fen() == start.fen());
}

TEST_CASE("lines of moves have at most 79 letters") {
  Recorded match;
  for (int i = 0; i < 20; ++i) {
    for (const char* const move : {"g1f3", "g8f6", "f3g1", "f6g8"}) match.act(move, 0.5, 10);
  }
  const std::string pgn = match.pgn({0.5, 0.5});
  for (std::size_t at = 0; at < pgn.size(); at = pgn.find('\n', at) + 1) CHECK(pgn.find('\n', at) - at <= 79);
}

}  // namespace chess
