// The parts of champion, against slow and plain versions of themselves.
#include "played.hpp"

#include <chesspuzzle/strategies/champion/beam.hpp>
#include <chesspuzzle/strategies/champion/clock.hpp>
#include <chesspuzzle/strategies/champion/exchange.hpp>
#include <chesspuzzle/strategies/champion/planner.hpp>
#include <chesspuzzle/strategies/champion/rollouts.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using namespace chesspuzzle::test;
using namespace chesspuzzle::champion;
using chesspuzzle::Kind;

namespace {

const Stop never = [] { return false; };

constexpr std::size_t index(int number) {
  return static_cast<std::size_t>(number);
}

/// A random board, on which so many random clicks were made.
Model random_model(int rows, int columns, int depth, int clicks, agon::Random& random) {
  Model model = model_of(rows, columns, depth, random_tiles(rows * columns * depth, random));
  for (; clicks > 0 && !model.legal().empty(); --clicks) model.click(model.legal()[random.below(model.legal().size())]);
  return model;
}

Place place_of(int cell, const Model& model) {
  return {cell / model.columns, cell % model.columns};
}
int cell_of(Place place, const Model& model) {
  return place.first * model.columns + place.second;
}
Kind kind_of(char tile) {
  return static_cast<Kind>(std::string("-1234KBRQ").find(tile));
}

bool is_rider(char tile) {
  return tile == 'B' || tile == 'R' || tile == 'Q';
}

Known known_of(const Model& model) {
  Known known;
  for (const Place& place : model.places()) {
    const std::size_t at = index(cell_of(place, model));
    known.left[at] = static_cast<std::int8_t>(model.stack(place).size());
    known.top[at] = kind_of(model.top(place));
  }
  if (!model.clicks.empty()) known.last = cell_of(model.clicks.back(), model);
  known.removed = kind_of(model.removed);
  return known;
}

/// The supply of a place, by its definition. Tiles that a sequence has uncovered (`unknown`) count as nothing: what is
/// on top then is one of the hidden tiles, but its kind was never seen.
double plain_supply(const Model& model, const Parameters& parameters, Place to, const Places& clicked) {
  double sum = 0;
  for (const Place& from : model.places()) {
    const auto left = static_cast<int>(model.stack(from).size());
    if (left == 0) continue;
    const bool gone = std::ranges::find(clicked, from) != clicked.end();
    for (const char tile : letters) {
      if (!leads(tile, from, to, model.rows, model.columns)) continue;
      int targets = 0;
      for (const Place& other : model.places()) targets += leads(tile, from, other, model.rows, model.columns) ? 1 : 0;
      const double weight = (is_rider(tile) ? parameters.rider_weight : 1) * std::pow(targets, -parameters.share_power);
      if (!gone && model.top(from) == tile) sum += weight;
      sum += parameters.hidden_weight * weight * (left - 1) / 8;
    }
  }
  return sum;
}

/// The potential after clicks on visible tiles and what these cost, from scratch.
double plain_potential(const Model& model, const Parameters& parameters, const Places& clicked) {
  double sum = 0;
  for (const Place& place : model.places()) {
    const bool gone = std::ranges::find(clicked, place) != clicked.end();
    const auto left = static_cast<int>(model.stack(place).size()) - (gone ? 1 : 0);
    const bool edge = place.first % (model.rows - 1) == 0 || place.second % (model.columns - 1) == 0;
    const bool rider = is_rider(model.top(place));
    if (gone && edge) sum += rider ? 0 : parameters.return_cost;
    if (gone && !edge) sum += rider ? parameters.exit_cost : parameters.inside_cost;
    if (left <= 0) continue;
    sum += (edge ? parameters.edge_factor : 1) * std::pow(left, parameters.height_power) *
           std::pow(plain_supply(model, parameters, place, clicked) + parameters.offset, -parameters.supply_power);
  }
  return sum;
}

/// Calls visit(sequence) for each sequence of at most `depth` clicks on visible tiles.
template <class Visit>
void visit_sequences(const Model& model, Places& sequence, std::size_t depth, Visit&& visit) {
  visit(sequence);
  if (sequence.size() == depth) return;
  const Places next = sequence.empty() ? model.legal() : model.reach(model.top(sequence.back()), sequence.back());
  for (const Place& place : next) {
    if (std::ranges::find(sequence, place) != sequence.end()) continue;
    sequence.push_back(place);
    visit_sequences(model, sequence, depth, visit);
    sequence.pop_back();
  }
}

/// Returns the length of the longest sequence of clicks on visible tiles.
std::size_t longest_sequence(const Model& model) {
  std::size_t longest = 0;
  Places sequence;
  visit_sequences(model, sequence, model.places().size(),
                  [&](const Places& clicks) { longest = std::max(longest, clicks.size()); });
  return longest;
}

void click_legally(Model& model, Place place) {
  const Places legal = model.legal();
  REQUIRE(std::ranges::find(legal, place) != legal.end());
  model.click(place);
}

/// Stacks of 1s, from whose corner one was clicked; one of those that it leads to is replaced by `dead`.
Model near_dead_end(int depth, const char* dead) {
  Model model = model_of(6, 6, depth, std::string(index(36 * depth), '1'));
  for (const Place& place : model.places()) {
    if (place.second > 2 || place.first > 2) model.stack(place).clear();
  }
  model.stack({1, 0}) = dead;
  model.click({0, 0});
  return model;
}

Places places_of(const std::vector<int>& cells, const Model& model) {
  Places places;
  for (const int cell : cells) places.push_back(place_of(cell, model));
  return places;
}

// Costs are large, so that sequences differ by more than what supplies are rounded by.
constexpr Parameters uneven = {1.7, .6, .8, .9, .75, 1.25, .5, 4, 9, 14, 0};
constexpr Parameters priced = {1.7, .6, .8, .9, .75, 1.25, .5, 4, 9, 14, 20};

/// What a stack is expected to gain at the prices of the ways into cells, by the definition: `visible` (-1: it is not
/// known) and `hidden` tiles below it. worth(tile) is what the way that a tile makes is worth. Clicks that gain nothing
/// are not made; at a `temperature` above 0, some that gain little are not made, either.
template <class Worth>
double plain_gain(Worth&& worth, double way, int visible, int hidden, double temperature) {
  double sum = 0;
  for (int tile = 0; tile < 8; ++tile) {
    if (visible >= 0 && tile != visible) continue;
    const double below = hidden == 0 ? 0 : plain_gain(worth, way, -1, hidden - 1, temperature);
    const double gain = 1 + worth(tile) - way + below;
    double kept = std::max(0., gain);
    if (std::abs(gain) < temperature) kept = std::pow(gain + temperature, 2) / (4 * temperature);
    sum += visible >= 0 ? kept : kept / 8;
  }
  return sum;
}

double dearest_way(const Model& model, const Prices& prices, char tile, Place from) {
  double price = 0;
  for (const Place& place : model.reach(tile, from))
    price = std::max(price, static_cast<double>(prices.way(cell_of(place, model))));
  return price;
}

/// The bound of a position in which a click was made.
double plain_bound(const Model& model, const Prices& prices) {
  double sum = dearest_way(model, prices, model.removed, model.clicks.back());
  for (const Place& place : model.places()) {
    const auto left = static_cast<int>(model.stack(place).size());
    if (left == 0) continue;
    sum += plain_gain([&](int tile) { return dearest_way(model, prices, letters[index(tile)], place); },
                      prices.way(cell_of(place, model)), static_cast<int>(kind_of(model.top(place))) - 1, left - 1, 0);
  }
  return sum;
}

/// The worth of the way that a tile makes: the mean of its targets' prices, weighted by their 8th powers.
double plain_worth(const Model& model, const Prices& prices, char tile, Place from) {
  double weights = 0;
  double sum = 0;
  for (const Place& place : model.reach(tile, from)) {
    const double price = prices.way(cell_of(place, model));
    weights += std::pow(price + .02, 8);
    sum += std::pow(price + .02, 8) * price;
  }
  return weights > 0 ? sum / weights : 0;
}

double plain_loss(const Model& model, const Prices& prices, char removed, Place from, Place to) {
  const double way = prices.way(cell_of(to, model));
  const auto worth = [&](int tile) { return plain_worth(model, prices, letters[index(tile)], to); };
  const auto hidden = static_cast<int>(model.stack(to).size()) - 1;
  const double below = hidden == 0 ? 0 : plain_gain(worth, way, -1, hidden - 1, .1);
  const double gain = 1 + worth(static_cast<int>(kind_of(model.top(to))) - 1) - way + below;
  return plain_worth(model, prices, removed, from) - way + std::max(0., -gain);
}

/// The losses of a sequence of clicks on visible tiles.
double plain_losses(const Model& model, const Prices& prices, const Places& clicked) {
  double sum = 0;
  char removed = model.removed;
  Place from = model.clicks.back();
  for (const Place& to : clicked) {
    sum += plain_loss(model, prices, removed, from, to);
    removed = model.top(to);
    from = to;
  }
  return sum;
}

}  // namespace

TEST_CASE("the graph has the targets of the statement, and knows the edge") {
  for (const auto& [rows, columns] : {std::pair{6, 6}, {6, 15}, {9, 7}}) {
    const Model model = model_of(rows, columns, 1, std::string(index(rows * columns), 'Q'));
    const Graph graph(rows, columns);
    REQUIRE(graph.cells() == rows * columns);
    for (const Place& from : model.places()) {
      for (const char tile : letters) {
        Places targets;
        for (const std::uint8_t cell : graph.targets(cell_of(from, model), kind_of(tile)))
          targets.push_back(place_of(cell, model));
        std::ranges::sort(targets);
        REQUIRE(targets == model.reach(tile, from));
      }
      const bool edge = from.first % (rows - 1) == 0 || from.second % (columns - 1) == 0;
      CHECK(graph.edge(cell_of(from, model)) == edge);
    }
  }
}

TEST_CASE("the potential is the sum of its formula") {
  agon::Random random(1);
  for (int tries = 0; tries < 10; ++tries) {
    const Model model = random_model(6, 8, 1 + tries % 4, 20, random);
    const Graph graph(6, 8);
    const Potential potential(graph, uneven);
    const Known known = known_of(model);
    const auto supplies = potential.supplies(known);
    for (const Place& place : model.places()) {
      const double supply = static_cast<double>(supplies[index(cell_of(place, model))]) / supply_unit;
      CHECK(supply == doctest::Approx(plain_supply(model, uneven, place, {})).epsilon(.05));
    }
    CHECK(potential.sum(known, supplies) == doctest::Approx(plain_potential(model, uneven, {})).epsilon(.02));
  }
}

TEST_CASE("the bound by prices is the sum of what the stacks gain, and adapting the prices lowers it") {
  agon::Random random(5);
  for (int tries = 0; tries < 6; ++tries) {
    // So large that it can't be cleared, which the bound says only at good prices.
    const Model model = random_model(14, 15, 1 + tries % 3, 20, random);
    const Graph graph(14, 15);
    Prices prices(graph);
    const double before = prices.bound(known_of(model));
    CHECK(before == doctest::Approx(plain_bound(model, prices)));
    prices.adapt(known_of(model), 100);
    const double after = prices.bound(known_of(model));
    CHECK(after == doctest::Approx(plain_bound(model, prices)));
    CHECK(after < before - 5);
  }
}

TEST_CASE("where nothing is hidden, no sequence is longer than the bound, at any prices") {
  agon::Random random(6);
  for (int tries = 0; tries < 20; ++tries) {
    Model model = random_model(3, 5, 1, 0, random);
    model.click({1, 2});
    const std::size_t longest = longest_sequence(model);
    const Graph graph(3, 5);
    Prices prices(graph);
    for (const int rounds : {0, 1, 5, 20, 100}) {
      prices.adapt(known_of(model), rounds);
      CHECK(prices.bound(known_of(model)) > static_cast<double>(longest) - 1e-6);
    }
  }
}

TEST_CASE("a click loses what its way is worth less than the best one, and what it gains less than nothing") {
  agon::Random random(7);
  for (int tries = 0; tries < 3; ++tries) {
    const Model model = random_model(8, 8, 2, 30, random);
    const Graph graph(8, 8);
    Prices prices(graph);
    prices.adapt(known_of(model), 40);
    for (const Place& from : model.places()) {
      if (model.top(from) == '-') continue;
      for (const Place& to : model.reach(model.top(from), from)) {
        const double loss = prices.loss(cell_of(from, model), kind_of(model.top(from)), cell_of(to, model));
        REQUIRE(loss == doctest::Approx(plain_loss(model, prices, model.top(from), from, to)).epsilon(1e-3));
      }
    }
  }
}

TEST_CASE("ways that few tiles make are dear, and those that are made in plenty are free") {
  // Rooks lead to the edge alone, and most of all to the corners.
  std::string tiles(index(12 * 12), 'R');
  for (std::size_t i = 0; i < tiles.size(); i += 5) tiles[i] = '1';
  const Model model = model_of(12, 12, 1, tiles);
  const Graph graph(12, 12);
  Prices prices(graph);
  prices.adapt(known_of(model), 200);
  CHECK(prices.way(cell_of({0, 0}, model)) < .05F);
  CHECK(prices.way(cell_of({5, 5}, model)) > .7F);
}

TEST_CASE("a wide beam finds the sequence after which the potential is lowest, losses at the prices included") {
  agon::Random random(2);
  int compared = 0;
  for (int tries = 0; tries < 12; ++tries) {
    Model model = random_model(6, 6, 3, 0, random);
    for (int click = 0; click < 5 && !model.legal().empty(); ++click) model.click(model.legal().front());
    const Parameters& parameters = tries % 2 == 0 ? uneven : priced;
    const Graph graph(6, 6);
    Prices prices(graph);
    prices.adapt(known_of(model), 30);
    const auto value = [&](const Places& clicks) {
      return plain_potential(model, parameters, clicks) + parameters.price_weight * plain_losses(model, prices, clicks);
    };
    double least = INFINITY;
    Places sequence;
    visit_sequences(model, sequence, 4, [&](const Places& clicks) {
      // A sequence that can't go on at a visible tile does not count.
      if (clicks.size() < 4) return;
      const Places next = model.reach(model.top(clicks.back()), clicks.back());
      const auto clicked = [&](const Place& place) { return std::ranges::find(clicks, place) != clicks.end(); };
      if (!std::ranges::all_of(next, clicked)) least = std::min(least, value(clicks));
    });
    if (!std::isfinite(least)) continue;
    ++compared;
    Beam beam(graph);
    const auto found = beam.search(known_of(model), {Potential(graph, parameters), prices}, 10000, 4, never);
    REQUIRE(found.size() == 4);
    CHECK(value(places_of(found, model)) == doctest::Approx(least).epsilon(.01));
  }
  CHECK(compared > 5);
}

TEST_CASE("where nothing is hidden, a wide beam finds a longest sequence, and finish() plans one with a narrow beam") {
  agon::Random random(3);
  for (int tries = 0; tries < 20; ++tries) {
    Model model = random_model(3, 5, 1, 0, random);
    model.click({1, 2});
    const std::size_t longest = longest_sequence(model);
    const Graph graph(3, 5);
    Beam beam(graph);
    const auto found = beam.search(known_of(model), {Potential(graph, uneven), Prices(graph)}, 10000, 100, never);
    CHECK(found.size() == longest);
    Planner planner(3, 5, {}, priced);
    planner.finish(known_of(model), 2, 1, never);
    std::size_t clicks = 0;
    for (int cell; (cell = planner.follow(known_of(model))) >= 0; ++clicks) click_legally(model, place_of(cell, model));
    CHECK(clicks == longest);
  }
}

TEST_CASE("exchanges make the sequence of a narrow beam longer, and it can still be clicked") {
  agon::Random random(8);
  std::size_t before = 0;
  std::size_t after = 0;
  for (int tries = 0; tries < 4; ++tries) {
    // From the first click on, and from later ones.
    Model model = random_model(12, 13, 1, tries, random);
    const Graph graph(12, 13);
    Beam beam(graph);
    const Known known = known_of(model);
    const auto path = beam.search(known, {Potential(graph, uneven), Prices(graph)}, 2, chesspuzzle::max_cells, never);
    Exchange exchange(graph, known, path);
    CHECK(exchange.anneal(0, never) == path);
    const auto longer = exchange.anneal(50'000, never);
    CHECK(longer.size() >= path.size());
    CHECK(exchange.anneal(1'000, [] { return true; }).size() >= longer.size());
    before += path.size();
    after += longer.size();
    for (const Place& place : places_of(longer, model)) click_legally(model, place);
  }
  CHECK(after > before + 10);
}

TEST_CASE("rollouts replace a planned click that ends the match, and keep one that is as good as the others") {
  // From the 1 in the corner: a 4 that leads nowhere, and other 1s.
  Model model = near_dead_end(2, "14");
  const Graph graph(6, 6);
  const Potential potential(graph, {});
  const Prices prices(graph);
  const Beam::Values values{potential, prices};
  Rollouts rollouts(graph);
  const auto choose = [&](Place planned, int samples, const Stop& stop) {
    return place_of(rollouts.choose(known_of(model), cell_of(planned, model), values, samples, stop), model);
  };
  CHECK(choose({1, 0}, 20, never) != Place{1, 0});
  CHECK(choose({0, 1}, 20, never) != Place{1, 0});
  // Without samples, the plan is as good as any.
  CHECK(choose({1, 0}, 0, never) == Place{1, 0});
  CHECK(choose({1, 0}, 20, [] { return true; }) == Place{1, 0});
  // The board is the same in both directions.
  model.stack({1, 0}) = "11";
  CHECK(choose({1, 0}, 20, never) == Place{1, 0});
  CHECK(choose({0, 1}, 20, never) == Place{0, 1});
}

TEST_CASE("a search that is told to stop, or has a beam of width 1, still gives legal clicks") {
  visit_random_play(31, 1, [](const Played& played) {
    if (played.model.clicks.size() % 60 != 0) return true;
    const Model& model = played.model;
    const Graph graph(model.rows, model.columns);
    const Potential potential(graph, priced);
    Prices prices(graph);
    prices.adapt(known_of(model), 3);
    const Beam::Values values{potential, prices};
    Beam beam(graph);
    for (const int width : {1, 7}) {
      const auto stopped = beam.search(known_of(model), values, width, 30, [] { return true; });
      REQUIRE(!stopped.empty());
      const Places clicks = places_of(beam.search(known_of(model), values, width, 30, never), model);
      REQUIRE(!clicks.empty());
      for (const Places& sequence : {places_of(stopped, model), clicks}) {
        Model after = model;
        for (const Place& place : sequence) {
          REQUIRE(after.stack(place).size() == model.stack(place).size());  // clicked once
          click_legally(after, place);
        }
      }
    }
    return true;
  });
}

TEST_CASE("a dead end comes last") {
  // From the 1 in the corner: a 4 that leads nowhere, or a 1 that leads on.
  const Model model = near_dead_end(1, "4");
  const Graph graph(6, 6);
  Beam beam(graph);
  const auto found = beam.search(known_of(model), {Potential(graph, {}), Prices(graph)}, 10, 1, never);
  REQUIRE(found.size() == 1);
  CHECK(place_of(found.front(), model) != Place{1, 0});
}

TEST_CASE("the clock lasts for all clicks that a match can have, and gives the late ones more") {
  for (const int seconds : {1, 5, 20, 100}) {
    for (const int tiles : {36, 450, 2250}) {
      const std::int64_t total = seconds * std::int64_t{1'000'000'000};
      std::int64_t left = total;
      const int late = tiles / 4;
      std::int64_t first = 0;
      std::int64_t last = 0;
      for (int clicks = tiles; clicks > 0 && left > 0; --clicks) {
        const Clock::Allowance allowed = Clock::allow(left, clicks, std::max(0, clicks - late));
        REQUIRE(allowed.pace != Clock::Pace::any);
        (clicks > late ? first : last) = allowed.ns;
        left -= std::max(2 * allowed.ns, Clock::quick_click_ns);  // a search ends late
      }
      CHECK(left > 0);
      const std::int64_t early = Clock::allow(total, tiles, tiles - late).ns;
      CHECK(early < Clock::allow(total, tiles, 0).ns);
    }
  }
  // So much is left to compare each of the last clicks, and never more than there is.
  CHECK(Clock::allow_last(5'000'000'000, 200, 40) > 50'000'000);
  CHECK(Clock::allow_last(5'000'000'000, 200, INFINITY) == 0);
  CHECK(Clock::allow_last(1'000, 10, 0) == 0);
  CHECK(Clock::allow(1'000, 10, 0).pace == Clock::Pace::any);
  CHECK(Clock::allow(INT64_MAX, 10, 0).pace == Clock::Pace::search);
}
