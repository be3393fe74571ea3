#include "host/cluster/worker_slot.hpp"

#include "host/arena/messages.hpp"
#include "host/util/failure.hpp"
#include "host/util/thread.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace host::cluster {

void Signal::give() {
  const std::lock_guard lock(mutex_);
  given_ = true;
  condition_.notify_one();
}

void Signal::wait(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  condition_.wait_for(lock, most, [this] { return given_; });
  given_ = false;
}

WorkerSlot::WorkerSlot(std::size_t number, std::size_t count, Signal& signal)
    : number_(number), count_(count), signal_(signal), thread_(start_thread([this] { loop(); })) {}

WorkerSlot::~WorkerSlot() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    task_.reset();
    changed_.notify_one();
  }
  thread_.join();
}

bool WorkerSlot::is_free() const {
  const std::lock_guard lock(mutex_);
  return !task_ && !done_;
}

std::int64_t WorkerSlot::lease() const {
  const std::lock_guard lock(mutex_);
  return task_ ? task_->lease.id : done_ ? done_->lease.id : 0;
}

void WorkerSlot::begin(Lease&& lease, std::shared_ptr<const Work> work) {
  const std::lock_guard lock(mutex_);
  task_ = Task{std::move(lease), std::move(work)};
  changed_.notify_one();
}

const WorkerSlot::Done* WorkerSlot::finished() const {
  const std::lock_guard lock(mutex_);
  return done_ ? &*done_ : nullptr;
}

void WorkerSlot::clear() {
  const std::lock_guard lock(mutex_);
  task_.reset();
  done_.reset();
}

void WorkerSlot::loop() {
  for (;;) {
    Task task;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return ends_ || (task_ && !done_); });
      if (ends_) return;
      task = *task_;
    }
    std::optional<Done> done;
    try {
      done = play(task);
    } catch (const Abandoned&) {
      arena_.reset();
    } catch (const Failure& failure) {
      arena_.reset();
      done = Done{.lease = task.lease, .results = {}, .refusal = failure.what()};
      done->may_change = failure.code() == Exit::internal;
    } catch (const std::exception& fault) {
      arena_.reset();
      done = Done{.lease = task.lease, .results = {}, .refusal = fault.what(), .may_change = true};
    }
    const std::lock_guard lock(mutex_);
    if (!done || !task_ || task_->lease.id != task.lease.id || task_->lease.epoch != task.lease.epoch) continue;
    task_.reset();
    done_ = std::move(done);
    signal_.give();
  }
}

WorkerSlot::Done WorkerSlot::play(const Task& task) {
  const auto began = std::chrono::steady_clock::now();
  std::vector<LeasedMatch> leased;
  try {
    leased = matches_from(task.lease.matches, task.work->job);
  } catch (const BadMessage&) {
    return {.lease = task.lease, .results = {}, .refusal = {}};  // the host finds out, too, and replaces the lease
  }
  if (work_ != task.work) {
    arena_.reset();
    work_ = task.work;
  }
  if (!arena_) arena_ = std::make_unique<ArenaProcess>(work_->job, work_->limits, number_, count_);
  std::vector<std::string> results;
  ArenaHooks hooks;
  const auto check = [&] {
    const std::lock_guard lock(mutex_);
    if (ends_ || !task_ || task_->lease.id != task.lease.id || task_->lease.epoch != task.lease.epoch)
      throw Abandoned{};
  };
  hooks.played = [&](PlayedMatch&& match) { results.push_back(arena::to_bytes(match)); };
  hooks.shown = [](const std::string&) {};
  hooks.tick = check;
  constexpr std::size_t at_a_time = 32;
  for (std::size_t begin = 0; begin < leased.size(); begin += at_a_time) {
    std::vector<MatchRequest> requests;
    for (std::size_t i = begin; i < std::min(begin + at_a_time, leased.size()); ++i)
      requests.push_back(leased[i].request);
    arena_->play(requests, hooks);
    check();
  }
  const std::chrono::nanoseconds busy = std::chrono::steady_clock::now() - began;
  return {.lease = task.lease, .results = pack(results), .busy_ns = busy.count(), .refusal = {}};
}

}  // namespace host::cluster
