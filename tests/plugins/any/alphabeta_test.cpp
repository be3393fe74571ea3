// Alpha-beta search against minimax without any cut.
#include "plain.hpp"
#include "plugins/any/alphabeta/search.hpp"
#include "tests/support/quiet_host.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

namespace any {
namespace {

using test::four;
using test::game;

/// A session whose strategy has no clock.
const agon::Session& untimed() {
  static const agon_session raw = [] {
    agon_session made{};
    made.host = &support::quiet_host;
    made.time_left_ns = [](const agon_session*) { return INT64_MAX; };
    made.turn_left_ns = made.time_left_ns;
    made.should_stop = [](const agon_session*) { return std::int32_t{0}; };
    return made;
  }();
  static const agon::Session session(raw);
  return session;
}

AlphaBeta::Result searched(const agon::State& state, const agon_game_type& type, int depth,
                           std::uint64_t positions = 100'000'000) {
  AlphaBeta search(agon::Model(type), 1 << 20);
  Budget budget(untimed(), {positions, 0});
  agon::QuickRandom random(1);
  budget.begin(state, random);
  return search.search(state, depth, 0, budget);
}

/// The search's value and its action are those of minimax.
void check_against_minimax(const agon::State& state, const agon_game_type& type, int depth) {
  const AlphaBeta::Result result = searched(state, type, depth);
  CHECK(result.value == test::minimax(state, depth));
  agon::State next = state;
  next.act(state.actions()[result.action]);
  CHECK(test::minimax(next, depth - 1) == result.value);
}

TEST_CASE("the value and the action are those of minimax, with undo and keys") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::string moves = test::random_columns(8 + seed % 24, seed);
    CAPTURE(moves);
    check_against_minimax(four(moves), game("four"), 1 + static_cast<int>(seed % 5));
  }
}

TEST_CASE("the value and the action are those of minimax, over copies, to the end of PseudoTonga") {
  const agon::Model model(game("tonga"));
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    agon::State state = support::created(model, 1, {{"n", "6"}});
    agon::QuickRandom random(seed);
    state.play_out(random, 30);
    check_against_minimax(state, game("tonga"), 6);
    CHECK(searched(state, game("tonga"), 50).exact);
  }
}

TEST_CASE("an estimate proves nothing: only lines to the end make a value exact") {
  const AlphaBeta::Result result = searched(four(""), game("four"), 4);
  CHECK(!result.exact);
  CHECK(result.depth == 4);
  const AlphaBeta::Result win = searched(four("112233"), game("four"), 9);
  CHECK(win.exact);
  CHECK(win.depth == 1);
  CHECK(win.value == 1);
  CHECK(win.action == 3);
}

TEST_CASE("what is lost is lost as late as possible") {
  // Seat 1 faces three in an open row: any column loses, but all except two of them at once.
  const agon::State state = four("4455336");  // x has 3, 4, 5 and 6 in the lowest row
  CHECK(state.over());
  const agon::State open = four("445533");  // x to move wins; before it, o
  CHECK(searched(open, game("four"), 3).value == 1);
  const agon::State lost = four("44553");  // x threatens 2 and 6
  const AlphaBeta::Result result = searched(lost, game("four"), 8);
  CHECK(result.value == 1);
  agon::State next = lost;
  next.act(lost.actions()[result.action]);
  CHECK(test::minimax(next, 1) == 1);  // nothing helps
}

TEST_CASE("a search that is stopped has an action of its last finished depth, or a better one") {
  for (const std::uint64_t positions : {20U, 200U, 2000U}) {
    const AlphaBeta::Result result = searched(four("112233"), game("four"), 40, positions);
    CHECK(result.action == 3);
  }
  CHECK(searched(four(""), game("four"), 40, 1).depth == 0);
}

// The positions and what is won in them come from minimax, which looks at every line.
TEST_CASE("alphabeta finds the forced wins that brute force finds") {
  int wins = 0;
  for (std::uint64_t seed = 1; seed <= 700 && wins < 20; ++seed) {
    const std::string moves = test::random_columns(12 + seed % 16, seed);
    const agon::State state = four(moves);
    const std::int32_t mover = state.to_move();
    const double won = mover == 0 ? 1 : -1;
    if (test::minimax(state, 3) == won || test::minimax(state, 5) != won) continue;  // in three moves of its own
    ++wins;
    CAPTURE(moves);
    test::Player player("alphabeta", game("four"), {{"positions", "20000"}}, mover);
    agon::State next = state;
    const std::vector<std::byte> action = player.decide(state);
    next.act(agon_bytes{action.data(), action.size()});
    CHECK(test::minimax(next, 4) == won);
  }
  CHECK(wins >= 10);
}

}  // namespace
}  // namespace any
