#include "host/tournament/listed_results.hpp"

#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

namespace {

host::ListedResults csv(const std::string& text) {
  std::istringstream in(text);
  return host::read_results_csv(in, "a.csv");
}

host::ListedResults pgn(const std::string& text) {
  std::istringstream in(text);
  return host::read_results_pgn(in, "a.pgn");
}

template <class Read>
std::string refusal(Read read, const std::string& text) {
  return support::refusal([&] { return read(text); }).text;
}

std::vector<double> points(const host::ListedResults& listed) {
  std::vector<double> all;
  for (const host::ListedResult& result : listed.results()) all.push_back(result.points);
  return all;
}

std::vector<std::uint64_t> blocks(const host::ListedResults& listed) {
  std::vector<std::uint64_t> all;
  for (const host::ListedResult& result : listed.results()) all.push_back(result.block);
  return all;
}

using Names = std::vector<std::string>;
using Points = std::vector<double>;
using Blocks = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("CSV is read with and without a heading, with quoted names and either kind of result") {
  const auto listed =
      csv("first,second,result,round\r\n\"a, \"\"b\"\"\",c,1-0,1\r\nc,\"a, \"\"b\"\"\",0.5,1\n\nc,d,0\n");
  CHECK(listed.names() == Names{"a, \"b\"", "c", "d"});
  CHECK(points(listed) == Points{1, 0.5, 0});
  CHECK(blocks(listed) == Blocks{0, 0, 1});
  CHECK(points(csv("a,b,1/2-1/2\nb,a,0-1\n")) == Points{0.5, 0});
}

TEST_CASE("results of one round are a block for each two players; without a round each is one") {
  CHECK(blocks(csv("a,b,1,7\nb,a,1,7\na,c,1,7\na,b,1,8\na,b,1,?\na,b,1\n")) == Blocks{0, 0, 1, 2, 3, 4});
}

TEST_CASE("games in PGN need tags alone; moves, comments, and games without a result are passed over") {
  const auto listed = pgn(
      "[Event \"x\"]\n[White \"a \\\"1\\\"\"]\n[Black \"b\"]\n[Round \"1\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk "
      "1]\n[%eval 0.3]} "
      "e5 1-0\n\n[White \"b\"]\n[Black \"a \\\"1\\\"\"]\n[Result \"*\"]\n\n*\n\n[White \"b\"]\n[Black \"c\"]\n[Result "
      "\"1/2-1/2\"]\n\n[White \"c\"]\n[Black \"b\"]\n[Result \"0-1\"]\n");
  CHECK(listed.names() == Names{"a \"1\"", "b", "c"});
  CHECK(points(listed) == Points{1, 0.5, 0});
}

TEST_CASE("what is no result is refused with the file and the line") {
  CHECK(refusal(csv, "a,b,1\na,b\n") == "a.csv, line 2: it takes FIRST,SECOND,RESULT or FIRST,SECOND,RESULT,ROUND");
  CHECK(refusal(csv, "a,b,1\na,b,2\n") == "a.csv, line 2: '2' is no result: 1-0, 0-1, 1/2-1/2, 1, 0.5 or 0");
  CHECK(refusal(csv, "a,b,2-0\nb,a,1\n") == "a.csv, line 1: '2-0' is no result: 1-0, 0-1, 1/2-1/2, 1, 0.5 or 0");
  CHECK(refusal(csv, "a,a,1\n") == "a.csv, line 1: 'a' plays against itself");
  CHECK(refusal(pgn, "[White \"a\"]\n[Result \"1-0\"]\n") ==
        "a.pgn, line 3: the game before it has no White, or no Black");
  CHECK(refusal(pgn, "[White \"a\"]\n[Black \"b\"]\n[Result \"won\"]\n") ==
        "a.pgn, line 4: the game before it has the result 'won', not 1-0, 0-1, 1/2-1/2 or *");
}

TEST_CASE("a game in PGN has the seven tags, the scores, and no moves; quotes in names have a backslash") {
  CHECK(
      host::pgn_game("chess", {"a \"b\"", "c"}, 7, {1, 2.5}, {0, 2.5}) ==
      "[Event \"chess\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"7\"]\n[White \"c\"]\n[Black \"a \\\"b\\\"\"]\n"
      "[Result \"1/2-1/2\"]\n[WhiteScore \"2.5\"]\n[BlackScore \"2.5\"]\n\n1/2-1/2\n\n");
  CHECK(host::pgn_game("chess", {"a", "b"}, 7, {0, 3}, {1, 1}).ends_with("\n\n1-0\n\n"));
  CHECK(host::pgn_game("chess", {"a", "b"}, 7, {0, -3}, {1, 1}).ends_with("\n\n0-1\n\n"));
}
