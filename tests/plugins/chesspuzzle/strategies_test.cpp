#include "played.hpp"

#include <chesspuzzle/chesspuzzle.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <string>

using namespace chesspuzzle::test;

namespace {

Places places_of(const std::vector<chesspuzzle::Cell>& cells) {
  Places places;
  for (const chesspuzzle::Cell cell : cells) places.emplace_back(cell.row, cell.column);
  std::sort(places.begin(), places.end());
  return places;
}

bool contains(const Places& places, Place place) {
  return std::find(places.begin(), places.end(), place) != places.end();
}

/// The legal places that `worth` values most.
Places best(const Model& model, const std::function<int(Place)>& worth) {
  Places found;
  for (const Place& place : model.legal()) {
    if (!found.empty() && worth(place) < worth(found.front())) continue;
    if (!found.empty() && worth(place) > worth(found.front())) found.clear();
    found.push_back(place);
  }
  return found;
}

int exits(const Model& model, Place place) {
  return static_cast<int>(model.reach(model.top(place), place).size());
}

int indegree(const Model& model, Place to) {
  int count = 0;
  for (const Place& from : model.places()) {
    if (!model.stack(from).empty() && leads(model.top(from), from, to, model.rows, model.columns)) ++count;
  }
  return count;
}

/// A fresh instance's click, different from match to match.
Place fresh_click(const std::string& id, const Played& played) {
  Player player(strategy(id), {.seed = played.model.clicks.size() + 1});
  const auto click = player.turn(played.match.observe());
  REQUIRE(click.status == AGON_OK);
  return {click.action.row, click.action.column};
}

}  // namespace

TEST_CASE("the base class knows what may be clicked, and where any tile would lead from any cell") {
  visit_random_play(21, 1, [](const Played& played) {
    const chesspuzzle_observation seen = played.match.observe();
    const chesspuzzle::Position position(seen);
    REQUIRE(places_of(position.legal()) == played.model.legal());
    if (played.model.clicks.size() % 40 != 0) return true;
    for (const Place& from : played.model.places()) {
      for (int tile = CHESSPUZZLE_ONE; tile <= CHESSPUZZLE_QUEEN; ++tile) {
        const auto kind = static_cast<chesspuzzle::Tile>(tile);
        REQUIRE(places_of(position.reach({from.first, from.second}, kind)) ==
                played.model.reach(chesspuzzle::glyph(kind), from));
      }
      REQUIRE(position.reach({from.first, from.second}, chesspuzzle::Tile::none).empty());
    }
    return true;
  });
}

TEST_CASE("warnsdorff goes where the fewest ways lead on, to a dead end only if it must") {
  visit_random_play(23, 1, [](const Played& played) {
    if (played.model.clicks.size() % 4 != 0) return true;
    const Places good = best(played.model, [&](Place place) {
      const int ways = exits(played.model, place);
      return ways > 0 ? -ways : -100;
    });
    REQUIRE(contains(good, fresh_click("warnsdorff", played)));
    return true;
  });
}

TEST_CASE("greedy goes for 3 * tiles left - indegree, to a dead end only if it must") {
  visit_random_play(24, 1, [](const Played& played) {
    if (played.model.clicks.size() % 4 != 0) return true;
    const Places good = best(played.model, [&](Place place) {
      const int worth = 3 * static_cast<int>(played.model.stack(place).size()) - indegree(played.model, place);
      return exits(played.model, place) > 0 ? worth : worth - 1000;
    });
    REQUIRE(contains(good, fresh_click("greedy", played)));
    return true;
  });
}

TEST_CASE("ties are drawn from the session's seed: the same seed clicks the same, others differ") {
  for (const char* id : {"random", "warnsdorff", "greedy"}) {
    CAPTURE(id);
    const chesspuzzle_observation seen = Match(1).observe();  // all depths are 1: many ties
    std::set<Place> clicked;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const chesspuzzle_action one = Player(strategy(id), {.seed = seed}).move(seen);
      const chesspuzzle_action two = Player(strategy(id), {.seed = seed}).move(seen);
      CHECK(Place{one.row, one.column} == Place{two.row, two.column});
      clicked.insert({one.row, one.column});
    }
    CHECK(clicked.size() > 1);
  }
}
