// States that the caller plays.
#include "host/library/state.hpp"
#include "host/library/batch.hpp"
#include "host/library/table.hpp"
#include "host/util/failure.hpp"
#include "tests/host/library/found.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstring>
#include <thread>

namespace {

using host::Game;
using host::library::State;
using host::library::Table;

using GamePointer = std::shared_ptr<const Game>;

State start(const GamePointer& game, std::uint64_t seed, const host::Assignments& parameters = {}) {
  return {game, host::library::setup_for(*game, seed, 0, parameters)};
}

/// A player that draws actions, and keeps what it has observed.
host::library::Function observer(const GamePointer& game, std::vector<std::string>& seen) {
  return {"observer", [game, &seen](const host::CallbackTurn& turn) {
            const agon_bytes bytes = turn.observation;
            seen.emplace_back(static_cast<const char*>(bytes.data), bytes.size);
            return State(game, turn.start.seats, turn.start.seat, seen.back(), 1).sample(seen.size());
          }};
}

}  // namespace

TEST_CASE("a match that is played by states agrees with one that the host's match loop plays") {
  for (const std::string name : {"tonga", "linez", "inc"}) {
    CAPTURE(name);
    const GamePointer game = found::game(name);
    std::vector<std::string> seen;
    std::vector<std::variant<std::string, host::library::Function>> players;
    for (std::uint32_t seat = 0; seat < game->description.min_seats; ++seat) players.emplace_back(observer(game, seen));
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

// Batches beside the same matches played one by one.

namespace {

using host::library::Batch;

std::string bytes_of(Batch& batch) {
  return {reinterpret_cast<const char*>(batch.observations()), batch.count() * batch.observation_size()};
}

/// Steps a batch by its own samples.
void run(Batch& batch, int steps) {
  for (int step = 0; step < steps; ++step) batch.step(batch.samples());
}

}  // namespace

TEST_CASE("a batch that does less work plays the same matches") {
  const GamePointer game = found::game("linez");
  Batch all(game, 4, 1, 0, {}, {});
  Batch blind(game, 4, 1, 0, {}, {.observe = false, .sample = true});
  for (int step = 0; step < 30; ++step) {
    CHECK(std::memcmp(all.samples(), blind.samples(), 4 * all.action_size()) == 0);
    run(all, 1);
    run(blind, 1);
  }
  CHECK(blind.observation_size() == 0);
}

TEST_CASE("threads step batches of one game at the same time, each as if alone") {
  const GamePointer game = found::game("tonga");
  constexpr int steps = 200;
  std::vector<std::unique_ptr<Batch>> batches;
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    batches.push_back(std::make_unique<Batch>(game, 100, seed, 0, host::Assignments{{"n", "6"}}, Batch::Work{}));
  std::vector<std::thread> threads;
  threads.reserve(batches.size());
  for (const auto& batch : batches) threads.emplace_back([&batch] { run(*batch, steps); });
  for (std::thread& thread : threads) thread.join();
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    Batch alone(game, 100, seed, 0, {{"n", "6"}}, {});
    run(alone, steps);
    CHECK(bytes_of(alone) == bytes_of(*batches[seed]));
  }
}

TEST_CASE("a batch that two threads step takes each step whole or refuses it") {
  const GamePointer game = found::game("tonga");
  Batch shared(game, 500, 1, 0, {{"n", "6"}}, {});
  std::atomic<int> done = 0;
  std::atomic<int> unexpected = 0;
  const auto work = [&] {
    for (int step = 0; step < 200; ++step) {
      try {
        shared.step(shared.samples());
        ++done;
      } catch (const host::Failure& failure) {
        if (failure.code() != host::Exit::usage) ++unexpected;
      }
    }
  };
  std::thread other(work);
  work();
  other.join();
  CHECK(unexpected == 0);
  Batch alone(game, 500, 1, 0, {{"n", "6"}}, {});
  run(alone, done);
  CHECK(bytes_of(alone) == bytes_of(shared));
}
