// The model: what a search is offered, against the rules as act() has them, and the tiles that are still to come.
#include "plugin.hpp"
#include "tests/support/states.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace polyomino {
namespace {

using support::created;
using support::model;
using test::get;
using test::Values;

const Values tiny = {{"board", "...X../.X..../....../X....."}};

/// A tile is asked for: its shape, as bytes.
std::string shape_of_next(agon::State& state, std::int32_t size) {
  const polyomino_action action = get(size);
  alignas(16) polyomino_reply reply{};
  agon_buffer room = {&reply, sizeof reply, 0};
  alignas(16) const polyomino_action aligned = action;
  agon_error error{};
  REQUIRE(model().game().act(state.raw(), 0, {&aligned, sizeof aligned}, &room, &error) == AGON_OK);
  return {reinterpret_cast<const char*>(reply.cells), static_cast<std::size_t>(size) * sizeof(polyomino_cell)};
}

std::string bytes_of(const polyomino_action& action) {
  return {reinterpret_cast<const char*>(&action), sizeof action};
}

/// Draws actions, more than ten times as many as there are kinds of them; returns how often each came.
std::map<std::string, int> drawn_actions(const agon::State& state) {
  std::map<std::string, int> counts;
  agon::QuickRandom random(3);
  for (int draw = 0; draw < 2000; ++draw) ++counts[bytes_of(state.sample_as<polyomino_action>(random.next()))];
  return counts;
}

const polyomino_action& action_of(const std::string& bytes) {
  return *reinterpret_cast<const polyomino_action*>(bytes.data());
}

bool accepted(const agon::State& state, const polyomino_action& action) {
  return support::accepted(state, {&action, sizeof action});
}

TEST_CASE("while a tile that is held fits, a search is offered its corners, each as often") {
  agon::State state = created(model(), 5, tiny);
  state.act(get(3));
  std::set<std::string> corners;
  for (const auto& action : state.actions_as<polyomino_action>()) {
    if (action.kind != POLYOMINO_PLACE) continue;
    polyomino_action above = action;
    --above.y;
    polyomino_action beside = action;
    --beside.x;
    if (!accepted(state, above) && !accepted(state, beside)) corners.insert(bytes_of(action));
  }
  REQUIRE(corners.size() > 4);
  const std::map<std::string, int> drawn = drawn_actions(state);
  CHECK(drawn.size() == corners.size());
  for (const auto& [action, count] : drawn) CHECK(corners.count(action) == 1);
  CHECK(support::equally_often(drawn));
}

TEST_CASE("without such a tile, a search is offered requests of tiles that fit; without one of these, the end") {
  agon::State state = created(model(), 5, tiny);
  int largest = 1000;
  for (agon::QuickRandom random(1); !state.over();) {
    const std::map<std::string, int> drawn = drawn_actions(state);
    std::vector<std::int32_t> sizes;
    for (const auto& [action, count] : drawn) {
      if (action_of(action).kind == POLYOMINO_GET) sizes.push_back(action_of(action).value);
    }
    if (!sizes.empty()) {
      CHECK(sizes.size() == drawn.size());
      CHECK(support::equally_often(drawn));
      const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
      CHECK(*least >= 3);
      CHECK(2 * *least >= *most);
      CHECK(*most <= largest);  // squares never become free
      largest = *most;
    }
    state.act(state.sample_as<polyomino_action>(random.next()));
  }
  CHECK(largest <= 20);
  CHECK(state.score(0) > 0);
}

// A domino has six empty squares beside it: two make a row of three, four a corner. So the six shapes are equally
// likely.
TEST_CASE("tiles of three squares come in their six shapes, as likely each, and each by itself") {
  std::map<std::string, std::size_t> number;
  std::vector<int> first(6);
  std::vector<int> pairs(36);
  const agon::State root = support::determinised(model(), created(model(), 1, tiny), 0, 1);
  agon::State again = root;
  for (std::uint64_t seed = 0; seed < 3600; ++seed) {
    agon::State drawn = support::determinised(model(), root, 0, seed);
    const auto numbered = [&](const std::string& shape) {
      return number.try_emplace(shape, number.size()).first->second;
    };
    ++first[numbered(shape_of_next(drawn, 3))];
    again = root;
    again.resample(static_cast<std::int32_t>(seed % 2) - 1, seed + 10'000);
    const std::size_t one = numbered(shape_of_next(again, 3));
    ++pairs[one * 6 + numbered(shape_of_next(again, 3))];
    REQUIRE(number.size() <= 6);
  }
  CHECK(support::equally_often(first));
  CHECK(support::equally_often(pairs));
}

TEST_CASE("a determinised state knows nothing of the tiles that the match will give") {
  std::map<std::string, std::size_t> number;
  std::vector<int> pairs(36);
  for (std::uint64_t seed = 1; seed <= 1800; ++seed) {
    agon::State match = created(model(), seed, tiny);
    agon::State guess = support::determinised(model(), match, 0, seed);
    const auto numbered = [&](const std::string& shape) {
      return number.try_emplace(shape, number.size()).first->second;
    };
    const std::size_t truth = numbered(shape_of_next(match, 3));
    const std::size_t guessed = numbered(shape_of_next(guess, 3));
    REQUIRE(number.size() <= 6);
    ++pairs[truth * 6 + guessed];
  }
  CHECK(support::equally_often(pairs));
}

TEST_CASE("bytes that are no observation are refused") {
  const agon::State state = created(model(), 1, tiny);
  std::vector<std::byte> seen = state.observation(0);
  for (const std::size_t size : {std::size_t{0}, std::size_t{8}, seen.size() - 1})
    CHECK_THROWS_WITH(static_cast<void>(model().determinise(1, 0, {seen.data(), size}, 1)),
                      "the bytes are no observation of polyomino");
}

}  // namespace
}  // namespace polyomino
