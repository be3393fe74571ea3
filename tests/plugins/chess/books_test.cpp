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
  void act(const std::string& action, double value, std::int32_t depth, std::int32_t unit = AGON_VALUE_CONTEST) {
    const agon_evaluation told = {value, unit, depth, 0, {nullptr, 0}};
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

TEST_CASE("tags after a blank line, or a tag that comes again, begin a game, also if the one before has no moves") {
  const std::string end = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n";
  for (const std::string between :
       {"\n[Event \"b\"]\n", "\r\n \t\r\n[Event \"b\"]\n", "[Event \"b\"]\n", "\n; a comment\n[Event \"b\"]\n",
        "\n{ a comment }\n\n[Event \"b\"]\n", "\n\n[Site \"b\"]\n", "\n*\n[Event \"b\"]\n"}) {
    CAPTURE(between);
    const std::vector<Start> games = read_pgn("[Event \"a\"]\n" + end + between + "\n1. e4 e5");
    REQUIRE(games.size() == 2);
    CHECK(games[0].position.fen() == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    CHECK(games[1].position.fen() == Position().fen());
    CHECK(games[1].moves.size() == 2);
  }
  CHECK(read_pgn(end + "\n" + end + "\n" + end).size() == 3);
  CHECK(read_pgn("[Event \"a\"] ; of\n% this\n[Site \"b\"]\n{ one }\n1. e4").size() == 1);
}

TEST_CASE("a byte order mark, line ends of Windows, and a last line without its end don't matter") {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string game = "[Event \"a\"]\r\n\r\n% no move\r\n1. e4 ; no move\r\ne5 *";
  REQUIRE(read_pgn(mark + game + "\r\n" + mark + game).size() == 2);  // two files joined
  CHECK(read_pgn(mark + game)[0].moves == std::vector<std::string>{"e2e4", "e7e5"});
  const std::vector<Start> starts =
      read_epd(mark + "4k3/8/8/8/8/8/4P3/4K3 w - -\r\n\r\n" + mark + "# one\r\n4k3/8/8/8/8/8/4P3/4K3\tb - - 1 2");
  REQUIRE(starts.size() == 2);
  CHECK(starts[1].position.fen() == "4k3/8/8/8/8/8/4P3/4K3 b - - 1 2");
}

TEST_CASE("the tag Variant names chess or Chess960 in the words of many programs; a game of another one is refused") {
  for (const char* const name : {"", "Standard", "normal", "Chess", "From Position"})
    CHECK_FALSE(read_pgn("[Variant \"" + std::string(name) + "\"]\n1. e4 *")[0].chess960);
  for (const char* const name : {"Chess960", "chess 960", "Fischerandom", "Fischer Random", "FRC", "fischerRandom"})
    CHECK(read_pgn("[Variant \"" + std::string(name) + "\"]\n1. e4 *")[0].chess960);
  for (const char* const name : {"Atomic", "Crazyhouse", "Crazyhouse960", "Antichess", "Three-check",
                                 "King of the Hill", "Horde", "Racing Kings", "unknown"}) {
    CAPTURE(name);
    CHECK(refusal_of_pgn("[Event \"x\"]\n[Variant \"" + std::string(name) + "\"]\n\n1. e4 *") ==
          "line 2: [Variant \"" + std::string(name) + "\"] is another game than chess and Chess960");
  }
}

TEST_CASE("what is no PGN is refused with its line") {
  CHECK(refusal_of_pgn("1. e4 e5\n2. Ke3 *").starts_with("line 2: 'Ke3' is no legal move"));
  CHECK(refusal_of_pgn("\n[FEN \"8/8 w\"]\n").starts_with("line 2: a FEN has six parts"));
  CHECK(refusal_of_pgn("[White Anna]\n") == "line 1: a tag is written as in [White \"Anna\"]");
  CHECK(refusal_of_pgn("[White \"Anna]\n") == "line 1: the value of the tag White has no '\"' at its end");
  CHECK(refusal_of_pgn("[White \"Anna\"\n") == "line 1: the tag White has no ']' at its end");
  CHECK(refusal_of_pgn("1. e4 )") == "line 1: a ')' that belongs to nothing");
  CHECK(refusal_of_pgn("1. e4\n{ e5\n*") == "line 2: a '{' has no '}'");
  CHECK(refusal_of_pgn("1. e4\n(1. d4\n*") == "line 2: a '(' has no ')'");
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

TEST_CASE("counts of a FEN may begin at 0, be unknown, or be followed by other words") {
  const std::string board = "4k3/8/8/8/8/8/4P3/4K3 w - - ";
  for (const auto& [counts, read] :
       {std::pair("0 0", "0 1"), std::pair("- -", "0 1"), std::pair("3 -", "3 1"), std::pair("- 7", "0 7"),
        std::pair("4", "4 1"), std::pair("4 5 bm e4; id \"x\";", "4 5"), std::pair("4 5;", "4 5"),
        std::pair("fmvn 0; hmvc 2;", "2 1"), std::pair("id \"a; hmvc 9\"; hmvc 2", "2 1"),
        std::pair("bm e4; fmvn 3", "0 3")}) {
    CAPTURE(counts);
    CHECK(read_epd(board + counts).at(0).position.fen() == board + read);
  }
  CHECK(Position::from_fen(board + "0 0").fen() == board + "0 1");
  CHECK(refusal_of_epd(board + "101 1").starts_with("line 1: the number of quiet plies"));
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

TEST_CASE("a lead that a player told in pawns is written as it was told, and a mate with its plies") {
  const auto comment = [](double value, std::int32_t unit) {
    Recorded match;
    match.act("e2e4", value, 12, unit);
    const std::string pgn = match.pgn({});
    const std::size_t from = pgn.find('{') + 2;
    return pgn.substr(from, pgn.find(" }") - from);
  };
  for (const auto& [told, written] :
       {std::pair(4000.0, "+40.00/12"), std::pair(-6400.0, "-64.00/12"), std::pair(20000.0, "+200.00/12"),
        std::pair(0.0, "+0.00/12"), std::pair(-0.2, "+0.00/12"), std::pair(35.0, "+0.35/12"),
        std::pair(-7.0, "-0.07/12")})
    CHECK(comment(told, AGON_VALUE_PAWNS) == written);
  for (const auto& [told, written] : {std::pair(2.0, "+M3/12"), std::pair(1.0, "+M1/12"), std::pair(-7.0, "-M14/12"),
                                      std::pair(0.0, "-M0/12"), std::pair(-0.0, "-M0/12")})
    CHECK(comment(told, AGON_VALUE_MATE) == written);
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
