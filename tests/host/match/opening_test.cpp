// Which line of a book of openings a seed has.
#include "host/match/opening.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>

namespace host {
namespace {

Openings book(std::size_t lines) {
  Openings openings;
  openings.lines.resize(lines);
  return openings;
}

std::size_t number(const Openings& openings, std::uint64_t seed) {
  return static_cast<std::size_t>(openings.line(seed) - openings.lines.data());
}

TEST_CASE("seed 1 has a book's first line, each next seed the next line in a circle, and seed 0 the last line") {
  for (const std::size_t lines : {1U, 2U, 3U, 40U}) {
    const Openings openings = book(lines);
    for (std::uint64_t seed = 1; seed <= 100; ++seed) CHECK(number(openings, seed) == (seed - 1) % lines);
    CHECK(number(openings, 0) == lines - 1);
    constexpr std::uint64_t last = std::numeric_limits<std::uint64_t>::max();
    CHECK(number(openings, last) == (last - 1) % lines);
  }
}

TEST_CASE("as many seeds in a row as a book has lines see each line once, from 0 on, too") {
  const Openings openings = book(40);
  std::set<std::size_t> seen;
  for (std::uint64_t seed = 0; seed < 40; ++seed) seen.insert(number(openings, seed));
  CHECK(seen.size() == 40);
}

TEST_CASE("a seed without a book has no line") {
  CHECK(book(0).line(0) == nullptr);
}

}  // namespace
}  // namespace host
