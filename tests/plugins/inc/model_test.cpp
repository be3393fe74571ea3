// The model: what a search is offered, against the rules as act() has them.
#include "plugin.hpp"
#include "tests/support/model_checks.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace inc {
namespace {

using support::created;
using test::Values;

const agon::Model& model() {
  static const agon::Model made(support::game());
  return made;
}

TEST_CASE("the model keeps its promises on boards of many sizes") {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) support::check_model(model(), seed, {}, 100, 3);
  support::check_model(model(), 1, {{"rows", "1"}, {"columns", "2"}});
  support::check_model(model(), 1, {{"rows", "16"}, {"columns", "16"}, {"turns", "1000"}}, 40, 20);
}

TEST_CASE("the legal actions are all that act() takes") {
  std::vector<std::string> candidates;
  for (std::int32_t axis = -1; axis <= 2; ++axis) {
    for (std::int32_t line = -1; line <= INC_MAX_SIDE + 1; ++line) {
      for (std::int32_t group = -1; group <= 2; ++group)
        candidates.push_back(support::bytes_as_text(inc_action{axis, line, group}));
    }
  }
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    agon::State state = created(model(), seed);
    for (agon::QuickRandom random(seed); !state.over(); state.play_out(random, 1))
      support::check_listed(state, candidates);
    CHECK(support::listed(state).empty());
  }
  const agon::State over = created(model(), 1, {{"rows", "1"}, {"columns", "1"}});
  CHECK(support::listed(over).empty());
}

TEST_CASE("a seat that is out stays out in copies and in states from observations") {
  agon::State state = created(model(), 4, {{"rows", "3"}, {"columns", "3"}, {"turns", "9"}});
  model().game().forfeit(state.raw(), 1, AGON_OUTCOME_CRASH, "a test says so");
  agon::State made = support::determinised(model(), state, 2, 1);
  agon::State copy = state;
  for (agon::State* const each : {&made, &copy}) {
    for (std::int32_t expected = 0; !each->over(); expected = 2 - expected) {
      CHECK(each->to_move() == expected);
      agon::QuickRandom random(9);
      each->play_out(random, 1);
    }
  }
  CHECK(made.observation(0) == copy.observation(0));
}

TEST_CASE("moves commute: the same position by another way has the same key") {
  const Values board = {{"board", "123/31./2.1"}, {"turns", "9"}, {"inc", "1"}};
  const inc_action top = {INC_HORIZONTAL, 1, INC_FIRST};
  const inc_action left = {INC_VERTICAL, 2, INC_FIRST};
  agon::State one = created(model(), 1, board);
  agon::State two = one;
  one.act(top);
  one.act(left);
  two.act(left);
  CHECK(one.key() != two.key());
  two.act(top);
  CHECK(one.key() == two.key());
}

}  // namespace
}  // namespace inc
