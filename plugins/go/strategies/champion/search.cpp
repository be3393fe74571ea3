#include "search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace go::champion {

namespace {

constexpr std::size_t most_nodes = 4'000'000;
constexpr float expand_after = 1;    // visits
constexpr float equivalence = 1500;  // visits at which both means count about the same
constexpr float prior_visits = 10;   // by which a move's first estimate counts

/// Returns whether a stone there would be alone in atari.
bool is_self_atari(const Board& board, Point point, Colour colour) {
  if (board.captures(point, colour)) return false;
  int liberties = 0;
  for (const Point near : board.beside(point)) {
    if (board.is_empty(near)) ++liberties;
    if (board.at(near) == colour && board.only_liberty(near) == pass) return false;
  }
  return liberties < 2;
}

/// Returns what a move may be worth before any playout.
float first_estimate(const Board& board, Point move, Colour colour) {
  if (move == pass) return 0.1F;
  if (board.captures(move, colour)) return 0.8F;
  if (is_self_atari(board, move, colour)) return 0.2F;
  return board.beside(move).count < 4 ? 0.35F : 0.5F;  // at the edge
}

/// Returns the point that may not be retaken at once after a move.
Point ko_after(const Board& board, Point move, int taken) {
  return taken == 1 && board.next(move) == move ? board.only_liberty(move) : pass;
}

}  // namespace

bool is_own_eye(const Board& board, Point point, Colour colour) {
  for (const Point near : board.beside(point)) {
    if (board.at(near) != colour) return false;
  }
  const Board::Near& diagonal = board.diagonal(point);
  const auto theirs =
      std::count_if(diagonal.begin(), diagonal.end(), [&](Point near) { return board.at(near) == other(colour); });
  return theirs < (diagonal.count < 4 ? 1 : 2);
}

Point Search::any_move(const Board& board, Colour colour, Point ko) {
  const auto empty = board.empty();
  if (empty.empty()) return pass;
  const std::size_t begin = random_.below(empty.size());
  for (std::size_t i = 0; i < empty.size(); ++i) {
    const Point point = empty[begin + i < empty.size() ? begin + i : begin + i - empty.size()];
    if (point != ko && !is_own_eye(board, point, colour) && !board.is_suicide(point, colour)) return point;
  }
  return pass;
}

Point Search::any_of(std::array<Point, 5>& moves, int count, const Board& board, Colour colour, Point ko) {
  while (count > 0) {
    Point& drawn = moves[random_.below(static_cast<std::uint64_t>(count))];
    if (drawn != ko && !is_self_atari(board, drawn, colour)) return drawn;
    drawn = moves[static_cast<std::size_t>(--count)];
  }
  return pass;
}

Point Search::playout_move(const Board& board, Colour colour, Point last, Point ko) {
  if (last == pass || board.is_empty(last)) return any_move(board, colour, ko);
  std::array<Point, 5> moves;
  int count = 0;
  const auto add = [&](Point move) { moves[static_cast<std::size_t>(count++)] = move; };
  // Take the stones that have come, or save those that are in atari now.
  if (const Point liberty = board.only_liberty(last); liberty != pass) add(liberty);
  for (const Point near : board.beside(last)) {
    if (board.at(near) != colour) continue;
    if (const Point liberty = board.only_liberty(near); liberty != pass) add(liberty);
  }
  if (const Point move = any_of(moves, count, board, colour, ko); move != pass) return move;
  return any_move(board, colour, ko);
}

double Search::play_out(Board board, Colour to_move, double komi) {
  Point last = moves_.empty() ? pass : moves_.back();
  Point ko = pass;
  const int most = 3 * board.points();
  for (int passes = 0, count = 0; passes < 2 && count < most; ++count) {
    const Point move = playout_move(board, to_move, last, ko);
    passes = move == pass ? passes + 1 : 0;
    ko = move == pass ? pass : ko_after(board, move, board.place(move, to_move));
    moves_.push_back(static_cast<std::int16_t>(move));
    last = move;
    to_move = other(to_move);
  }
  return board.area(Colour::black) - board.area(Colour::white) - komi;
}

void Search::expand(std::int32_t parent, const Game& game) {
  if (game.is_over() || nodes_.size() > most_nodes) return;
  const auto first = static_cast<std::int32_t>(nodes_.size());
  const auto add = [&](Point move) {
    Node child{.move = static_cast<std::int16_t>(move)};
    child.rave_visits = prior_visits;
    child.rave_wins = prior_visits * first_estimate(game.board(), move, game.to_move());
    nodes_.push_back(child);
  };
  for (const Point point : game.board().empty()) {
    if (!is_own_eye(game.board(), point, game.to_move()) && game.is_legal(point)) add(point);
  }
  add(pass);
  Node& node = nodes_[static_cast<std::size_t>(parent)];
  node.first_child = first;
  node.child_count = static_cast<std::int16_t>(static_cast<std::int32_t>(nodes_.size()) - first);
}

std::int32_t Search::chosen_child(const Node& node) const {
  std::int32_t best = node.first_child;
  float most = -1;
  for (std::int32_t each = node.first_child; each < node.first_child + node.child_count; ++each) {
    const Node& child = nodes_[static_cast<std::size_t>(each)];
    const float weight = std::sqrt(equivalence / (3 * child.visits + equivalence));
    const float mean = child.visits > 0 ? child.wins / child.visits : 0;
    const float worth = child.visits > 0 ? weight * child.rave_wins / child.rave_visits + (1 - weight) * mean
                                         : child.rave_wins / child.rave_visits;
    if (worth <= most) continue;
    most = worth;
    best = each;
  }
  return best;
}

std::int32_t Search::most_visited(const Node& node) const {
  std::int32_t best = node.first_child;
  for (std::int32_t each = node.first_child; each < node.first_child + node.child_count; ++each) {
    if (nodes_[static_cast<std::size_t>(each)].visits > nodes_[static_cast<std::size_t>(best)].visits) best = each;
  }
  return best;
}

void Search::simulate(const Game& root) {
  game_ = root;
  path_.assign(1, 0);
  moves_.clear();
  while (!game_.is_over()) {
    const std::int32_t at = path_.back();
    if (nodes_[static_cast<std::size_t>(at)].child_count == 0) {
      if (nodes_[static_cast<std::size_t>(at)].visits < expand_after && at != 0) break;
      expand(at, game_);
      if (nodes_[static_cast<std::size_t>(at)].child_count == 0) break;
    }
    path_.push_back(chosen_child(nodes_[static_cast<std::size_t>(at)]));
    moves_.push_back(nodes_[static_cast<std::size_t>(path_.back())].move);
    game_.play(moves_.back());
  }
  learn(game_.is_over() ? game_.lead_of_black() : play_out(game_.board(), game_.to_move(), game_.komi()),
        root.to_move());
}

void Search::learn(double black_lead, Colour root_mover) {
  const auto reward_of = [&](Colour colour) {
    return black_lead == 0 ? 0.5F : (black_lead > 0) == (colour == Colour::black) ? 1.F : 0.F;
  };
  const auto colour_at = [&](std::size_t depth) { return depth % 2 == 0 ? root_mover : other(root_mover); };
  std::array<Colour, max_points> first{};  // who has played there first, from the node on
  for (std::size_t at = moves_.size(); at-- > 0;) {
    if (moves_[at] != pass) first[static_cast<std::size_t>(moves_[at])] = colour_at(at);
    if (at >= path_.size()) continue;
    const Colour mover = colour_at(at);
    const float reward = reward_of(mover);
    const Node& node = nodes_[static_cast<std::size_t>(path_[at])];
    for (std::int32_t each = node.first_child; each < node.first_child + node.child_count; ++each) {
      Node& child = nodes_[static_cast<std::size_t>(each)];
      if (child.move == pass || first[static_cast<std::size_t>(child.move)] != mover) continue;
      child.rave_visits += 1;
      child.rave_wins += reward;
    }
  }
  for (std::size_t depth = 0; depth < path_.size(); ++depth) {
    Node& node = nodes_[static_cast<std::size_t>(path_[depth])];
    node.visits += 1;
    if (depth > 0) node.wins += reward_of(colour_at(depth - 1));
  }
}

Found Search::best(const Game& game, const std::function<bool(std::int64_t playouts)>& enough) {
  Found found;
  const double lead = game.to_move() == Colour::black ? game.lead_of_black() : -game.lead_of_black();
  if (game.passes() > 0 && lead > 0) return {.move = pass, .share = 1};  // that wins at once
  nodes_.assign(1, {});
  do {
    simulate(game);
  } while (!enough(++found.playouts));
  for (const Node* node = &nodes_.front(); node->child_count > 0;) {
    node = &nodes_[static_cast<std::size_t>(most_visited(*node))];
    if (node->visits == 0) break;
    found.line.push_back(node->move);
    constexpr float enough_to_tell = 16;
    if (node->visits < enough_to_tell) break;
  }
  const Node& move = nodes_[static_cast<std::size_t>(most_visited(nodes_.front()))];
  found.move = move.move;
  found.share = move.visits > 0 ? move.wins / move.visits : 0;
  const Node& root = nodes_.front();
  for (std::int32_t each = root.first_child; each < root.first_child + root.child_count; ++each) {
    const Node& child = nodes_[static_cast<std::size_t>(each)];
    if (child.visits > 0) found.shares.emplace_back(child.move, child.visits / static_cast<double>(found.playouts));
  }
  return found;
}

}  // namespace go::champion
