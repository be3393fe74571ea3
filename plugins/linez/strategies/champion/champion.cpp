// Plays by what it learned in training: the values of positions, and from there as far ahead as its time allows. See
// this game's experiments.md for the method.
#include "../board.hpp"
#include "../greedy/chooser.hpp"
#include "clock.hpp"
#include "data.hpp"
#include "search.hpp"
#include "weights.hpp"

#include <agon/settings.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace {

namespace champion = linez::champion;
using champion::Clock;

/// The weights, and the search that goes by them.
struct Player {
  explicit Player(std::uint64_t seed) : search(weights, {}, seed) {}
  champion::Folded weights{champion::unpack(champion::trained_weights())};
  champion::Search search;
};

champion::Board champion_board(const linez::Position& position) {
  champion::Board board = champion::empty_board(position.rows(), position.columns(), position.colours(),
                                                static_cast<int>(position.next().size()));
  for (const linez::Cell cell : position.numbers()) {
    board.at[cell.row * champion::side + cell.column] = static_cast<champion::Content>(position.at(cell));
    ++board.numbers;
  }
  const auto next = position.next().first(std::min(position.next().size(), std::size_t{champion::max_drop}));
  for (std::size_t i = 0; i < next.size(); ++i)
    board.next[static_cast<int>(i)] = static_cast<champion::Content>(next[i]);
  const std::vector<linez::Cell> places = position.places();
  for (std::size_t i = 0; i < std::min(places.size(), next.size()); ++i)
    board.places[static_cast<int>(i)] =
        static_cast<std::uint8_t>(1 + places[i].row * champion::side + places[i].column);
  board.lines98 = position.observation().points == LINEZ_POINTS_LINES98;
  return board;
}

class Champion : public linez::Strategy {
 public:
  explicit Champion(const agon::Session& session)
      : simulations_(static_cast<int>(session.options().integer("simulations"))),
        seed_(session.seed()),
        clock_(session.time_left_ns()) {}

  linez::Move move(const linez::Position& position) override {
    if (!player_ && !greedy_) prepare(position);
    const double numbers = static_cast<double>(position.numbers().size());
    const Clock::Allowance allowed =
        clock_.allow(session().turn_left_ns(), position.moves_left(), numbers / (position.rows() * position.columns()));
    if (allowed.pace == Clock::Pace::any) return linez::move_of(linez::Steps(linez::board_of(position)).at(0));
    if (greedy_) return linez::move_of(greedy_->best(linez::board_of(position)));
    const champion::Board board = champion_board(position);
    champion::Move best;
    if (simulations_ > 0)
      best = player_->search.choose(board, simulations_, [this] { return session().should_stop(); });
    else if (simulations_ < 0 && allowed.pace == Clock::Pace::search)
      best = in_time(board, allowed.ns);
    else
      best = player_->search.choose_quickly(board);
    const double expected = player_->search.value() / (board.lines98 ? 2 : 1);
    session().report(position.score() + expected, AGON_VALUE_SCORE, 0, player_->search.simulated());
    return {{best.from / champion::side, best.from % champion::side},
            {best.to / champion::side, best.to % champion::side}};
  }

 private:
  void prepare(const linez::Position& position) {
    const bool learned = position.rows() <= champion::side && position.columns() <= champion::side &&
                         position.colours() <= champion::max_colours && position.line() == champion::line_length;
    if (learned)
      player_ = std::make_unique<Player>(seed_);
    else
      greedy_.emplace(position.rows(), position.columns(), position.line());
  }

  /// Searches for so long, and keeps account of how long a simulation takes.
  champion::Move in_time(const champion::Board& board, std::int64_t ns) {
    const int simulations = static_cast<int>(static_cast<double>(ns) / simulation_ns_);
    if (simulations < fewest_simulations) return player_->search.choose_quickly(board);
    const std::int64_t begin = session().turn_left_ns();
    const std::int64_t end = begin == INT64_MAX ? INT64_MIN : begin - 2 * ns;
    const champion::Move best =
        player_->search.choose(board, simulations, [&] { return session().turn_left_ns() < end; });
    if (begin != INT64_MAX && player_->search.simulated() > 0) {
      const double took = static_cast<double>(begin - session().turn_left_ns()) / player_->search.simulated();
      simulation_ns_ += .1 * (took - simulation_ns_);
    }
    return best;
  }

  /// Fewer do not tell moves apart.
  static constexpr int fewest_simulations = 8;

  int simulations_;
  std::uint64_t seed_;
  Clock clock_;
  double simulation_ns_ = 30'000;  // what one takes; measured in play
  std::unique_ptr<Player> player_;
  std::optional<linez::GreedyChooser> greedy_;  // on boards that the weights do not fit
};

constexpr std::array options = {
    agon::integer("simulations", "simulations for each move; -1: as many as time allows, 0: one move ahead", "-1", -1,
                  1000000),
};

}  // namespace

AGON_STRATEGY(Champion, .id = "champion", .version = "1.4.0",
              .summary = "learned values of positions, and a search over sampled drops", .options = options)
