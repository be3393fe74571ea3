#include "search.hpp"

#include <agon/hash.hpp>
#include <algorithm>
#include <cmath>
#include <span>

namespace any {

namespace {

constexpr std::uint16_t to_the_end = UINT16_MAX;
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

const char* unfit_for_alphabeta(const agon::Model& model, std::int32_t seats) {
  if (seats != 2) return "does not have two seats";
  if (model.has_chance()) return "has chance";
  if (model.has_hidden()) return "has hidden information";
  if (!model.has_constant_sum()) return "is not constant-sum";
  if (!model.lists_actions() || model.has_many_actions()) return "has too many actions to list";
  return nullptr;
}

AlphaBeta::AlphaBeta(const agon::Model& model, std::size_t table_bytes)
    : model_(model), table_(model.has_keys() ? table_bytes : 0) {}

AlphaBeta::Level& AlphaBeta::level_at(std::size_t index) {
  while (levels_.size() <= index) levels_.push_back(std::make_unique<Level>());
  return *levels_[index];
}

AlphaBeta::Result AlphaBeta::search(const agon::State& root, int most, int playouts, Budget& budget, double part) {
  budget_ = &budget;
  part_ = part;
  playouts_ = playouts;
  // What was found in earlier turns would hide how far away an end is: which way wins soonest, or loses last.
  table_.forget();
  for (auto& of_seat : history_) {
    for (std::int64_t& count : of_seat) count /= 8;  // what was good before may still be
  }
  agon::State state = root;
  least_ = (root.score_range(0).least - root.score_range(1).most) / 2;
  most_ = (root.score_range(0).most - root.score_range(1).least) / 2;
  const bool maximises = root.to_move() == 0;
  const auto loses = [&](double found) { return maximises ? found <= least_ : found >= most_; };
  Result result;
  try {
    for (int depth = 1; depth <= most; ++depth) {
      horizons_ = 0;
      std::uint32_t best = static_cast<std::uint32_t>(result.action);
      root_looked_at_ = 0;
      const double found = best_value(state, depth, least_, most_, 0, best);
      result.depth = depth;
      result.exact = horizons_ == 0 || found >= most_ || found <= least_;
      // Where all is lost, the action that was best so far puts it off longest.
      if (depth == 1 || !loses(found)) result.action = best;
      result.value = found;
      if (result.exact) break;
    }
  } catch (const Stop&) {
    // Of the last search the actions that it got to count, unless they lose: then the next one may be better.
    if (root_looked_at_ > 0)
      result.action = loses(root_found_) ? levels_[0]->choices[root_looked_at_].number : root_best_;
  }
  return result;
}

double AlphaBeta::estimate(const agon::State& state) {
  double value = 0;
  if (playouts_ == 0) {
    value = worth(state);
  } else {
    agon::QuickRandom random(positions_);
    if (played_ == nullptr) played_ = std::make_unique<agon::State>(state);
    for (int playout = 0; playout < playouts_; ++playout) {
      *played_ = state;
      played_->play_out(random);
      value += worth(*played_) / playouts_;
    }
  }
  const double inside = std::min(std::nextafter(most_, -infinity), value);
  return std::max(std::nextafter(least_, infinity), inside);
}

double AlphaBeta::value(agon::State& state, int depth, double alpha, double beta, std::size_t level) {
  if (budget_->spent(++positions_, part_)) throw Stop{};
  if (state.over()) return worth(state);
  if (depth == 0) {
    ++horizons_;
    return estimate(state);
  }
  const bool keyed = model_.has_keys();
  const std::uint64_t key = keyed ? state.key() : 0;
  std::uint32_t best = UINT32_MAX;
  if (const auto* const known = keyed ? table_.find(key) : nullptr; known != nullptr) {
    best = known->action;
    const bool enough = known->depth == to_the_end || known->depth >= depth;
    const bool answers = known->bound == Bound::exact || (known->bound == Bound::least && known->value >= beta) ||
                         (known->bound == Bound::most && known->value <= alpha);
    if (enough && answers) {
      if (known->depth != to_the_end) ++horizons_;
      return known->value;
    }
  }
  const std::uint64_t before = horizons_;
  const double found = best_value(state, depth, alpha, beta, level, best);
  if (keyed) {
    const Bound bound = found <= alpha ? Bound::most : found >= beta ? Bound::least : Bound::exact;
    const std::uint16_t reach = horizons_ == before ? to_the_end : static_cast<std::uint16_t>(depth);
    table_.put({.key = key, .value = found, .action = best, .depth = reach, .bound = bound});
  }
  return found;
}

double AlphaBeta::best_value(agon::State& state, int depth, double alpha, double beta, std::size_t level,
                             std::uint32_t& best) {
  Level& here = level_at(level);
  const std::int32_t mover = state.to_move();
  const bool maximises = mover == 0;
  order(state, level, best);
  double found = maximises ? -infinity : infinity;
  for (const Level::Choice& choice : here.choices) {
    const double after = value_after(state, here.actions[choice.number], depth - 1, alpha, beta, level);
    if (maximises ? after > found : after < found) {
      found = after;
      best = choice.number;
    }
    if (level == 0) {
      root_best_ = best;
      root_found_ = found;
      ++root_looked_at_;
    }
    (maximises ? alpha : beta) = maximises ? std::max(alpha, found) : std::min(beta, found);
    if (alpha >= beta) {
      history_[static_cast<std::size_t>(mover)][choice.slot] += std::int64_t{depth} * depth;
      here.killer = choice.slot;
      break;
    }
  }
  return found;
}

void AlphaBeta::order(agon::State& state, std::size_t level, std::uint32_t first) {
  Level& here = level_at(level);
  state.actions(here.actions);
  const auto& history = history_[static_cast<std::size_t>(state.to_move())];
  here.choices.clear();
  for (std::size_t number = 0; number < here.actions.size(); ++number) {
    const agon_bytes action = here.actions[number];
    const std::span bytes(static_cast<const std::byte*>(action.data), action.size);
    const auto slot = static_cast<std::uint32_t>(agon::hashed(bytes) % history_size);
    std::int64_t rank = history[slot];
    if (slot == here.killer) rank = INT64_MAX - 1;
    if (number == first) rank = INT64_MAX;
    here.choices.push_back({rank, static_cast<std::uint32_t>(number), slot});
  }
  std::ranges::sort(here.choices, [](const Level::Choice& a, const Level::Choice& b) {
    return a.rank != b.rank ? a.rank > b.rank : a.number < b.number;
  });
}

double AlphaBeta::value_after(agon::State& state, agon_bytes action, int depth, double alpha, double beta,
                              std::size_t level) {
  if (model_.has_undo()) {
    state.act(action);
    const double after = value(state, depth, alpha, beta, level + 1);
    state.undo();
    return after;
  }
  std::unique_ptr<agon::State>& copy = level_at(level).state;
  if (copy == nullptr) {
    copy = std::make_unique<agon::State>(state);
  } else {
    *copy = state;
  }
  copy->act(action);
  return value(*copy, depth, alpha, beta, level + 1);
}

}  // namespace any
