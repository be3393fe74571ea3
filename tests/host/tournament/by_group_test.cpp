#include "host/tournament/by_group.hpp"

#include "tests/host/tournament/results.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

using host::ByParameter;
using host::ValueGroup;

host::Result match(const std::string& value, const std::vector<double>& scores, std::uint64_t seed) {
  host::Result match = results::played(scores, seed);
  match.drawn = {{"other", "1"}, {"n", value}};
  return match;
}

/// A match of one seat for each of `values`.
std::vector<ValueGroup> groups_of(const std::vector<std::string>& values) {
  ByParameter by("n", AGON_CONTEST_MEAN);
  std::uint64_t seed = 0;
  for (const std::string& value : values) by.add(match(value, {1}, seed++), {0});
  return by.results().groups;
}

std::vector<std::string> labels_of(const std::vector<ValueGroup>& groups) {
  std::vector<std::string> labels;
  for (const ValueGroup& group : groups) labels.push_back(group.label());
  return labels;
}

std::size_t matches_of(const std::vector<ValueGroup>& groups) {
  return std::accumulate(groups.begin(), groups.end(), std::size_t{0},
                         [](std::size_t sum, const ValueGroup& group) { return sum + group.matches; });
}

}  // namespace

TEST_CASE("each value of a parameter has its own results") {
  ByParameter by("n", AGON_CONTEST_MEAN);
  by.add(match("10", {3, 1}, 1), {0, 1});
  by.add(match("6", {3, 1}, 2), {1, 0});
  by.add(match("10", {5, 5}, 3), {0, 1});
  const auto groups = by.results().groups;
  REQUIRE(labels_of(groups) == std::vector<std::string>{"6", "10"});
  CHECK(groups[0].rows[1].wins == 1);
  CHECK(groups[0].rows[0].score_sum == 1);
  CHECK(groups[1].matches == 2);
  CHECK(groups[1].rows[0].wins == 1);
  CHECK(groups[1].rows[0].ties == 1);
}

TEST_CASE("numbers stand in the order of numbers, and a match without a value comes last") {
  CHECK(labels_of(groups_of({"10", "", "9.5", "-1", "10"})) == std::vector<std::string>{"-1", "9.5", "10", "none"});
}

TEST_CASE("many numbers become ranges with about as many matches each, and none is lost") {
  std::vector<std::string> values;
  for (int value = 1; value <= 200; ++value) values.push_back(std::to_string(value));
  const auto groups = groups_of(values);
  CHECK(groups.size() == ByParameter::ranges);
  CHECK(groups[0].label() == "1 to 25");
  CHECK(groups.back().label() == "176 to 200");
  for (const ValueGroup& group : groups) CHECK(group.matches == 25);
}

TEST_CASE("as many values as there may be groups stay apart") {
  std::vector<std::string> values;
  for (std::size_t value = 0; value < ByParameter::most_groups; ++value) values.push_back(std::to_string(value));
  CHECK(groups_of(values).size() == ByParameter::most_groups);
}

TEST_CASE("of many texts the most frequent are shown, and the others together") {
  std::vector<std::string> values;
  for (char letter = 'a'; letter <= 'z'; ++letter) values.emplace_back(1, letter);
  values.insert(values.end(), {"q", "q"});
  const auto groups = groups_of(values);
  REQUIRE(groups.size() == ByParameter::most_groups + 1);
  CHECK(groups[0].label() == "a");
  CHECK(groups[ByParameter::most_groups - 1].label() == "q");
  CHECK(groups[ByParameter::most_groups - 1].matches == 3);
  CHECK(groups.back().label() == "others");
  CHECK(matches_of(groups) == values.size());
}

TEST_CASE("more values than are kept apart are counted all the same") {
  std::vector<std::string> numbers;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < ByParameter::most_values + 1000; ++i) {
    numbers.push_back(std::to_string(i * 7919 % 100'003));
    texts.push_back("t" + numbers.back());
  }
  const auto ranges = groups_of(numbers);
  CHECK(ranges.size() == ByParameter::ranges);
  CHECK(matches_of(ranges) == numbers.size());
  for (std::size_t i = 1; i < ranges.size(); ++i) CHECK(std::stod(ranges[i - 1].high) < std::stod(ranges[i].low));
  const auto frequent = groups_of(texts);
  CHECK(frequent.back().kind == ValueGroup::Kind::others);
  CHECK(matches_of(frequent) == texts.size());
}
