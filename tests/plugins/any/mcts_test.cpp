// Monte Carlo tree search, its tree, and the choice between noisy trials.
#include "plain.hpp"
#include "plugins/any/mcts/search.hpp"
#include "plugins/any/montecarlo/halving.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace any {
namespace {

using test::four;
using test::game;

std::span<const std::byte> bytes_of(const std::array<std::byte, 2>& action) {
  return action;
}

std::vector<std::byte> thought(const agon::Model& model, const agon::State& state, std::int32_t seats,
                               std::uint64_t simulations, const MctsOptions& options = {}) {
  Mcts search(model, seats, state.to_move(), options);
  agon::QuickRandom random(5);
  search.begin(state, random);
  for (std::uint64_t done = 0; done < simulations; ++done)
    search.simulate(random, static_cast<double>(done) / static_cast<double>(simulations));
  return {search.best().begin(), search.best().end()};
}

TEST_CASE("a tree finds its children by their actions, and keeps a part of itself") {
  Tree tree(2, 100);
  const std::array one = {std::byte{1}, std::byte{0}};
  const std::array two = {std::byte{2}, std::byte{0}};
  tree.add(Tree::root, 0, bytes_of(one));
  const Tree::Index second = tree.add(Tree::root, 0, bytes_of(two));
  const Tree::Index first = tree.find(Tree::root, bytes_of(one));
  tree.add(second, 1, bytes_of(one));
  const Tree::Index beside = tree.add(second, 1, bytes_of(two));
  const Tree::Index below = tree.find(second, bytes_of(one));
  for (int told = 0; told < 7; ++told) tree.tell(tree.find(second, bytes_of(one)), told);
  tree.tell(beside, 3);
  CHECK(tree.at(below).mean == 3);
  CHECK(tree.find(Tree::root, bytes_of(one)) == first);
  CHECK(tree.find(second, bytes_of(two)) == beside);
  CHECK(tree.find(first, bytes_of(one)) == Tree::none);
  tree.keep(second);
  CHECK(tree.size() == 3);
  CHECK(tree.at(Tree::root).children == 2);
  const Tree::Index kept = tree.find(Tree::root, bytes_of(one));
  REQUIRE(kept != Tree::none);
  CHECK(tree.at(kept).visits == 7);
  CHECK(tree.at(kept).mover == 1);
  CHECK(tree.at(kept).mean == 3);
  CHECK(tree.at(tree.find(Tree::root, bytes_of(two))).visits == 1);
}

TEST_CASE("a tree has room for as many nodes as it is told, however they are spread") {
  constexpr std::size_t most = 1000;
  agon::QuickRandom random(8);
  Tree tree(2, most);
  const auto action = [](std::size_t number) {
    return std::array{static_cast<std::byte>(number & 255U), static_cast<std::byte>(number >> 8U)};
  };
  std::vector<std::vector<std::size_t>> paths = {{}};  // by actions from the root, since nodes move
  const auto node_at = [&](const std::vector<std::size_t>& path) {
    Tree::Index node = Tree::root;
    for (const std::size_t step : path) node = tree.find(node, bytes_of(action(step)));
    return node;
  };
  for (std::size_t added = 0;; ++added) {
    std::vector<std::size_t> path = paths[random.below(std::min<std::size_t>(paths.size(), 20))];
    const Tree::Index parent = node_at(path);
    if (tree.full(parent)) break;
    path.push_back(tree.at(parent).children);
    const Tree::Index child = tree.add(parent, 1, bytes_of(action(path.back())));
    tree.tell(child, static_cast<double>(added));
    paths.push_back(path);
  }
  CHECK(tree.size() == paths.size());
  CHECK(tree.size() <= most);
  CHECK(tree.size() > most / 4);  // the rest: room for children to come, and what was left for more room
  for (std::size_t made = 1; made < paths.size(); ++made)
    CHECK(tree.at(node_at(paths[made])).mean == static_cast<double>(made - 1));
}

TEST_CASE("every action of a node is tried once before the node has all, whatever their number") {
  const agon::Model model(game("four"));
  for (const std::string moves : {"", "111111", "111111222222", "111111222222333333"}) {
    const agon::State state = four(moves);
    Mcts search(model, 2, state.to_move(), {.widening = 1, .first_children = 1});
    agon::QuickRandom random(3);
    search.begin(state, random);
    for (int done = 0; done < 40; ++done) search.simulate(random, 0);
    std::set<std::string> tried;
    search.tree().each_child(Tree::root, [&](Tree::Index child) {
      const auto action = search.tree().action(child);
      tried.insert({reinterpret_cast<const char*>(action.data()), action.size()});
    });
    CHECK(tried.size() == state.action_count());
    CHECK(search.tree().at(Tree::root).children == state.action_count());
  }
}

TEST_CASE("it takes a win, stops one, and finds the best end of PseudoTonga") {
  const agon::Model model(game("four"));
  const auto column = [&](const std::string& moves) {
    const std::vector<std::byte> action = thought(model, four(moves), 2, 2000);
    return *reinterpret_cast<const std::int32_t*>(action.data()) + 1;
  };
  CHECK(column("112233") == 4);
  CHECK(column("11223") == 4);
  const agon::Model tonga(game("tonga"));
  int best = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    agon::State state = support::created(tonga, 1, {{"n", "6"}});
    agon::QuickRandom random(seed);
    state.play_out(random, 30);
    const double value = test::minimax(state, 6);
    const std::vector<std::byte> action = thought(tonga, state, 2, 4000);
    state.act(agon_bytes{action.data(), action.size()});
    best += test::minimax(state, 5) == value ? 1 : 0;
  }
  CHECK(best >= 10);
}

TEST_CASE("three seats each play for themselves") {
  const agon::Model model(game("inc"));
  int best = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const agon::State state = support::created(model, seed, {{"rows", "2"}, {"columns", "2"}, {"turns", "4"}});
    const std::vector<std::byte> action = thought(model, state, 3, 4000);
    agon::State next = state;
    next.act(agon_bytes{action.data(), action.size()});
    // By scores: 1, 2 or 3. Preferences among equal scores are not a playout's.
    const auto score = [](double preference) { return static_cast<int>(preference) / 341; };
    best += score(test::max_n(next, 3)[0]) == score(test::max_n(state, 3)[0]) ? 1 : 0;
  }
  CHECK(best >= 9);
}

TEST_CASE("the same seed and simulations give the same action; its thoughts go on where the match went") {
  const agon::Model model(game("four"));
  CHECK(thought(model, four("44"), 2, 500) == thought(model, four("44"), 2, 500));
  Mcts search(model, 2, 0, {});
  agon::QuickRandom random(1);
  agon::State state = four("");
  search.begin(state, random);
  for (int done = 0; done < 3000; ++done) search.simulate(random, 0);
  state.act(agon_bytes{search.best().data(), search.best().size()});
  state.play_out(random, 1);
  search.begin(state, random);
  CHECK(search.simulations() > 10);
  CHECK(search.tree().size() > 10);
  search.begin(four("1234"), random);  // another match
  CHECK(search.simulations() == 0);
}

TEST_CASE("where something is drawn, each playout has chance of its own, and actions are legal all the same") {
  const agon::Model model(game("linez"));
  const agon::State state = support::created(model, 3);
  const std::vector<std::byte> action = thought(model, state, 1, 300, {.widening = 0.8, .first_children = 2});
  CHECK(support::accepted(state, {action.data(), action.size()}));
  const agon::Model many(game("polyomino"));
  const agon::State board = support::created(many, 1, {{"board", "..../..../...."}});
  const std::vector<std::byte> asked = thought(many, board, 1, 20, {.depth = 20});
  CHECK(support::accepted(board, {asked.data(), asked.size()}));
}

TEST_CASE("a line of five is taken with the last move") {
  const agon::Model model(game("linez"));
  const agon::State state = support::created(
      model, 1,
      {{"board", "1111...../1......../........./....2..../........./........./........./........./........."},
       {"moves", "1"},
       {"next", "234"}});
  agon::State next = state;
  const std::vector<std::byte> action = thought(model, state, 1, 1500);
  next.act(agon_bytes{action.data(), action.size()});
  CHECK(next.score(0) >= 10);
}

// With a king one calls and with a jack one folds, whatever the other does: these actions are dominant.
TEST_CASE("hidden cards are guessed anew in each playout: dominant actions are found") {
  const agon::Model model(game("kuhn"));
  const auto decides = [&](const std::string& deal, std::int32_t first) {
    agon::State state = support::created(model, 1, {{"deal", deal}});
    state.act(agon_bytes{&first, sizeof first});
    const std::vector<std::byte> action = thought(model, state, 2, 2000);
    return *reinterpret_cast<const std::int32_t*>(action.data());
  };
  constexpr std::int32_t pass = 1;
  constexpr std::int32_t bet = 2;
  for (const std::string other : {"J", "Q"}) CHECK(decides(other + "K", bet) == bet);
  for (const std::string other : {"Q", "K"}) CHECK(decides(other + "J", bet) == pass);
}

TEST_CASE("where something is hidden, actions that did well below the root are taken more often than others") {
  const agon::Model model(game("kuhn"));
  agon::State state = support::created(model, 1, {{"deal", "JK"}});
  Mcts search(model, 2, 0, {});
  agon::QuickRandom random(1);
  search.begin(state, random);
  for (int done = 0; done < 4000; ++done) search.simulate(random, 0);
  // All nodes with two tried actions: the shares of the visits of the one taken more often.
  double uneven = 0;
  for (Tree::Index node = 1; node < search.tree().size(); ++node) {
    std::vector<std::uint32_t> visits;
    search.tree().each_child(node, [&](Tree::Index child) { visits.push_back(search.tree().at(child).visits); });
    if (visits.size() != 2 || visits[0] + visits[1] < 500) continue;
    uneven = std::max(uneven, static_cast<double>(std::max(visits[0], visits[1])) / (visits[0] + visits[1]));
  }
  CHECK(uneven > 0.75);  // a seat with a king calls, one with a jack folds
}

TEST_CASE("actions by value are those with the largest values, and playouts by value are short") {
  const agon::Model model(game("linez"));
  REQUIRE(model.has_action_values());
  agon::State state = support::created(model, 4);
  agon::QuickRandom random(2);
  for (int turn = 0; turn < 5; ++turn) {
    const std::vector<double> values = state.action_values();
    REQUIRE(values.size() == state.action_count());
    ByValue by_value(model);
    const std::vector<std::size_t> ranked = by_value.ranked(state, 5);
    REQUIRE(ranked.size() == 5);
    CHECK(values[ranked[0]] == by_value.most(state));
    CHECK(std::ranges::count_if(values, [&](double value) { return value > values[ranked[4]]; }) <= 4);
    agon::State one = state;
    agon::State two = state;
    by_value.act(one);
    two.act(state.actions()[ranked[0]]);
    CHECK(one.observation(0) == two.observation(0));
    // With one playout of each, the tree holds nothing and the best is among those looked at.
    const std::vector<std::byte> action = thought(model, state, 1, 24, {.best = 3, .ahead = 0});
    const agon::Actions all = state.actions();
    const auto is = [&](std::size_t number) {
      return std::memcmp(all[number].data, action.data(), action.size()) == 0;
    };
    CHECK((is(ranked[0]) || is(ranked[1]) || is(ranked[2])));
    by_value.act(state);
  }
}

TEST_CASE("a full tree stops growing, and goes on learning") {
  const agon::Model model(game("four"));
  Mcts search(model, 2, 0, {.nodes = 50});
  agon::QuickRandom random(1);
  search.begin(four(""), random);
  for (int done = 0; done < 1000; ++done) search.simulate(random, 0);
  CHECK(search.tree().size() <= 50);
  CHECK(search.tree().size() > 25);
  CHECK(search.simulations() == 1000);
}

TEST_CASE("halving tries all equally often, then the better half") {
  Halving halving(8);
  for (int trial = 0; trial < 800; ++trial) {
    const std::size_t choice = halving.next(trial / 800.0);
    halving.tell(choice, choice == 5 ? 2 : static_cast<double>(choice) / 8);
  }
  CHECK(halving.best() == 5);
  CHECK(halving.left() == 2);
  CHECK(halving.trials(0) > 0);
  CHECK(halving.trials(0) == halving.trials(1));
  CHECK(halving.trials(5) > 2 * halving.trials(0));
  Halving one(1);
  CHECK(one.next(0) == 0);
  CHECK(one.best() == 0);
}

}  // namespace
}  // namespace any
