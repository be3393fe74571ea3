#include "search.hpp"

#include <agon/hash.hpp>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace any {

Mcts::Mcts(const agon::Model& model, std::int32_t seats, std::int32_t seat, const MctsOptions& options)
    : model_(model),
      seats_(seats),
      seat_(seat),
      options_(options),
      tree_(model.action_size(), options.nodes),
      payoffs_(static_cast<std::size_t>(seats)),
      action_(model.action_size()),
      tallies_(static_cast<std::size_t>(seats)) {
  if (model.has_action_values()) by_value_.emplace(model);
}

void Mcts::begin(const agon::State& root, agon::QuickRandom& random) {
  Tree::Index known = Tree::none;
  if (!uncertain() && !root_.empty()) {
    constexpr int rounds = 2;  // others' actions between two turns of a seat, as far as it looks
    known = find_seen(Tree::root, root_.front(), root.observation(seat_), rounds * seats_);
  }
  if (known == Tree::none) {
    tree_.clear();
    seen_nodes_.clear();
  } else {
    tree_.keep(known);
  }
  if (root_.empty()) {
    root_.push_back(root);
    played_.push_back(root);
    before_.push_back(root);
  } else {
    root_.front() = root;
  }
  halving_.reset();
  if (!uncertain()) return;
  std::ranges::fill(tallies_, Tally{});
  candidates_.fill(model_, root, seat_, valued() ? options_.best : options_.actions, random);
  halving_.emplace(candidates_.size());
  if (valued()) draws_ = random.next();
}

Tree::Index Mcts::find_seen(Tree::Index from, const agon::State& state, const std::vector<std::byte>& seen,
                            int depth) const {
  if (from != Tree::root && state.to_move() == seat_ && state.observation(seat_) == seen) return from;
  if (depth == 0 || (from != Tree::root && state.to_move() == seat_)) return Tree::none;
  Tree::Index found = Tree::none;
  // At this seat's own turn only the action that it took can have led on.
  const bool own = from == Tree::root;
  const std::span<const std::byte> taken = own ? best() : std::span<const std::byte>();
  tree_.each_child(from, [&](Tree::Index child) {
    if (found != Tree::none || tree_.at(child).visits == 0) return;
    const std::span<const std::byte> action = tree_.action(child);
    if (own && !std::ranges::equal(action, taken)) return;
    agon::State next = state;
    next.act(agon_bytes{action.data(), action.size()});
    found = find_seen(child, next, seen, depth - 1);
  });
  return found;
}

void Mcts::begin_playout(double used) {
  agon::State& played = played_.front();
  chosen_ = halving_->next(used);
  const std::span<const std::byte> action = candidates_[chosen_];
  Tree::Index node = tree_.find(Tree::root, action);
  if (node == Tree::none && !tree_.full(Tree::root)) node = tree_.add(Tree::root, played.to_move(), action);
  played.act(agon_bytes{action.data(), action.size()});
  if (node != Tree::none) path_.push_back(node);
}

void Mcts::try_candidate(double used) {
  agon::State& played = played_.front();
  chosen_ = halving_->next(used);
  played.resample(seat_, draws_ + halving_->trials(chosen_));
  const std::span<const std::byte> bytes = candidates_[chosen_];
  const agon_bytes action = {bytes.data(), bytes.size()};
  drew_ = played.leads_to_chance(action);
  played.act(action);
}

void Mcts::simulate(agon::QuickRandom& random, double used) {
  agon::State& played = played_.front();
  played = root_.front();
  if (valued() && uncertain()) {
    path_.assign(1, Tree::root);
    try_candidate(used);
    finish(random);
    return back_up();
  }
  if (uncertain()) played.resample(seat_, random.next());
  path_.assign(1, Tree::root);
  double squares = 0;
  double count = 0;
  for (const Tally& tally : tallies_) {
    squares += tally.squares;
    count += tally.count;
  }
  const double deviation = count > seats_ ? std::sqrt(squares / (count - seats_)) : 1;
  width_ = options_.exploration * (deviation > 0 ? deviation : 1);
  const bool certain = !uncertain();
  if (!certain) begin_playout(used);
  for (bool added = false; !added && !played.over();) {
    if (model_.has_hidden()) {
      const Tree::Index seen = seen_node(added);
      if (seen == Tree::none) break;
      path_.push_back(seen);
      if (added) break;
    }
    const Tree::Index next = descend(path_.back(), certain, random, added);
    if (next == Tree::none) break;
    path_.push_back(next);
  }
  finish(random);
  back_up();
}

void Mcts::finish(agon::QuickRandom& random) {
  agon::State& played = played_.front();
  if (valued()) {
    // As many actions that lead to chance in each playout: else those of an action that leads to none would end sooner.
    constexpr std::uint64_t longest = 8;  // for each of them
    const bool counts = model_.has_chance();
    std::uint64_t draws = counts && drew_ ? 1 : 0;
    const std::uint64_t enough = options_.ahead + (counts ? 1 : 0);
    for (std::uint64_t action = 0; draws < enough && action < longest * enough && !played.over(); ++action)
      draws += by_value_->act(played) || !counts ? 1 : 0;
  } else {
    const std::uint64_t most = options_.depth == 0 ? UINT64_MAX : options_.depth;
    if (uncertain() && !model_.has_many_actions()) {
      play_on(random, most);
    } else {
      played.play_out(random, most);
    }
  }
  for (std::int32_t seat = 0; seat < seats_; ++seat) payoffs_[static_cast<std::size_t>(seat)] = played.score(seat);
  if (!valued() || played.over()) return;
  const double gain = by_value_->most(played);
  for (std::int32_t seat = 0; seat < seats_; ++seat) {
    double& score = payoffs_[static_cast<std::size_t>(seat)];
    if (seat == played.to_move()) {
      score += gain;
    } else if (model_.has_constant_sum()) {
      score -= gain / (seats_ - 1);
    }
  }
}

void Mcts::play_on(agon::QuickRandom& random, std::uint64_t most) {
  constexpr int draws = 4;
  agon::State& played = played_.front();
  agon::State& before = before_.front();
  for (std::uint64_t action = 0; action < most && !played.over(); ++action) {
    const std::int32_t mover = played.to_move();
    before = played;
    for (int draw = 0; draw < draws; ++draw) {
      if (draw > 0) played = before;
      played.play_out(random, 1);
      if (!played.over() ||
          any::payoff(model_.game(), played.score(mover)) >= tallies_[static_cast<std::size_t>(mover)].mean)
        break;
    }
  }
}

Tree::Index Mcts::seen_node(bool& added) {
  const agon::State& played = played_.front();
  const std::int32_t mover = played.to_move();
  const std::vector<std::byte> seen = played.observation(mover);
  const std::uint64_t key = agon::hashed(std::span(seen), static_cast<std::uint64_t>(mover));
  const auto known = seen_nodes_.find(key);
  if (known != seen_nodes_.end()) return known->second;
  if (tree_.full()) return Tree::none;
  added = true;
  return seen_nodes_[key] = tree_.add_apart();
}

bool Mcts::may_widen(const Tree::Node& node) const {
  if (node.order == Tree::complete) return false;
  const double visits = node.visits + 1.0;
  const double power = options_.widening == 0.5 ? std::sqrt(visits) : std::pow(visits, options_.widening);
  return node.children < std::floor(options_.first_children * power);
}

Tree::Index Mcts::descend(Tree::Index node, bool certain, agon::QuickRandom& random, bool& added) {
  const std::int32_t mover = played_.front().to_move();
  if (may_widen(tree_.at(node)) && !tree_.full(node)) {
    const Tree::Index fresh = certain ? try_new(node, mover, random) : try_drawn(node, mover, random);
    added = fresh != Tree::none;
    if (added) return fresh;
  }
  const Tree::Index known = select(node, mover, certain);
  if (known != Tree::none || certain || tree_.full(node)) return known;
  const Tree::Index fresh = try_drawn(node, mover, random);  // none of its children is legal now
  added = fresh != Tree::none;
  return fresh;
}

Tree::Index Mcts::try_drawn(Tree::Index node, std::int32_t mover, agon::QuickRandom& random) {
  agon::State& played = played_.front();
  played.sample(random.next(), action_.data());
  if (tree_.find(node, action_) != Tree::none) return Tree::none;
  played.act(agon_bytes{action_.data(), action_.size()});
  return tree_.add(node, mover, action_);
}

Tree::Index Mcts::try_new(Tree::Index node, std::int32_t mover, agon::QuickRandom& random) {
  if (!model_.lists_actions() || model_.has_many_actions()) return try_drawn(node, mover, random);
  agon::State& played = played_.front();
  // All actions once, in an order that differs from node to node: from one on, in steps that miss none.
  Tree::Node& here = tree_.at(node);
  if (here.order == Tree::complete) return Tree::none;
  std::uint64_t count = 0;
  agon_buffer one = {action_.data(), action_.size(), 0};
  const auto list = [&](std::uint64_t first) {
    agon_error error;
    error.text[0] = '\0';
    const agon_status status = model_.raw().actions(played.raw(), first, &one, &count, &error);
    if (status != AGON_OK) throw agon::Failure(status, error.text);
  };
  if (valued()) {
    const std::vector<std::size_t> best = by_value_->ranked(played, here.children + 1);
    list(best.back());
    here.order = here.children + 1 == count ? Tree::complete : 0;
  } else {
    if (here.children == 0) {
      list(0);
      here.order = static_cast<std::uint32_t>(random.below(std::min<std::uint64_t>(count, Tree::complete - 1)));
    }
    list(here.order);
    std::uint64_t step = count * 5 / 8 + 1;
    while (std::gcd(step, count) != 1) ++step;
    here.order = here.children + 1 == count ? Tree::complete : static_cast<std::uint32_t>((here.order + step) % count);
  }
  played.act(agon_bytes{action_.data(), action_.size()});
  return tree_.add(node, mover, action_);
}

Tree::Index Mcts::select(Tree::Index node, std::int32_t mover, bool certain) {
  agon::State& played = played_.front();
  const double weight = width_ * std::sqrt(std::log(static_cast<float>(tree_.at(node).visits + 1)));
  const auto bound = [&](const Tree::Node& child) { return child.mean + weight * static_cast<double>(child.spread); };
  if (certain) {
    Tree::Index best = Tree::none;
    double most = 0;
    tree_.each_child(node, [&](Tree::Index child) {
      const double value = bound(tree_.at(child));
      if (best != Tree::none && value <= most) return;
      best = child;
      most = value;
    });
    if (best == Tree::none) return Tree::none;
    const std::span<const std::byte> action = tree_.action(best);
    played.act(agon_bytes{action.data(), action.size()});
    return best;
  }
  // Which actions are legal now differs from playout to playout: the best one that the rules take.
  ranked_.clear();
  tree_.each_child(node, [&](Tree::Index child) {
    if (tree_.at(child).mover == mover) ranked_.emplace_back(bound(tree_.at(child)), child);
  });
  std::ranges::sort(ranked_, std::greater<>());
  for (const auto& [value, child] : ranked_) {
    const std::span<const std::byte> action = tree_.action(child);
    if (played.try_act(agon_bytes{action.data(), action.size()})) return child;
  }
  return Tree::none;
}

void Mcts::back_up() {
  for (std::size_t seat = 0; seat < payoffs_.size(); ++seat) {
    const double payoff = any::payoff(model_.game(), payoffs_[seat]);
    payoffs_[seat] = payoff;
    Tally& tally = tallies_[seat];
    ++tally.count;
    const double from_mean = payoff - tally.mean;
    tally.mean += from_mean / tally.count;
    tally.squares += from_mean * (payoff - tally.mean);
  }
  if (halving_) halving_->tell(chosen_, payoffs_[static_cast<std::size_t>(seat_)]);
  for (const Tree::Index index : path_) {
    const std::int32_t mover = tree_.at(index).mover;
    tree_.tell(index, mover < 0 ? 0 : payoffs_[static_cast<std::size_t>(mover)]);
  }
}

Tree::Index Mcts::best_child() const {
  Tree::Index best = Tree::none;
  tree_.each_child(Tree::root, [&](Tree::Index child) {
    const Tree::Node& node = tree_.at(child);
    if (node.visits == 0) return;
    if (best != Tree::none) {
      const Tree::Node& before = tree_.at(best);
      if (node.visits < before.visits) return;
      if (node.visits == before.visits && node.mean <= before.mean) return;
    }
    best = child;
  });
  return best;
}

std::span<const std::byte> Mcts::best() const {
  return halving_ ? candidates_[halving_->best()] : tree_.action(best_child());
}

std::vector<agon_candidate> Mcts::shares() const {
  if (halving_) return any::shares(candidates_, *halving_);
  std::uint64_t all = 0;
  tree_.each_child(Tree::root, [&](Tree::Index child) { all += tree_.at(child).visits; });
  std::vector<agon_candidate> visited;
  tree_.each_child(Tree::root, [&](Tree::Index child) {
    const std::span<const std::byte> action = tree_.action(child);
    const double visits = tree_.at(child).visits;
    if (visits > 0) visited.push_back({{action.data(), action.size()}, visits / static_cast<double>(all)});
  });
  return visited;
}

double Mcts::best_payoff() const {
  return halving_ ? halving_->mean(halving_->best()) : tree_.at(best_child()).mean;
}

}  // namespace any
