// SGF: read as openings, and written.
#include <go/sgf.hpp>

#include <agon/game.h>
#include <doctest/doctest.h>
#include <agon/failure.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace go {
namespace {

/// The openings of a text, a line for each; or why there are none.
std::string openings_of(const std::string& text) {
  std::string found;
  const agon_host host = {&found, nullptr};
  const agon_opening_list raw = {
      &host, [](const agon_host* self, const agon_opening* opening) {
        auto& all = *static_cast<std::string*>(self->data);
        all += std::to_string(opening->line) + ":";
        for (std::uint64_t i = 0; i < opening->setting_count; ++i)
          all.append(" ").append(opening->settings[i].name).append("=").append(opening->settings[i].value);
        for (std::uint64_t i = 0; i < opening->action_count; ++i)
          all.append(" ").append(static_cast<const char*>(opening->actions[i].data), opening->actions[i].size);
        all += "\n";
      }};
  agon::Openings list(raw);
  try {
    add_openings(text, list);
  } catch (const agon::Failure& wrong) {
    return wrong.what();
  }
  return found;
}

std::string written(const std::vector<std::string>& moves, const std::vector<double>& scores, double komi,
                    std::int32_t end = AGON_OUTCOME_OK, const std::string& why = "") {
  const char* const players[] = {"one [a]", "two\\"};
  const agon_evaluation told = {0.625, AGON_VALUE_CONTEST, 0, 0, {nullptr, 0}};
  std::vector<agon_record_turn> turns;
  for (std::size_t i = 0; i < moves.size(); ++i)
    turns.push_back({static_cast<std::int32_t>(i % 2),
                     AGON_OUTCOME_OK,
                     {moves[i].data(), moves[i].size()},
                     i == 2 ? &told : nullptr});
  if (end != AGON_OUTCOME_OK)
    turns.push_back({static_cast<std::int32_t>(moves.size() % 2), end, {why.data(), why.size()}, nullptr});
  const agon_record raw = {7, players, scores.empty() ? nullptr : scores.data(), 1, turns.size(), turns.data()};
  return sgf_of(agon::Record(raw), Game(5, komi));
}

}  // namespace

TEST_CASE("a match is written with its board, players, result, moves, and what the players thought") {
  CHECK(written({"C3", "A5", "E1", "pass", "pass"}, {0, 1}, 7.5) ==
        "(;GM[1]FF[4]CA[UTF-8]AP[Agon]RU[Tromp-Taylor]SZ[5]KM[7.5]PB[one [a\\]]PW[two\\\\]RO[7]RE[W+6.5]\n"
        ";B[cc]C[end of the opening];W[aa];B[ee]C[0.625];W[];B[])\n");
  CHECK(written({"C3", "pass", "pass"}, {0.5, 0.5}, 25).find("RE[0]") != std::string::npos);
  CHECK(written({"C3"}, {}, 0).find("RE[?]") != std::string::npos);
  CHECK(written({"C3"}, {1, 0}, 0, AGON_OUTCOME_TIME, "too slow").find("RE[B+T]") != std::string::npos);
  CHECK(written({"C3"}, {1, 0}, 0, AGON_OUTCOME_ERROR, "resigned").find("RE[B+R]") != std::string::npos);
  CHECK(written({"C3"}, {1, 0}, 0, AGON_OUTCOME_ILLEGAL, "a [x]")
            .find("RE[B+F]\n;B[cc]C[end of the opening]\n;"
                  "C[White is out: a [x\\]]") != std::string::npos);
}

TEST_CASE("what was written reads back as an opening") {
  CHECK(openings_of(written({"C3", "A5", "E1", "pass"}, {}, 6.5)) == "1: komi=6.5 size=5 C3 A5 E1 pass\n");
}

TEST_CASE("the first line of each game of a collection is read, without comments and other variations") {
  CHECK(openings_of("\n(;GM[1]SZ[9]C[a (b) \\] ;B[zz]]KM[7]\n ;B[ee] ;W [gc](;B[cg];W[tt])(;B[aa]))\n\n"
                    "(;SZ[13] LB[aa:1][bb:2];Black[])") == "2: komi=7 size=9 E5 G7 C3 pass\n5: size=13 pass\n");
  CHECK(openings_of("\xEF\xBB\xBF(;GM[1 ]\r\nHA[0]RU[Japanese]KM[]SZ[9:9]\r\nKM[ 6.50 ]\r\n;B[ee]\r\n)\r\n") ==
        "1: komi=6.5 size=9 E5\n");
  CHECK(openings_of("") == "");
  CHECK(openings_of("(;)") == "1: size=19\n");
}

TEST_CASE("what is no SGF of a game from the empty board is refused with its line") {
  CHECK(openings_of("(;SZ[9]\n;W[aa])") == "line 2: White is not to move");
  CHECK(openings_of("(;SZ[9];B[jj])") == "line 1: B[jj] is no point of the board");
  CHECK(openings_of("(;SZ[9];B[e])") == "line 1: B[e] is no point of the board");
  CHECK(openings_of("(;\nAB[aa])") == "line 2: AB: a match begins on the empty board");
  CHECK(openings_of("(;SZ[21])") == "line 1: SZ[21]: a board has 5 to 19 rows, and as many columns");
  CHECK(openings_of("(;GM[2])") == "line 1: GM[2] is another game");
  CHECK(openings_of("(;B[aa\n") == "line 1: a '[' has no ']'");
  CHECK(openings_of("(;B[aa]") == "line 1: a '(' has no ')'");
  CHECK(openings_of("(;HA[2]SZ[9];W[aa])") == "line 1: HA[2]: a match has no handicap, and begins on the empty board");
  CHECK(openings_of("(;SZ[13:9])") == "line 1: SZ[13:9]: a board has 5 to 19 rows, and as many columns");
  CHECK(openings_of("(;KM[six])") == "line 1: KM[six] is no number");
  CHECK(openings_of(")") == "line 1: a ')' that belongs to nothing");
}

}  // namespace go
