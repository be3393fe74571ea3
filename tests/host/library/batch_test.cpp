// Batches beside the same matches played one by one.
#include "host/library/batch.hpp"

#include "host/library/state.hpp"
#include "tests/host/library/found.hpp"
#include "tests/support/refusal.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cstring>
#include <thread>

namespace {

using host::library::Batch;
using host::library::Game;
using host::library::State;

using GamePointer = std::shared_ptr<const Game>;

std::string row(const std::byte* rows, std::uint64_t size, std::size_t match) {
  return {reinterpret_cast<const char*>(rows) + match * size, size};
}

std::string bytes_of(Batch& batch) {
  return {reinterpret_cast<const char*>(batch.observations()), batch.count() * batch.observation_size()};
}

/// Steps a batch by its own samples.
void run(Batch& batch, int steps) {
  for (int step = 0; step < steps; ++step) batch.step(batch.samples());
}

/// The match of a batch that is checked, played as a single state.
struct Single {
  std::unique_ptr<State> state;
  std::vector<double> last_scores;
};

}  // namespace

TEST_CASE("a batch is what single states are after the same actions") {
  constexpr std::size_t count = 5;
  for (const std::string name : {"tonga", "linez", "inc", "chesspuzzle"}) {
    CAPTURE(name);
    const GamePointer game = found::game(name);
    Batch batch(game, count, 40, 0, {}, {});
    std::uint64_t next = 40;
    std::vector<Single> singles(count);
    const auto begin = [&](Single& single) {
      single.state = std::make_unique<State>(game, game->setup(next++, batch.seats(), {}));
    };
    for (Single& single : singles) begin(single);
    for (int step = 0; step < 60; ++step) {
      std::vector<std::string> actions;
      for (std::size_t match = 0; match < count; ++match)
        actions.push_back(row(batch.samples(), batch.action_size(), match));
      batch.step(batch.samples());
      for (std::size_t match = 0; match < count; ++match) {
        Single& single = singles[match];
        single.state->act(actions[match]);
        const bool over = single.state->to_move() == AGON_OVER;
        REQUIRE((batch.over()[match] == 1) == over);
        if (over) {
          for (std::int32_t seat = 0; seat < batch.seats(); ++seat)
            CHECK(batch.final_scores()[match * static_cast<std::size_t>(batch.seats()) +
                                       static_cast<std::size_t>(seat)] == single.state->score(seat));
          begin(single);
        }
        const std::int32_t seat = single.state->to_move();
        REQUIRE(batch.to_move()[match] == seat);
        CHECK(batch.seeds()[match] == single.state->raw().setup().seed);
        CHECK(row(batch.observations(), batch.observation_size(), match).starts_with(single.state->observe(seat)));
        CHECK(batch.actions(match) == single.state->actions());
        CHECK(batch.illegal()[match] == 0);
      }
    }
  }
}

TEST_CASE("the seat of an illegal action forfeits, and the next match begins in its place") {
  const GamePointer game = found::game("tonga");
  Batch batch(game, 3, 5, 0, {{"n", "6"}}, {});
  std::vector<std::byte> actions(3 * batch.action_size());
  std::memcpy(actions.data(), batch.samples(), actions.size());
  std::memset(actions.data() + 2 * batch.action_size(), 0x7f, batch.action_size());
  batch.step(actions.data());
  CHECK(std::vector<int>(batch.illegal(), batch.illegal() + 3) == std::vector<int>{0, 0, 1});
  CHECK(std::vector<int>(batch.over(), batch.over() + 3) == std::vector<int>{0, 0, 1});
  CHECK(batch.final_scores()[4] == -1296);
  CHECK(batch.final_scores()[5] == 1296);
  CHECK(batch.seeds()[2] == 8);
  CHECK(batch.to_move()[2] == 0);
}

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

TEST_CASE("batches that can't be are refused") {
  const GamePointer tonga = found::game("tonga");
  CHECK(support::refusal([&] { return Batch(tonga, 0, 1, 0, {}, {}).count(); }).says("at least one match"));
  CHECK(support::refusal([&] { return Batch(tonga, 1, 1, 3, {}, {}).count(); }).says("2 seats, not 3"));
  const GamePointer tiles = found::game("polyomino");
  CHECK(support::refusal([&] { return Batch(tiles, 1, 1, 0, {}, {}).count(); }).says("vary in size"));
  CHECK(Batch(tiles, 1, 1, 0, {}, {.observe = false, .sample = true}).count() == 1);
  const Batch two(tonga, 2, 1, 0, {}, {});
  CHECK(support::refusal([&] { return two.actions(2); }).says("there is no match 2: the batch has 2"));
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
