// Monte Carlo tree search for Go: a tree over playouts, whose moves also count for the same moves elsewhere (RAVE).
//
// Sources: S. Gelly, D. Silver, "Monte-Carlo tree search and rapid action value estimation in computer Go" (2011), for
// the weight of both means; S. Gelly and others, "Modification of UCT with patterns in Monte-Carlo Go" (2006), for
// playouts that answer an atari. Simple shapes around the last move were tried, and won fewer
// matches.
#pragma once

#include "../../rules.hpp"

#include <agon/random.hpp>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace go::champion {

/// What a search has found.
struct Found {
  Point move = pass;
  double share = 0;  // of the playouts through that move that its colour has won
  std::int64_t playouts = 0;
  std::vector<Point> line{};                       // the moves that most playouts have taken
  std::vector<std::pair<Point, double>> shares{};  // of the playouts, by first move
};

class Search {
 public:
  explicit Search(std::uint64_t seed) : random_(seed) {}

  /// Plays until `enough`, which is asked after each playout. The match is not over.
  Found best(const Game& game, const std::function<bool(std::int64_t playouts)>& enough);

  /// Plays to the end without a thought: captures, answers to an atari, any move that fills no eye of its own. Returns
  /// Black's lead, the komi off. For the tests.
  double play_out(Board board, Colour to_move, double komi);

 private:
  /// A move of the tree. Its results are of the colour that plays it.
  struct Node {
    std::int16_t move = pass;
    std::int16_t child_count = 0;
    std::int32_t first_child = 0;
    float visits = 0;
    float wins = 0;
    float rave_visits = 0;
    float rave_wins = 0;
  };

  void simulate(const Game& root);
  void expand(std::int32_t node, const Game& game);
  [[nodiscard]] std::int32_t chosen_child(const Node& node) const;
  [[nodiscard]] std::int32_t most_visited(const Node& node) const;
  void learn(double black_lead, Colour root_mover);
  [[nodiscard]] Point playout_move(const Board& board, Colour colour, Point last, Point ko);
  [[nodiscard]] Point any_of(std::array<Point, 5>& moves, int count, const Board& board, Colour colour, Point ko);
  [[nodiscard]] Point any_move(const Board& board, Colour colour, Point ko);

  agon::QuickRandom random_;
  std::vector<Node> nodes_;
  Game game_{min_size, 0};           // of the playout, as far as the tree reaches
  std::vector<std::int32_t> path_;   // nodes of the playout, from the root
  std::vector<std::int16_t> moves_;  // of the playout, from the root
};

/// Returns whether a colour loses an eye by filling a point: its own stones are beside it, and the diagonals are not
/// the other's.
bool is_own_eye(const Board& board, Point point, Colour colour);

}  // namespace go::champion
