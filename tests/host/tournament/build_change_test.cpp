#include "host/tournament/build_change.hpp"

#include <doctest/doctest.h>

namespace {

std::vector<host::SeedScore> scores(const std::vector<double>& all) {
  std::vector<host::SeedScore> found;
  for (std::size_t index = 0; index < all.size(); ++index) found.push_back({10 + index, all[index]});
  return found;
}

}  // namespace

TEST_CASE("a build is compared with the one before seed by seed") {
  const auto change = host::compare_builds(scores({1, 5, 3, 2}), scores({4, 4, 3, 3}), 5);
  CHECK(change.better == 2);
  CHECK(change.worse == 1);
  CHECK(change.same == 1);
  CHECK(change.seeds() == 4);
  CHECK(change.mean_before == doctest::Approx(2.75));
  CHECK(change.mean_after == doctest::Approx(3.5));
  REQUIRE(change.gains.size() == 2);
  CHECK(change.gains[0].seed == 10);
  CHECK(change.gains[0].difference() == 3);
  CHECK(change.gains[1].seed == 13);
  REQUIRE(change.losses.size() == 1);
  CHECK(change.losses[0].seed == 11);
  CHECK(change.losses[0].before == 5);
  CHECK(change.losses[0].after == 4);
}

TEST_CASE("only the largest changes are kept, and all are counted") {
  const auto change = host::compare_builds(scores({0, 0, 0, 9, 9, 9}), scores({1, 3, 2, 8, 2, 5}), 2);
  CHECK(change.better == 3);
  CHECK(change.worse == 3);
  REQUIRE(change.gains.size() == 2);
  CHECK(change.gains[0].seed == 11);
  CHECK(change.gains[1].seed == 12);
  REQUIRE(change.losses.size() == 2);
  CHECK(change.losses[0].seed == 14);
  CHECK(change.losses[1].seed == 15);
}

TEST_CASE("seeds that only one of the builds has played do not count") {
  CHECK(host::compare_builds(scores({1, 2, 3}), scores({2}), 5).seeds() == 1);
  const auto none = host::compare_builds({}, scores({2}), 5);
  CHECK(none.seeds() == 0);
  CHECK(none.mean_after == 0);
}
