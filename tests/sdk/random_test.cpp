#include <doctest/doctest.h>
#include <agon/random.hpp>

#include <array>
#include <cstdint>
#include <random>

namespace {

__extension__ using Wide = unsigned __int128;

/// The rule of Random::below in other words: of the 2^64 draws only those below the largest multiple of `bound` count.
std::uint64_t model_below(std::mt19937_64& engine, std::uint64_t bound) {
  const Wide all = Wide{1} << 64U;
  const Wide fair = all / bound * bound;
  for (;;) {
    const std::uint64_t draw = engine();
    if (draw < fair) return static_cast<std::uint64_t>(draw % bound);
  }
}

}  // namespace

TEST_CASE("the 10,000th number from the seed 5489 is the one that the C++ standard names") {
  agon::Random random(5489);
  std::uint64_t last = 0;
  for (int count = 0; count < 10000; ++count) last = random.next();
  CHECK(last == 9981545732273789042U);
}

TEST_CASE("the numbers are those of std::mt19937_64, whatever the seed and however many are drawn") {
  for (const std::uint64_t seed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2026}, UINT64_MAX}) {
    CAPTURE(seed);
    agon::Random random(seed);
    std::mt19937_64 engine(seed);
    for (int count = 0; count < 1000; ++count) {  // three times as many as the generator has words of state
      CAPTURE(count);
      REQUIRE(random.next() == engine());
    }
  }
}

TEST_CASE("a copy of a generator goes on with the same numbers, wherever it was made") {
  for (const int before : {0, 1, 155, 156, 157, 311, 312, 400}) {
    CAPTURE(before);
    agon::Random random(9);
    for (int count = 0; count < before; ++count) static_cast<void>(random.next());
    agon::Random copy = random;
    for (int count = 0; count < 400; ++count) REQUIRE(copy.next() == random.next());
  }
}

TEST_CASE("the first bounded numbers of a seed never change") {
  agon::Random random(7);
  const std::array<std::uint64_t, 8> expected = {5, 0, 8, 6, 1, 8, 9, 8};
  for (const std::uint64_t number : expected) CHECK(random.below(10) == number);
}

TEST_CASE("draws that would favour some numbers are made again, and no others") {
  constexpr std::uint64_t half = std::uint64_t{1} << 63U;
  for (const std::uint64_t bound : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1000}, half - 1, half, half + 1,
                                    half + half / 2, UINT64_MAX - 1, UINT64_MAX}) {
    CAPTURE(bound);
    agon::Random random(11);
    std::mt19937_64 engine(11);
    for (int count = 0; count < 200; ++count) REQUIRE(random.below(bound) == model_below(engine, bound));
    // Both have used up the same draws.
    CHECK(random.next() == engine());
  }
}

TEST_CASE("the quick generator's numbers are those of SplitMix64") {
  agon::QuickRandom random(1234567);  // the values that come with the algorithm's reference
  for (const std::uint64_t number :
       {6457827717110365317U, 3203168211198807973U, 9817491932198370423U, 4593380528125082431U, 16408922859458223821U})
    CHECK(random.next() == number);
}

TEST_CASE(
    "the quick generator's bounded draws are the upper halves of products, made again where they would favour some") {
  constexpr std::uint64_t half = std::uint64_t{1} << 63U;
  for (const std::uint64_t bound : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1000}, half - 1, half, half + 1,
                                    half + half / 2, UINT64_MAX}) {
    CAPTURE(bound);
    agon::QuickRandom random(11);
    agon::QuickRandom draws(11);
    const Wide all = Wide{1} << 64U;
    for (int count = 0; count < 200; ++count) {
      Wide product = Wide{draws.next()} * bound;
      while (product % all < all % bound) product = Wide{draws.next()} * bound;
      REQUIRE(random.below(bound) == static_cast<std::uint64_t>(product / all));
    }
    CHECK(random.next() == draws.next());  // both have used up the same draws
  }
}
