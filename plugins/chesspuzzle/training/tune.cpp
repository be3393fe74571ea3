// Plays boards of the contest's generator in this process, with any parameters of champion: for tuning and ablation.
//
//     chesspuzzle_tune [first=200001] [boards=100] [width=100] [cells=36-225] [depths=1-10] [samples=100]
//         [rounds=5] [NAME=VALUE ...]
//
// `samples` are those of rollouts for the last clicks (usually as many as the width), `rounds` those of exchanges once
// all tiles are seen. NAME is a parameter of potential.hpp, for both stages, or with `early.` or `late.` before it for
// one stage. Prints the mean part of the tiles that was cleared, with its 95 % interval.
#include <chesspuzzle/contest_board.hpp>
#include <chesspuzzle/strategies/champion/planner.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace chesspuzzle;
using namespace chesspuzzle::champion;

struct Range {
  int least;
  int most;
  [[nodiscard]] bool contains(int number) const { return number >= least && number <= most; }
};

struct Setup {
  std::uint64_t first = 200001;
  int boards = 100;
  int width = 100;
  int samples = -1;  // of rollouts; -1: as many as the width
  int rounds = endless_rounds;
  Range cells = {min_side * min_side, max_cells};
  Range depths = {1, max_depth};
  std::vector<std::function<void(Parameters&, Stage)>> changes;
};

double Parameters::*parameter(std::string_view name) {
  static const std::map<std::string_view, double Parameters::*> all = {{"height_power", &Parameters::height_power},
                                                                       {"supply_power", &Parameters::supply_power},
                                                                       {"offset", &Parameters::offset},
                                                                       {"hidden_weight", &Parameters::hidden_weight},
                                                                       {"rider_weight", &Parameters::rider_weight},
                                                                       {"edge_factor", &Parameters::edge_factor},
                                                                       {"share_power", &Parameters::share_power},
                                                                       {"return_cost", &Parameters::return_cost},
                                                                       {"inside_cost", &Parameters::inside_cost},
                                                                       {"exit_cost", &Parameters::exit_cost},
                                                                       {"price_weight", &Parameters::price_weight}};
  const auto found = all.find(name);
  if (found == all.end()) throw std::invalid_argument("no parameter '" + std::string(name) + "'");
  return found->second;
}

Range range_of(const std::string& text) {
  const std::size_t dash = text.find('-');
  const int least = std::stoi(text);
  return {least, dash == std::string::npos ? least : std::stoi(text.substr(dash + 1))};
}

void set(Setup& setup, std::string name, const std::string& value) {
  if (name == "first")
    setup.first = std::stoull(value);
  else if (name == "boards")
    setup.boards = std::stoi(value);
  else if (name == "width")
    setup.width = std::stoi(value);
  else if (name == "samples")
    setup.samples = std::stoi(value);
  else if (name == "rounds")
    setup.rounds = std::stoi(value);
  else if (name == "cells")
    setup.cells = range_of(value);
  else if (name == "depths")
    setup.depths = range_of(value);
  else {
    const bool late = !name.starts_with("early.");
    const bool early = !name.starts_with("late.");
    if (!late || !early) name.erase(0, name.find('.') + 1);
    setup.changes.emplace_back([=, member = parameter(name), number = std::stod(value)](Parameters& all, Stage stage) {
      if (stage == Stage::late ? late : early) all.*member = number;
    });
  }
}

Setup setup_of(const std::vector<std::string>& arguments) {
  Setup setup;
  for (const std::string& argument : arguments) {
    const std::size_t equal = argument.find('=');
    if (equal == std::string::npos) throw std::invalid_argument("expected NAME=VALUE, found '" + argument + "'");
    set(setup, argument.substr(0, equal), argument.substr(equal + 1));
  }
  return setup;
}

Known known_of(const Board& board) {
  Known known;
  for (int cell = 0; cell < board.cells(); ++cell) {
    known.left[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(board.left(cell));
    known.top[static_cast<std::size_t>(cell)] = board.top(cell);
  }
  known.last = board.last();
  known.removed = board.removed();
  return known;
}

/// Returns the part of the tiles that was cleared.
double play(Board board, const Setup& setup) {
  const auto parameters = [&](Stage stage) {
    Parameters all = tuned(board.cells(), board.depth(), stage);
    for (const auto& change : setup.changes) change(all, stage);
    return all;
  };
  const auto never = [] { return false; };
  Planner planner(board.rows(), board.columns(), parameters(Stage::early), parameters(Stage::late));
  while (!board.over()) {
    const Known known = known_of(board);
    int cell = planner.follow(known);
    if (cell < 0) {
      if (tiles_hidden(known) == 0)
        planner.finish(known, setup.width, setup.rounds, never);
      else {
        planner.plan(known, setup.width, never);
        if (setup.samples != 0) planner.compare(known, setup.samples > 0 ? setup.samples : setup.width, never);
      }
      cell = planner.follow(known);
    }
    board.click(cell);
  }
  return static_cast<double>(board.clicks()) / board.tiles();
}

void run(const Setup& setup) {
  double sum = 0;
  double squares = 0;
  int boards = 0;
  const std::clock_t begin = std::clock();
  for (std::uint64_t seed = setup.first; boards < setup.boards; ++seed) {
    JavaRandom random(seed);
    const Sizes sizes = draw_sizes(random);
    if (!setup.cells.contains(sizes.rows * sizes.columns) || !setup.depths.contains(sizes.depth)) continue;
    const double cleared = play(Board(draw_stacks(random, sizes)), setup);
    sum += cleared;
    squares += cleared * cleared;
    ++boards;
  }
  const double mean = sum / boards;
  const double error = std::sqrt((squares / boards - mean * mean) / std::max(1, boards - 1));
  std::printf("%.4f +- %.4f, %.2f s a board\n", mean, 1.96 * error,
              static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / boards);
}

}  // namespace

int main(int count, char** arguments) {
  try {
    run(setup_of({arguments + 1, arguments + count}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "chesspuzzle_tune: %s\n", error.what());
    return 2;
  }
  return 0;
}
