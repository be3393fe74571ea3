// Copies of a block of matches are no new observations.
#include "host/tournament/observations.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using host::BlockId;
using host::MatchDigest;

host::BlockDigest block(const std::vector<std::optional<std::uint64_t>>& digests) {
  host::BlockDigest block;
  for (const auto& digest : digests) block.add(digest ? std::optional(MatchDigest::played(*digest)) : std::nullopt);
  return block;
}

}  // namespace

TEST_CASE("a block is a copy if all its digests, in order, are those of an earlier one") {
  host::SeenBlocks seen;
  CHECK(seen.add(1, block({2, 4})));
  CHECK_FALSE(seen.add(2, block({2, 4})));
  CHECK(seen.add(3, block({2, 6})));
  CHECK(seen.add(4, block({4, 2})));
  CHECK(seen.add(4, block({2})));
  CHECK_FALSE(seen.add(5, block({2, 6})));
  CHECK(seen.counts().blocks == 6);
  CHECK(seen.counts().seeds == 5);
  CHECK(seen.counts().different == 4);
  CHECK(seen.counts().copies() == 2);
  CHECK(seen.counts().unknown == 0);
}

TEST_CASE("a block with a match that has no digest is taken for new") {
  host::SeenBlocks seen;
  CHECK(seen.add(1, block({2, std::nullopt})));
  CHECK(seen.add(2, block({2, std::nullopt})));
  CHECK(seen.counts().unknown == 2);
  CHECK(seen.counts().copies() == 0);
}

TEST_CASE("many blocks are told apart") {
  host::SeenBlocks seen;
  constexpr std::uint64_t many = 10'000;
  for (std::uint64_t i = 0; i < 2 * many; ++i) CHECK(seen.add(i, block({2 * (i % many)})) == (i < many));
}

TEST_CASE("the matches of new blocks are passed on, in their order") {
  std::string passed;
  host::NewObservations<std::string> observations([&](const std::string& match) { passed += match + " "; });
  const auto add = [&](std::string match, std::uint64_t number, std::uint64_t digest) {
    observations.add(match, {.block = number}, number, MatchDigest::played(digest));
  };
  add("a", 1, 2);
  add("b", 1, 4);
  CHECK(passed == "");
  add("c", 2, 2);
  CHECK(passed == "a b ");
  add("d", 2, 4);
  add("e", 3, 2);
  observations.end();
  CHECK(passed == "a b e ");
  CHECK(observations.counts().blocks == 3);
  CHECK(observations.counts().different == 2);
}
