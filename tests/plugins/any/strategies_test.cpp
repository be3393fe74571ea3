// The strategies as plugins, in games of all kinds.
#include "plain.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace any {
namespace {

using support::Values;
using test::creation;
using test::game;
using test::Player;

/// Plays a match with the strategy in all seats; returns the actions' bytes.
std::vector<std::vector<std::byte>> play(const std::string& strategy, const agon_game_type& type, const Values& options,
                                         const Values& parameters, std::size_t most) {
  agon::State state = support::created(agon::Model(type), 2, parameters);
  std::vector<std::unique_ptr<Player>> players;
  for (std::int32_t seat = 0; seat < static_cast<std::int32_t>(type.max_seats); ++seat)
    players.push_back(std::make_unique<Player>(strategy, type, options, seat, 10 + static_cast<std::uint64_t>(seat)));
  std::vector<std::vector<std::byte>> actions;
  while (!state.over() && actions.size() < most) {
    actions.push_back(players[static_cast<std::size_t>(state.to_move())]->decide(state));
    state.act(agon_bytes{actions.back().data(), actions.back().size()});  // throws if it is illegal
  }
  return actions;
}

TEST_CASE("each plays every game that has a model, legally and alike with the same seed") {
  const std::map<std::string, Values> games = {{"chesspuzzle", {{"rows", "6"}, {"columns", "6"}, {"depth", "1"}}},
                                               {"inc", {{"turns", "6"}}},
                                               {"linez", {}},
                                               {"polyomino", {{"board", "....../....../....../......"}}},
                                               {"tonga", {{"n", "6"}}},
                                               {"four", {}},
                                               {"kuhn", {}},
                                               {"sealed", {}}};
  for (const auto& each : games) {
    const std::string& id = each.first;
    const Values& parameters = each.second;
    for (const std::string strategy : {"random", "montecarlo", "mcts"}) {
      CAPTURE(id);
      CAPTURE(strategy);
      const Values options = strategy == "random" ? Values{} : Values{{"simulations", "12"}, {"depth", "12"}};
      const auto actions = play(strategy, game(id), options, parameters, 12);
      CHECK(!actions.empty());
      CHECK(play(strategy, game(id), options, parameters, 12) == actions);
    }
  }
}

TEST_CASE("a game that has no model, or is not for a search, is refused in one sentence") {
  for (const std::string strategy : {"random", "montecarlo", "mcts", "alphabeta"}) {
    agon_game_type plain = game("sealed");
    plain.extension = [](const char*) -> const void* { return nullptr; };
    const support::Answer answer = creation(strategy, plain);
    CHECK(answer.status == AGON_UNSUPPORTED);
    CHECK(answer.text == "sealed has no model (agon.model/1)");
    const support::Answer alone = creation(strategy, game("tonga"), false);
    CHECK(alone.status == AGON_UNSUPPORTED);
    CHECK(alone.text == "the host did not load the library of tonga (agon.game/1), which the strategy needs");
  }
  const std::map<std::string, std::string> reasons = {
      {"linez", "alphabeta cannot play linez, which does not have two seats; "},
      {"inc", "alphabeta cannot play inc, which does not have two seats; "},
      {"kuhn", "alphabeta cannot play kuhn, which has hidden information; "}};
  for (const auto& [id, reason] : reasons) {
    const support::Answer answer = creation("alphabeta", game(id));
    CHECK(answer.status == AGON_UNSUPPORTED);
    CHECK(answer.text.starts_with(reason));
  }
}

TEST_CASE("random takes each legal action as often, that for any game and those of the games") {
  struct Case {
    const char* strategy;
    const char* game;
    Values parameters;
  };
  // Numbers in several regions, each of which reaches all cells that it touches; a board with moves of all kinds.
  const std::vector<Case> cases = {
      {"random", "four", {}},
      {"chesspuzzle/random", "chesspuzzle", {{"rows", "6"}, {"columns", "6"}, {"depth", "1"}}},
      {"inc/random", "inc", {{"board", "123/123/12."}, {"turns", "5"}}},
      {"linez/random", "linez", {{"board", "..1../112../22.../1112./...1."}, {"next", "123"}}}};
  for (const Case& each : cases) {
    CAPTURE(each.strategy);
    const agon::State state = support::created(agon::Model(game(each.game)), 1, each.parameters);
    Player player(each.strategy, game(each.game), {});
    std::map<std::vector<std::byte>, int> drawn;
    for (std::size_t turn = 0; turn < 100 * state.action_count(); ++turn) ++drawn[player.decide(state)];
    CHECK(drawn.size() == state.action_count());
    std::vector<int> counts;
    for (const auto& [action, count] : drawn) counts.push_back(count);
    CHECK(support::equally_often(counts));
  }
}

TEST_CASE("montecarlo takes a win at hand, and what is best on average") {
  Player player("montecarlo", game("four"), {{"simulations", "700"}});
  CHECK(player.decide_as<std::int32_t>(test::four("112233")) == 3);
  CHECK(player.decide_as<std::int32_t>(test::four("")) == 3);  // the middle column
}

TEST_CASE("alphabeta and mcts beat a seat that plays at random") {
  for (const std::string strategy : {"alphabeta", "mcts"}) {
    double sum = 0;
    for (std::int32_t seat = 0; seat < 2; ++seat) {
      Player player(strategy, game("four"),
                    strategy == "mcts" ? Values{{"simulations", "150"}} : Values{{"positions", "2000"}}, seat);
      agon::State state = test::four("");
      for (agon::QuickRandom random(static_cast<std::uint64_t>(seat) + 1); !state.over();) {
        if (state.to_move() != seat) {
          state.play_out(random, 1);
          continue;
        }
        const std::vector<std::byte> action = player.decide(state);
        state.act(agon_bytes{action.data(), action.size()});
      }
      sum += state.score(seat);
    }
    CHECK(sum == 2);
  }
}

}  // namespace
}  // namespace any
