// The model: what a search is offered, against the rules as act() has them.
#include "plugin.hpp"
#include "tests/support/model_checks.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace tonga {
namespace {

using support::check_listed;
using support::created;
using test::sized;

const agon::Model& model() {
  static const agon::Model made(support::game());
  return made;
}

TEST_CASE("the model keeps its promises on boards of all sizes") {
  for (int size = TONGA_MIN_SIZE; size <= TONGA_MAX_SIZE; size += 2)
    support::check_model(model(), static_cast<std::uint64_t>(size), sized(size), 300, size < 8 ? 1 : 23);
}

TEST_CASE("the legal actions are all that act() takes, from the first move to the last") {
  for (const int size : {6, 8}) {
    std::vector<std::string> candidates;
    for (std::int32_t row = -2; row <= size + 1; ++row) {
      for (std::int32_t column = -2; column <= size + 1; ++column)
        candidates.push_back(support::bytes_as_text(tonga_action{row, column}));
    }
    agon::State state = created(model(), 3, sized(size));
    for (agon::QuickRandom random(5); !state.over(); state.play_out(random, 1)) check_listed(state, candidates);
    CHECK(support::listed(state).empty());
  }
}

TEST_CASE("a position has one key, whatever way led to it, and other positions have others") {
  const auto after = [](const std::vector<tonga_action>& moves) {
    agon::State state = created(model(), 1, sized(6));
    for (const tonga_action& move : moves) state.act(move);
    return state.key();
  };
  CHECK(after({{0, 0}, {1, 1}, {2, 2}, {3, 3}}) == after({{2, 2}, {3, 3}, {0, 0}, {1, 1}}));
  CHECK(after({{0, 0}, {1, 1}, {2, 2}, {3, 3}}) != after({{1, 1}, {0, 0}, {2, 2}, {3, 3}}));
  CHECK(created(model(), 1, sized(6)).key() != created(model(), 1, sized(8)).key());
}

TEST_CASE("a seat that fails leaves a state like any other") {
  agon::State state = created(model(), 1, sized(6));
  state.act(tonga_action{0, 0});
  model().game().forfeit(state.raw(), 1, AGON_OUTCOME_CRASH, "a test says so");
  const agon::State copy = state;
  CHECK(copy.over());
  CHECK(copy.score(0) == 36 * 36);
  CHECK(support::listed(copy).empty());
}

TEST_CASE("bytes that are no observation are refused with a sentence") {
  alignas(16) tonga_observation seen{};
  seen.size = 7;
  CHECK_THROWS_WITH(static_cast<void>(model().determinise(2, 0, {&seen, sizeof seen}, 1)),
                    "no observation of tonga has size 7");
  seen.size = 6;
  seen.cells[4] = 3;
  CHECK_THROWS_WITH(static_cast<void>(model().determinise(2, 0, {&seen, sizeof seen}, 1)),
                    "no observation of tonga has 3 on a square");
  CHECK_THROWS_WITH(static_cast<void>(model().determinise(2, 0, {&seen, 8}, 1)), "the observation is too short");
}

}  // namespace
}  // namespace tonga
