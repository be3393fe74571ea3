// Monte Carlo tree search: UCT (Kocsis, Szepesvari 2006) for any number of seats, each of which maximises its own
// payoff (max^n: Luckhardt, Irani 1986).
//
// Where chance or hidden information plays a part, each playout begins with a state of its own, drawn anew from all
// that agree with what the seat knows (information set search: Cowling, Powley, Whitehouse 2012). The payoffs are so
// noisy that the first action of each playout is chosen by sequential halving, and UCT begins below it. With chance
// alone, the tree is one of actions (open loop). Actions that are not legal in a playout's state are passed over. With
// hidden information, there is a node for each observation of the seat to move: a seat that does not see what another
// one did can't react to it.
//
// Playouts there avoid bad ends (decisive moves: Teytaud, Teytaud 2010): an action that ends the match with less than
// the mean payoff is replaced by another one, if one is found in a few draws.
//
// If the game values its actions, those with the largest values come first, and a playout takes only a few actions, by
// value; the largest value at its end stands for the rest of the match. Where something is drawn, there is then no
// tree: below the first action hardly a position comes twice. Each action's playouts begin with the same draws as those
// of the others, so that luck differs less (common random numbers).
#pragma once

#include "../by_value.hpp"
#include "../montecarlo/candidates.hpp"
#include "../montecarlo/halving.hpp"
#include "../player.hpp"
#include "tree.hpp"

#include <agon/ext/candidates.h>
#include <agon/model.hpp>
#include <agon/random.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace any {

struct MctsOptions {
  double exploration = 1;  // in standard deviations of the payoffs
  double widening = 0.5;   // a node visited n times has first_children * n^widening children at most
  double first_children = 4;
  std::uint64_t depth = 0;    // actions of a playout after the tree; 0: to the end
  std::size_t actions = 200;  // of the root that are looked at, where something is drawn
  std::size_t nodes = 1 << 20;
  std::size_t best = 12;    // actions of the root that are looked at, where the game values actions and draws
  std::uint64_t ahead = 1;  // actions by value of a playout after the tree, where the game values actions
};

class Mcts {
 public:
  Mcts(const agon::Model& model, std::int32_t seats, std::int32_t seat, const MctsOptions& options);

  /// Begins to think about another position. Keeps what is known of it from before, if it follows from the position
  /// before in a game where nothing is drawn.
  void begin(const agon::State& root, agon::QuickRandom& random);

  /// Makes one playout. `used` is the part of the turn's effort that is used up.
  void simulate(agon::QuickRandom& random, double used);

  /// Returns the actions of the root that were tried, with their shares of the playouts. Refers to the search.
  [[nodiscard]] std::vector<agon_candidate> shares() const;

  /// The action to take: the one that most playouts went through, or that is best after halving.
  [[nodiscard]] std::span<const std::byte> best() const;
  /// The mean payoff of that action, for this seat.
  [[nodiscard]] double best_payoff() const;

  [[nodiscard]] const Tree& tree() const { return tree_; }
  /// Playouts of this and of earlier positions that went through the root.
  [[nodiscard]] std::uint64_t simulations() const { return tree_.at(Tree::root).visits; }

 private:
  [[nodiscard]] bool valued() const { return by_value_.has_value(); }
  [[nodiscard]] bool uncertain() const { return model_.has_chance() || model_.has_hidden(); }
  /// Where something is drawn: takes the first action of a playout, and goes on from its node.
  void begin_playout(double used);
  /// Whether the node has been visited often enough for another child.
  [[nodiscard]] bool may_widen(const Tree::Node& node) const;
  /// Goes down one action; returns none if the tree ends there, with the playout's state after a new node's action.
  Tree::Index descend(Tree::Index node, bool certain, agon::QuickRandom& random, bool& added);
  /// Takes an action that the node does not have yet. Returns its new node; none if all were tried.
  Tree::Index try_new(Tree::Index node, std::int32_t mover, agon::QuickRandom& random);
  /// Takes a random action if the node does not have it yet. Returns its new node; none, and the state is unchanged, if
  /// it has.
  Tree::Index try_drawn(Tree::Index node, std::int32_t mover, agon::QuickRandom& random);
  Tree::Index select(Tree::Index node, std::int32_t mover, bool certain);
  /// Returns the node of what the seat to move sees. If it is new, it is added, and `added` is set. None: the tree is
  /// full.
  Tree::Index seen_node(bool& added);
  /// Plays on by random actions that avoid bad ends, at most `most` of them.
  void play_on(agon::QuickRandom& random, std::uint64_t most);
  /// Chooses one of the candidates, draws for it and takes it.
  void try_candidate(double used);
  /// Returns the payoffs' scores at the end of a playout: what the game expects, if the match is not over.
  void finish(agon::QuickRandom& random);
  void back_up();
  [[nodiscard]] Tree::Index best_child() const;
  /// The node below `from` at which the seat sees `seen`; `state` is that of `from`.
  Tree::Index find_seen(Tree::Index from, const agon::State& state, const std::vector<std::byte>& seen,
                        int depth) const;

  agon::Model model_;
  std::int32_t seats_;
  std::int32_t seat_;
  MctsOptions options_;
  Tree tree_;
  std::vector<agon::State> root_;    // none before the first position
  std::vector<agon::State> played_;  // the playout's, likewise
  std::vector<agon::State> before_;  // the state before an action of a playout that may be taken back
  std::unordered_map<std::uint64_t, Tree::Index> seen_nodes_;  // by hash of seat and observation
  std::vector<Tree::Index> path_;
  Candidates candidates_;           // of the root, where something is drawn
  std::optional<Halving> halving_;  // between them
  std::size_t chosen_ = 0;          // the candidate of this playout
  std::vector<double> payoffs_;     // by seat: the scores at the end of a playout, and what they are worth
  std::optional<ByValue> by_value_;
  bool drew_ = false;        // the first action of this playout led to chance
  std::uint64_t draws_ = 0;  // the seed of this position's draws, where the game values actions
  std::vector<std::byte> action_;
  std::vector<std::pair<double, Tree::Index>> ranked_;
  double width_ = 1;  // of the bounds in this playout
  /// Of a seat's payoffs so far (Welford 1962). One for each seat: where their means differ, the pooled mean would call
  /// each end bad for the weaker seat and good for the stronger one.
  struct Tally {
    double count = 0;
    double mean = 0;
    double squares = 0;  // of the distances from the mean
  };
  std::vector<Tally> tallies_;
};

}  // namespace any
