// Classes written for the contest, as plugins.
#include "played.hpp"
#include "tests/support/built_host.hpp"
#include "tests/support/checked_json.hpp"

#include <doctest/doctest.h>
#include <agon/topcoder/chesspuzzle.hpp>
#include <chesspuzzle/java_random.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace chesspuzzle::test;

namespace {

/// Keeps what it was told, and answers what it is told to.
class Scripted {
 public:
  static inline std::vector<std::string> told;
  static inline std::string answer;

  static std::string start(int depth, const std::vector<std::string>& board) {
    told = {std::to_string(depth)};
    told.insert(told.end(), board.begin(), board.end());
    return answer;
  }
  static std::string click(const std::string& revealed) {
    told = {revealed};
    return answer;
  }
};

const agon_strategy_type scripted = AGON_TOPCODER_TYPE(agon::topcoder::Adapter<Scripted>, "scripted", "1.0.0", "");

auto ask(Player& player, const Match& match, const std::string& answer) {
  Scripted::answer = answer;
  return player.turn(match.observe());
}

}  // namespace

TEST_CASE("a contest's class is told the depth and the board, then what each click revealed") {
  Match match(1);  // one tile a cell
  Player player(scripted);
  const auto first = ask(player, match, "3 0");
  CHECK(first.status == AGON_OK);
  CHECK(Place{first.action.row, first.action.column} == Place{3, 0});
  CHECK(Scripted::told ==
        std::vector<std::string>{"1", "R3242RQB1", "RQ4RKRKQ1", "R2RBQ4Q3Q", "12111KK3R", "B44QB3R44", "BQKQ42222"});
  REQUIRE(match.act(first.action).status == AGON_OK);
  const auto second = ask(player, match, "  4 1 \n");
  CHECK(Place{second.action.row, second.action.column} == Place{4, 1});
  CHECK(Scripted::told == std::vector<std::string>{"-"});

  Match deeper(2);
  Player another(scripted);
  REQUIRE(deeper.act(ask(another, deeper, "0 0").action).status == AGON_OK);
  CHECK(Scripted::told.front() == "2");
  ask(another, deeper, "1 2");
  CHECK(Scripted::told == std::vector<std::string>{"1"});  // below the knight of 0 0
}

TEST_CASE("what a contest's class returns must be row and column") {
  for (const char* answer : {"", "3", "a b", "3 4 5", "3,4", "3 4x", "99999999999 1"}) {
    CAPTURE(answer);
    const Match match(1);
    Player player(scripted);
    const auto click = ask(player, match, answer);
    CHECK(click.status == AGON_FAILED);
    CHECK(click.text.find("start() returned '" + std::string(answer) + "'") == 0);
  }
}

TEST_CASE("a click that the rules refuse stays the class's own") {
  Match match(1);
  Player player(scripted);
  CHECK(match.act(ask(player, match, "-1 40").action).status == AGON_ILLEGAL);
}

TEST_CASE("a contest's class says that it can't take over in the middle of a match") {
  Match match(1);
  REQUIRE(match.act(chesspuzzle_action{3, 0}).status == AGON_OK);
  Player player(scripted);
  CHECK(ask(player, match, "4 1").status == AGON_UNSUPPORTED);
}

TEST_CASE("an old class plays that leaves out headers and types, and defines words of the language as macros") {
  for (const auto& match :
       support::check_same_alone({"--game", "chesspuzzle", "--plugin", AGON_TEST_BARE_CONTEST_CLASS}, 2))
    CHECK(match["result"]["turns"][0] > 1);
}

namespace {

using chesspuzzle::JavaRandom;

std::string hex(std::uint64_t seed, int bytes) {
  JavaRandom random(seed);
  std::string text;
  for (int byte = 0; byte < bytes; ++byte) {
    const unsigned value = random.next_byte();
    text += "0123456789abcdef"[value / 16];
    text += "0123456789abcdef"[value % 16];
  }
  return text;
}

constexpr std::int32_t half_redrawn = (1 << 30) + 1;  // nearly every second number is drawn again

}  // namespace

TEST_CASE("the generator's bytes are those of Java's SHA1PRNG") {
  CHECK(
      hex(1, 60) ==
      "96cb4cedc6d78a4666351950dd1d06af55611874210658966039dee8335b88fddbe32e69e815b79bbb18ccd41e378126cecda9d7f70396e5"
      "79171ca3");
  CHECK(hex(2, 8) == "70bb1786a7d7fb0d");
  CHECK(hex(3, 8) == "d12537834a30e8e4");
}

TEST_CASE("numbers below any bound are Java's, drawn again where Java does, from all 64 bits of the seed") {
  struct Drawn {
    std::uint64_t seed;
    std::int32_t bound;
    std::vector<std::int32_t> numbers;
  };
  constexpr std::uint64_t smallest = std::uint64_t{1} << 63U;  // Java's seeds are signed
  for (const Drawn& drawn : std::vector<Drawn>{
           {1, 8, {4, 6, 3, 6, 2, 1, 3, 1, 6, 7}},
           {2, 8, {3, 5, 0, 0, 4, 2, 7, 4, 2, 4}},
           {3, 8, {6, 2, 0, 6, 4, 4, 6, 2, 6, 6}},
           {1, 1, {0, 0, 0}},
           {1, 10, {0, 3, 0, 5, 6, 1}},
           {1, 1000003, {949158, 2199, 375389, 827933, 211158, 31180}},
           {1, half_redrawn, {857377960, 716213306, 277032011, 807202676, 430818430, 253477011}},
           {1, std::numeric_limits<std::int32_t>::max(), {1264952950, 1668007203, 857377960}},
           {UINT64_MAX, half_redrawn, {625162483, 247376789, 388490844, 1004194302, 488923466, 76051211}},
           {smallest, half_redrawn, {335862695, 406564032, 229487603, 525041751, 895561251, 230548268}},
           {smallest - 1, 10, {0, 6, 5, 9, 0, 8}},
       }) {
    CAPTURE(drawn.seed);
    CAPTURE(drawn.bound);
    JavaRandom random(drawn.seed);
    for (const std::int32_t number : drawn.numbers) CHECK(random.next_int(drawn.bound) == number);
  }
}
