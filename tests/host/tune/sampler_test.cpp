// Where searches look: the random sampler, and the model of Optuna.
#include "host/tune/sampler.hpp"

#include "tests/host/tune/planted.hpp"

#include <doctest/doctest.h>

#include <map>

TEST_CASE("random points are in their ranges, and discrete values equally likely") {
  const host::Space space = planted::mixed_space();
  host::RandomSampler sampler(space, 1);
  std::map<double, int> depths;
  for (const host::Point& point : sampler.ask(6000)) {
    ++depths[point[0]];
    for (std::size_t i = 0; i < point.size(); ++i) CHECK(space.parameters[i].nearest(point[i]) == point[i]);
  }
  CHECK(depths.size() == 12);
  for (const auto& depth : depths) {
    CAPTURE(depth.first);
    CHECK(std::abs(depth.second - 500) < 110);  // five standard deviations
  }
}

TEST_CASE("the model proposes valid points, the same for the same seed, and better ones once it has learnt") {
  const host::Space space = planted::mixed_space();
  const auto points = [&](std::uint64_t seed) {
    const auto sampler = host::model_sampler(space, seed);
    sampler->add(space.start(), 0);
    std::vector<host::Point> all;
    for (int round = 0; round < 8; ++round) {
      const std::vector<host::Point> asked = sampler->ask(4);
      std::vector<double> values;
      for (const host::Point& point : asked) values.push_back(planted::mixed_strength(point));
      sampler->tell(values);
      all.insert(all.end(), asked.begin(), asked.end());
    }
    return all;
  };
  const std::vector<host::Point> all = points(3);
  CHECK(all == points(3));
  REQUIRE(all.size() == 32);
  double early = 0;
  double late = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t at = 0; at < all[i].size(); ++at) CHECK(space.parameters[at].nearest(all[i][at]) == all[i][at]);
    (i < 12 ? early : late) += i < 12 || i >= 20 ? planted::mixed_strength(all[i]) / 12 : 0;
  }
  CHECK(late > early + 0.1);
}
