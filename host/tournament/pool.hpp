// Runs jobs in parallel and delivers their results in order.
#pragma once

#include "host/util/thread.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace host {

/// Adjacent indices.
struct Chunk {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// The most indices that a worker of a pool gets at a time.
inline constexpr std::size_t most_in_chunk = 32;

/// Does the work for the indices from 0 on in `jobs` threads. Each thread creates its worker with
/// `make_worker(job)` (job is 0 to jobs - 1) and then calls it with one chunk after the other. Only that thread uses
/// its worker. The worker calls `emit(index, result)` for each index, in ascending order, and returns the wanted size
/// of its next chunk, 1 to most_in_chunk. If `should_stop` returns true, it may leave out the rest of its chunk.
///
/// `deliver(first, results)` is called in the calling thread with the results of `first` and the indices after it, in
/// ascending order without gaps: all that are there when a chunk is done, or after at most 0.1 s. `should_stop` is
/// called there periodically. If it returns true, no new chunk begins; what has been emitted by then is delivered, up
/// to the first gap. `tick` is called there about every 0.1 s. Returns the number of delivered results.
///
/// `known` returns how many indices may begin so far; it grows as results are delivered, so that the work for an index
/// can depend on them. It is called in all threads. If all of them are delivered, run() returns. It
/// can be called again when there are more; the threads wait until then.
///
/// An exception from a worker, or from its creation, is rethrown here after all results before it have been delivered.
/// If not all threads can be started, the constructor of the pool throws Failure(internal).
template <class Result>
class Pool {
 public:
  using Emit = std::function<void(std::size_t index, Result&& result)>;
  using Worker = std::function<std::size_t(Chunk chunk, const Emit& emit, const std::function<bool()>& should_stop)>;
  using Deliver = std::function<void(std::size_t first, std::vector<Result>&& results)>;

  Pool(std::size_t jobs, std::function<Worker(std::size_t job)> make_worker, std::function<std::size_t()> known)
      : window_(2 * most_in_chunk * jobs), make_worker_(std::move(make_worker)), known_(std::move(known)) {
    try {
      for (std::size_t job = 0; job < jobs; ++job) threads_.push_back(start_thread([this, job] { work(job); }));
    } catch (...) {
      end();
      throw;
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() { end(); }

  std::size_t run(const Deliver& deliver, const std::function<bool()>& should_stop, const std::function<void()>& tick) {
    constexpr std::chrono::milliseconds beat(100);
    std::unique_lock lock(mutex_);
    may_begin_.notify_all();
    while (delivered_ < known_()) {
      const auto ready = [this] { return results_.contains(delivered_) || over(); };
      if (!ready_.wait_for(lock, beat, ready)) {
        lock.unlock();
        tick();
        if (should_stop()) stop();
        lock.lock();
        continue;
      }
      std::vector<Result> results;
      auto found = results_.find(delivered_);
      if (found == results_.end()) break;  // stopped before this one began
      if (found->second.fault) std::rethrow_exception(found->second.fault);
      while (found != results_.end() && found->first == delivered_ + results.size() && found->second.result) {
        results.push_back(std::move(*found->second.result));
        found = results_.erase(found);
      }
      const std::size_t count = results.size();
      lock.unlock();
      deliver(delivered_, std::move(results));
      if (should_stop()) stop();
      lock.lock();
      delivered_ += count;
      may_begin_.notify_all();
    }
    return delivered_;
  }

 private:
  struct Finished {
    std::optional<Result> result;
    std::exception_ptr fault;
  };

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    may_begin_.notify_all();
  }

  void end() {
    stop();
    for (std::thread& thread : threads_) thread.join();
  }

  /// No more results will arrive.
  [[nodiscard]] bool over() const { return working_ == 0 && all_begun(); }

  /// No more stretches will begin.
  [[nodiscard]] bool all_begun() const { return stopped_ || failed_ != none; }

  /// Returns how many indices may have begun.
  [[nodiscard]] std::size_t limit() const { return std::min(delivered_ + window_, known_()); }

  /// Returns the next chunk; empty if there is none.
  Chunk claim(std::size_t wanted) {
    std::unique_lock lock(mutex_);
    // Limits the number of results that wait for earlier ones: otherwise they would accumulate behind one slow match.
    may_begin_.wait(lock, [this] { return all_begun() || begun_ < limit(); });
    if (all_begun()) return {};
    const Chunk chunk{begun_, std::min(wanted, limit() - begun_)};
    begun_ += chunk.count;
    ++working_;
    return chunk;
  }

  void work(std::size_t job) {
    Worker worker;
    std::size_t wanted = 1;
    for (Chunk chunk = claim(wanted); chunk.count > 0; chunk = claim(wanted)) {
      std::size_t next = chunk.first;
      std::exception_ptr fault;
      try {
        if (!worker) worker = make_worker_(job);
        const Emit emit = [&](std::size_t index, Result&& result) {
          next = index + 1;
          add(index, {std::move(result), nullptr});
        };
        // What comes before a failure is still wanted: it is delivered, and then the failure.
        wanted = worker(chunk, emit, [&] { return stopped_ || next > failed_; });
      } catch (...) {
        fault = std::current_exception();
      }
      if (fault) add(next, {std::nullopt, fault});
      const std::lock_guard lock(mutex_);
      if (fault) failed_ = std::min(failed_.load(), next);
      --working_;
      ready_.notify_one();
    }
    ready_.notify_one();
  }

  void add(std::size_t index, Finished finished) {
    const std::lock_guard lock(mutex_);
    results_.emplace(index, std::move(finished));
  }

  std::size_t window_;
  std::function<Worker(std::size_t)> make_worker_;
  std::function<std::size_t()> known_;

  std::mutex mutex_;
  std::condition_variable may_begin_;  // signals that a job may begin
  std::condition_variable ready_;      // signals that a job has finished
  std::size_t begun_ = 0;
  std::size_t delivered_ = 0;
  std::size_t working_ = 0;
  std::atomic<bool> stopped_ = false;
  static constexpr std::size_t none = SIZE_MAX;
  std::atomic<std::size_t> failed_ = none;  // the first index whose work has thrown
  std::map<std::size_t, Finished> results_;
  std::vector<std::thread> threads_;
};

}  // namespace host
