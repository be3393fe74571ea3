// Jobs side by side: all is done once, and comes out in order.
#include "host/tournament/pool.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

namespace {

/// A pool for a known number of indices.
struct IndexPool : host::Pool<std::size_t> {
  IndexPool(std::size_t count, std::size_t jobs, std::function<Worker(std::size_t job)> make_worker)
      : host::Pool<std::size_t>(jobs, std::move(make_worker), [count] { return count; }) {}
};

const auto never = [] { return false; };
const auto nothing = [] {};

/// Returns what takes results several at a time, and passes them to `take` one by one.
template <class Take>
IndexPool::Deliver one_by_one(Take take) {
  return [take](std::size_t first, std::vector<std::size_t>&& results) {
    for (std::size_t i = 0; i < results.size(); ++i) take(first + i, results[i]);
  };
}

/// A worker that gets `wanted` indices at a time and does `work` for each, for the first one even if it may stop.
template <class Work>
IndexPool::Worker each(Work work, std::size_t wanted = 1) {
  return [work, wanted](host::Chunk chunk, const IndexPool::Emit& emit, const std::function<bool()>& should_stop) {
    CHECK(chunk.count >= 1);
    CHECK(chunk.count <= wanted);
    const std::size_t end = chunk.first + chunk.count;
    for (std::size_t i = chunk.first; i < end && (i == chunk.first || !should_stop()); ++i) emit(i, work(i));
    return wanted;
  };
}

/// Squares; uneven work, so that later ones are ready earlier.
std::size_t square(std::size_t index) {
  if (index % 7 == 0) std::this_thread::sleep_for(std::chrono::microseconds(300));
  return index * index;
}

}  // namespace

TEST_CASE(
    "every result is delivered once and in order, whatever the number of jobs and however many a worker wants at a "
    "time") {
  for (const std::size_t jobs : {1U, 2U, 3U, 8U}) {
    for (const std::size_t count : {0U, 1U, 5U, 2003U}) {
      std::vector<std::size_t> delivered;
      const std::size_t wanted = count > 5 ? 1U << (jobs & 7U) : 1;
      IndexPool pool(count, jobs, [&](std::size_t) { return each(square, wanted); });
      const std::size_t done = pool.run(one_by_one([&](std::size_t index, std::size_t result) {
                                          CHECK(index == delivered.size());
                                          delivered.push_back(result);
                                        }),
                                        never, nothing);
      CHECK(done == count);
      REQUIRE(delivered.size() == count);
      for (std::size_t index = 0; index < count; ++index) CHECK(delivered[index] == index * index);
    }
  }
}

TEST_CASE("each thread has a worker of its own, made in that thread") {
  std::mutex mutex;
  std::set<std::thread::id> makers;
  std::set<std::size_t> jobs;
  IndexPool pool(100, 3, [&](std::size_t job) -> IndexPool::Worker {
    const std::lock_guard lock(mutex);
    makers.insert(std::this_thread::get_id());
    CHECK(jobs.insert(job).second);
    return each([maker = std::this_thread::get_id()](std::size_t index) {
      if (std::this_thread::get_id() != maker) throw std::logic_error("another thread's worker");
      return index;
    });
  });
  CHECK(pool.run(one_by_one([](std::size_t, std::size_t) {}), never, nothing) == 100);
  CHECK(makers.size() == jobs.size());
}

TEST_CASE("a stop finishes what has begun, and leaves no gap") {
  std::atomic<std::size_t> begun = 0;
  std::size_t delivered = 0;
  IndexPool pool(100'000, 4, [&](std::size_t) -> IndexPool::Worker {
    return each([&](std::size_t index) {
      ++begun;
      return index;
    });
  });
  const std::size_t done = pool.run(
      one_by_one([&](std::size_t, std::size_t) { ++delivered; }), [&] { return delivered >= 50; }, nothing);
  CHECK(done == delivered);
  CHECK(done >= 50);
  CHECK(done < 100'000);
  CHECK(begun == done);
}

TEST_CASE("results that nobody can take yet do not pile up") {
  std::atomic<std::size_t> finished = 0;
  std::size_t most = 0;
  IndexPool pool(3000, 2, [&](std::size_t) -> IndexPool::Worker {
    return each([&](std::size_t index) {
      if (index == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
      ++finished;
      return index;
    });
  });
  std::size_t delivered = 0;
  pool.run(one_by_one([&](std::size_t, std::size_t) {
             most = std::max(most, finished - delivered);
             ++delivered;
           }),
           never, nothing);
  CHECK(most <= 2 * 64 + 2);
}

TEST_CASE("a failure comes out at its place, after what was before it") {
  std::vector<std::size_t> delivered;
  IndexPool pool(1000, 3, [](std::size_t) -> IndexPool::Worker {
    return each([](std::size_t index) {
      if (index == 77) throw std::runtime_error("77 can't be done");
      return index;
    });
  });
  CHECK_THROWS_WITH(
      pool.run(one_by_one([&](std::size_t index, std::size_t) { delivered.push_back(index); }), never, nothing),
      "77 can't be done");
  CHECK(delivered.size() == 77);
}

TEST_CASE("a failure comes out even if what was before it was begun later, by a worker that stops when it may") {
  std::atomic<bool> failed = false;
  std::size_t delivered = 0;
  IndexPool pool(2, 2, [&](std::size_t) -> IndexPool::Worker {
    return
        [&](host::Chunk chunk, const IndexPool::Emit& emit, const std::function<bool()>& should_stop) -> std::size_t {
          if (chunk.first == 1) {
            failed = true;
            throw std::runtime_error("1 can't be done");
          }
          while (!failed) std::this_thread::yield();
          std::this_thread::sleep_for(std::chrono::milliseconds(50));
          if (!should_stop()) emit(0, 0);
          return 1;
        };
  });
  CHECK_THROWS_WITH(pool.run(one_by_one([&](std::size_t, std::size_t) { ++delivered; }), never, nothing),
                    "1 can't be done");
  CHECK(delivered == 1);
}

TEST_CASE("a worker that is to stop may leave out the rest of its chunk") {
  std::size_t delivered = 0;
  IndexPool pool(10'000'000, 2, [](std::size_t) { return each([](std::size_t index) { return index; }, 32); });
  const std::size_t done = pool.run(
      one_by_one([&](std::size_t index, std::size_t) { CHECK(index == delivered++); }), [&] { return delivered >= 50; },
      nothing);
  CHECK(done == delivered);
  CHECK(done >= 50);
  CHECK(done < 10'000'000);
}
