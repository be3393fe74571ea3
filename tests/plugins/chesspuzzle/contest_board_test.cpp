#include "statement.hpp"

#include <chesspuzzle/contest_board.hpp>
#include <chesspuzzle/java_random.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

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

std::vector<std::int32_t> draws(std::uint64_t seed, std::int32_t bound, int count) {
  JavaRandom random(seed);
  std::vector<std::int32_t> drawn;
  drawn.reserve(static_cast<std::size_t>(count));
  for (int draw = 0; draw < count; ++draw) drawn.push_back(random.next_int(bound));
  return drawn;
}

using Draws = std::vector<std::int32_t>;

std::string text_of(const chesspuzzle::Stacks& stacks) {
  std::string text;
  for (const chesspuzzle::Kind tile : stacks.tiles) text += chesspuzzle::glyph(tile);
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

TEST_CASE("numbers below a power of two are Java's") {
  CHECK(draws(1, 8, 10) == Draws{4, 6, 3, 6, 2, 1, 3, 1, 6, 7});
  CHECK(draws(2, 8, 10) == Draws{3, 5, 0, 0, 4, 2, 7, 4, 2, 4});
  CHECK(draws(3, 8, 10) == Draws{6, 2, 0, 6, 4, 4, 6, 2, 6, 6});
  CHECK(draws(1, 1, 3) == Draws{0, 0, 0});
}

TEST_CASE("numbers below any other bound are Java's, drawn again where Java does") {
  CHECK(draws(1, 10, 6) == Draws{0, 3, 0, 5, 6, 1});
  CHECK(draws(1, 1000003, 6) == Draws{949158, 2199, 375389, 827933, 211158, 31180});
  CHECK(draws(1, half_redrawn, 6) == Draws{857377960, 716213306, 277032011, 807202676, 430818430, 253477011});
  CHECK(draws(1, std::numeric_limits<std::int32_t>::max(), 3) == Draws{1264952950, 1668007203, 857377960});
}

TEST_CASE("seeds are taken as the 64 bits of Java's long") {
  const auto minus_one = static_cast<std::uint64_t>(-1);
  const std::uint64_t smallest = std::uint64_t{1} << 63U;
  CHECK(draws(minus_one, half_redrawn, 6) == Draws{625162483, 247376789, 388490844, 1004194302, 488923466, 76051211});
  CHECK(draws(smallest, half_redrawn, 6) == Draws{335862695, 406564032, 229487603, 525041751, 895561251, 230548268});
  CHECK(draws(smallest - 1, 10, 6) == Draws{0, 6, 5, 9, 0, 8});
}

TEST_CASE("many numbers in a row are Java's") {
  JavaRandom random(12345);
  std::uint64_t digest = 0;  // as Java's hash codes: 31 times the former, plus the number
  for (int draw = 0; draw < 200'000; ++draw) {
    digest = 31 * digest + static_cast<std::uint64_t>(random.next_int(half_redrawn));
  }
  CHECK(digest == 3778625461214027437U);
}

TEST_CASE("the boards of the contest's examples, seeds 1 to 10, are the contest's to the last tile") {
  for (const auto& official : chesspuzzle::test::official_boards()) {
    CAPTURE(official.seed);
    JavaRandom random(static_cast<std::uint64_t>(official.seed));
    const chesspuzzle::Sizes sizes = chesspuzzle::draw_sizes(random);
    CHECK(sizes.rows == official.model.rows);
    CHECK(sizes.columns == official.model.columns);
    CHECK(sizes.depth == official.depth);
    const chesspuzzle::Stacks stacks = chesspuzzle::draw_stacks(random, sizes);
    CHECK(stacks.rows == official.model.rows);
    CHECK(stacks.columns == official.model.columns);
    CHECK(stacks.depth == official.depth);
    CHECK(text_of(stacks) == official.tiles);
  }
}

TEST_CASE("a board of other sizes takes its tiles from the same sequence") {
  const std::string& tiles = chesspuzzle::test::official_boards()[3].tiles;  // 880 of them
  JavaRandom random(4);
  chesspuzzle::draw_sizes(random);
  CHECK(text_of(chesspuzzle::draw_stacks(random, {6, 7, 2})) == tiles.substr(0, 84));
}
