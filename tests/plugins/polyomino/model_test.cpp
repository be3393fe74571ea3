// The model: what a search is offered, against the rules as act() has them, and the tiles that are still to come.
#include "plugin.hpp"
#include "tests/support/model_checks.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace polyomino {
namespace {

using support::created;
using test::get;
using test::Values;

const Values tiny = {{"board", "...X../.X..../....../X....."}};

const agon::Model& model() {
  static const agon::Model made(support::game());
  return made;
}

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

TEST_CASE("the model keeps its promises on small boards and on large ones") {
  support::check_model(model(), 1, tiny, 20, 5);
  support::check_model(model(), 2, {{"width", "30"}, {"height", "20"}}, 14, 13);
  support::check_model(model(), 3, {{"width", "200"}, {"height", "200"}, {"covered", "0"}}, 2, 1);
}

TEST_CASE("the legal actions are all that act() takes") {
  agon::State state = created(model(), 5, tiny);
  const std::vector<polyomino_action> script = {get(3), get(4), get(3), get(24), get(5)};
  for (std::size_t step = 0; step <= script.size() + 2; ++step) {
    std::vector<std::string> candidates;
    for (std::int32_t size = 1; size <= POLYOMINO_MAX_SIZE + 1; ++size)
      candidates.push_back(support::bytes_as_text(get(size)));
    for (std::int32_t index = -1; index <= 5; ++index) {
      for (std::int32_t at = 0; at < 8 * 6; ++at) {
        for (std::int32_t rotation = -1; rotation <= 4; ++rotation)
          candidates.push_back(support::bytes_as_text(test::place(index, at % 8 - 1, at / 8 - 1, rotation)));
      }
    }
    candidates.push_back(support::bytes_as_text(test::done));
    candidates.push_back(support::bytes_as_text(polyomino_action{4, 0, 0, 0, 0}));
    support::check_listed(state, candidates);
    if (step < script.size()) {
      state.act(script[step]);
      continue;
    }
    for (const auto& action : state.actions_as<polyomino_action>()) {  // places the first tile that fits
      if (action.kind != POLYOMINO_PLACE) continue;
      state.act(action);
      break;
    }
  }
  state.act(test::done);
  CHECK(support::listed(state).empty());
}

TEST_CASE("each legal action is sampled as often") {
  agon::State state = created(model(), 5, tiny);
  state.act(get(3));
  const std::vector<std::string> all = support::listed(state);
  std::map<std::string, std::size_t> number;
  for (std::size_t index = 0; index < all.size(); ++index) number[all[index]] = index;
  std::vector<int> counts(all.size());
  agon::QuickRandom random(3);
  for (std::size_t draw = 0; draw < 20 * all.size(); ++draw)
    ++counts[number.at(support::bytes_as_text(state.sample_as<polyomino_action>(random.next())))];
  CHECK(support::chi_square(counts) < support::chi_square_bound(counts.size()));
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
  CHECK(support::chi_square(first) < support::chi_square_bound(6));
  CHECK(support::chi_square(pairs) < support::chi_square_bound(36));
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
  CHECK(support::chi_square(pairs) < support::chi_square_bound(36));
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
