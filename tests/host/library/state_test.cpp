// States that the caller plays.
#include "host/library/state.hpp"

#include "host/library/table.hpp"
#include "tests/host/library/found.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <random>

namespace {

using host::library::Game;
using host::library::IllegalAction;
using host::library::State;
using host::library::Table;

using GamePointer = std::shared_ptr<const Game>;

State start(const GamePointer& game, std::uint64_t seed, const host::Assignments& parameters = {}) {
  return {game, game->setup(seed, 0, parameters)};
}

/// A player that draws actions, and keeps what it has observed.
host::library::Function observer(const GamePointer& game, std::vector<std::string>& seen) {
  return {"observer", [game, &seen](host::CallbackTurn& turn) {
            const agon_bytes bytes = turn.observation();
            seen.emplace_back(static_cast<const char*>(bytes.data), bytes.size);
            return State(game, turn.start().seats, turn.start().seat, seen.back(), 1).sample(seen.size());
          }};
}

}  // namespace

TEST_CASE("a match that is played by states agrees with one that the host's match loop plays") {
  for (const std::string name : {"tonga", "linez", "inc"}) {
    CAPTURE(name);
    const GamePointer game = found::game(name);
    std::vector<std::string> seen;
    std::vector<std::variant<std::string, host::library::Function>> players;
    for (std::uint32_t seat = 0; seat < game->description().min_seats; ++seat)
      players.emplace_back(observer(game, seen));
    const host::Transcript played = Table(game, std::move(players), {}).play(5);
    State state = start(game, 5);
    CHECK(state.position(AGON_ALL_SEATS) == played.start);
    std::size_t turns = 0;
    for (const host::Event& event : played.events) {
      REQUIRE(state.to_move() == event.seat);
      CHECK(state.observe(event.seat) == seen.at(turns++));
      state.act(state.parse_action(event.action));
      CHECK(state.raw().revealed() == event.reveals);
    }
    CHECK(turns == seen.size());
    CHECK(state.to_move() == AGON_OVER);
    for (std::int32_t seat = 0; seat < state.seats(); ++seat)
      CHECK(state.score(seat) == played.result.seats[static_cast<std::size_t>(seat)].score);
  }
}

TEST_CASE("a copy has the same future, chance included, and leaves the original as it is") {
  for (const std::string name : {"linez", "inc", "tonga"}) {
    CAPTURE(name);
    State state = start(found::game(name), 3);
    for (std::uint64_t turn = 0; turn < 3; ++turn) state.act(state.sample(turn));
    const std::string before = state.position(AGON_ALL_SEATS);
    const auto copy = state.copy();
    for (std::uint64_t turn = 0; copy->to_move() != AGON_OVER; ++turn) copy->act(copy->sample(turn));
    CHECK(state.position(AGON_ALL_SEATS) == before);
    for (std::uint64_t turn = 0; state.to_move() != AGON_OVER; ++turn) state.act(state.sample(turn));
    CHECK(state.position(AGON_ALL_SEATS) == copy->position(AGON_ALL_SEATS));
    CHECK(state.score(0) == copy->score(0));
  }
}

TEST_CASE("a state that is made from an observation shows the same to that seat, and has its legal actions") {
  for (const std::string name : {"tonga", "linez", "inc"}) {
    CAPTURE(name);
    const GamePointer game = found::game(name);
    State state = start(game, 8);
    for (std::uint64_t turn = 0; turn < 4 && state.to_move() != AGON_OVER; ++turn) {
      const std::int32_t seat = state.to_move();
      const State other(game, state.seats(), seat, state.observe(seat), turn);
      CHECK(other.to_move() == seat);
      CHECK(other.observe(seat) == state.observe(seat));
      CHECK(other.actions() == state.actions());
      state.act(state.sample(turn));
    }
  }
}

TEST_CASE("samples are among the legal actions, and all of these are drawn") {
  const State state = start(found::game("tonga"), 1, {{"n", "6"}});
  const std::string legal = state.actions();
  const std::size_t size = state.game()->model()->action_size;
  std::vector<int> drawn(legal.size() / size);
  REQUIRE(drawn.size() == 36);
  std::mt19937_64 random(1);
  for (int count = 0; count < 3600; ++count) {
    const std::string action = state.sample(random());
    std::size_t place = 0;
    while (place < drawn.size() && legal.substr(place * size, size) != action) ++place;
    REQUIRE(place < drawn.size());
    ++drawn[place];
  }
  for (const int each : drawn) CHECK(each > 40);
}

TEST_CASE("an illegal action is refused with the game's reason, and changes nothing") {
  State state = start(found::game("tonga"), 1, {{"n", "6"}});
  const std::string corner = state.parse_action("0 0");
  CHECK(state.action_text(corner) == "0 0");
  state.act(corner);
  const std::string before = state.position(AGON_ALL_SEATS);
  CHECK_THROWS_WITH_AS(state.act(corner), doctest::Contains("taken"), IllegalAction);
  CHECK_THROWS_AS(state.act("abc"), IllegalAction);
  CHECK_THROWS_AS(static_cast<void>(state.parse_action("x")), IllegalAction);
  CHECK(state.position(AGON_ALL_SEATS) == before);
  CHECK(state.to_move() == 1);
}

TEST_CASE("seats that do not exist, and what a game lacks, are refused") {
  State state = start(found::game("tonga"), 1, {{"n", "6"}});
  CHECK(support::refusal([&] { return state.observe(2); }).says("there is no seat 2: the match has seats 0 to 1"));
  CHECK(support::refusal([&] { return state.observe(AGON_ALL_SEATS); }).code == host::Exit::usage);
  state.forfeit(1, "gone");
  CHECK(state.to_move() == AGON_OVER);
  CHECK(support::refusal([&] { return state.sample(1); }).says("the match is over"));
  CHECK_THROWS_AS(state.act(""), IllegalAction);
  CHECK(support::refusal([&] {
          state.forfeit(0, "late");
          return 0;
        }).says("nobody can forfeit"));
}

TEST_CASE("a state draws itself as text and as a picture") {
  State state = start(found::game("tonga"), 1, {{"n", "6"}});
  state.act(state.parse_action("2 3"));
  CHECK(state.draw(AGON_ALL_SEATS).find('\x1b') == std::string::npos);
  CHECK(state.draw(AGON_ALL_SEATS) != start(found::game("tonga"), 1, {{"n", "6"}}).draw(AGON_ALL_SEATS));
  const std::string picture = state.svg(AGON_ALL_SEATS);
  CHECK(picture.starts_with("<svg "));
  CHECK(picture.find(".board") != std::string::npos);  // the style
  CHECK(picture.ends_with("</svg>\n"));
}
