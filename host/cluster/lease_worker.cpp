// A machine's side of a cluster: takes leases, plays their matches and returns the results.
#include "host/cluster/lease_worker.hpp"

#include "host/arena/messages.hpp"
#include "host/cluster/cluster.hpp"
#include "host/cluster/payload.hpp"
#include "host/plugin/build.hpp"
#include "host/report/report.hpp"
#include "host/util/archive.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/machine.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"
#include "host/util/thread.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace host {

namespace cluster {

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

namespace {

using namespace std::chrono_literals;

namespace fs = std::filesystem;

constexpr std::size_t most_works = 4;

/// Returns the folder in which this machine keeps the libraries of runs, $XDG_CACHE_HOME/agon/libraries.
std::optional<fs::path> cache_folder() {
  const auto folder_in = [](const char* variable) {
    const char* const value = std::getenv(variable);
    return fs::path(value == nullptr ? "" : value);
  };
  if (fs::path cache = folder_in("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "agon/libraries";
  if (fs::path home = folder_in("HOME"); home.is_absolute()) return home / ".cache/agon/libraries";
  return std::nullopt;
}

bool is(const std::string& content, const std::string& sha256) {
  return hexadecimal(sha256_of(content)) == sha256;
}

void keep(const fs::path& file, const std::string& content) {
  std::error_code fault;
  fs::create_directories(file.parent_path(), fault);
  try {
    replace_file(file, content);
  } catch (const Failure&) {
    static bool said = false;
    if (!said)
      print_message("warning: " + file.parent_path().string() + " can't be written: libraries are not kept there");
    said = true;
  }
}

/// Returns sealed memory with the library of this SHA-256: from the cache, or from the database, which the cache then
/// keeps. If the cache can't be written, says so once. Throws Failure(plugin) if the database does not have the
/// library, or has other bytes; Lost.
Descriptor fetch_library(Queue& queue, const std::string& sha256) {
  const std::optional<fs::path> folder = cache_folder();
  if (folder) {
    const std::optional<std::string> kept = host::content_of(*folder / sha256);
    if (kept && is(*kept, sha256)) return sealed_memory(*kept, "library");
  }
  const std::optional<std::string> content = queue.library(sha256);
  if (!content) throw Failure(Exit::plugin, "the cluster's database does not have the library " + sha256);
  if (!is(*content, sha256))
    throw Failure(Exit::plugin,
                  "the library " + sha256 + " in the cluster's database does not have the bytes of that SHA-256");
  if (folder) keep(*folder / sha256, *content);
  return sealed_memory(*content, "library");
}

/// Only one thread uses it. It has one connection, whatever the number of jobs.
class LeaseWorker {
 public:
  /// Throws Failure(cluster) if the database can't be used.
  explicit LeaseWorker(ClusterMachine arena)
      : arena_(std::move(arena)), session_{.token = random_key(), .machine = this_machine()}, period_(5s) {
    if (!arena_.machine.empty()) session_.machine.name = arena_.machine;
    check_cluster(arena_.url);
    try {
      connect();
    } catch (const Lost& lost) {
      throw Failure(Exit::cluster, lost.what());
    }
    for (std::size_t job = 0; job < arena_.jobs; ++job)
      slots_.push_back(std::make_unique<WorkerSlot>(job, arena_.jobs, signal_));
  }

  /// Plays until `should_stop` returns true, then returns unfinished leases to the database.
  void run(const std::function<bool()>& should_stop) {
    bool said = false;
    std::chrono::milliseconds pause = 0ms;
    while (!should_stop()) {
      try {
        if (!queue_) connect();
        if (said) print_message("the cluster's database can be used again");
        said = false;
        // Idle machines ask less and less often, so that many of them do not burden the server.
        pause = work() ? 20ms : std::min<std::chrono::milliseconds>(2 * pause + 20ms, 500ms);
        signal_.wait(pause);
      } catch (const Lost& lost) {
        queue_.reset();
        if (!said) print_message(std::string(lost.what()) + "; tries again until it is stopped");
        said = true;
        std::this_thread::sleep_for(500ms);
      }
    }
    try {
      if (queue_) queue_->leave(session_);
    } catch (const Lost&) {  // the leases expire
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  /// This machine has failed to play a run, and tries it again.
  struct Trouble {
    int times = 0;
    Clock::time_point until;
  };

  void connect() {
    queue_ = std::make_unique<Queue>(arena_.url);
    queue_->tell_machine(session_, arena_.jobs);
    kept_ = {};
  }

  /// Does what is to be done now. Returns whether there was anything.
  bool work() {
    keep_leases();
    const bool returned = return_results();
    return take_leases() || returned;
  }

  bool return_results() {
    bool any = false;
    for (const auto& slot : slots_) {
      const WorkerSlot::Done* const done = slot->finished();
      if (done == nullptr) continue;
      any = true;
      if (done->refusal.empty()) {
        // If the lease is lost, another machine plays it.
        static_cast<void>(queue_->complete(session_, done->lease, done->results, done->busy_ns));
        troubled_.erase(done->lease.run);
      } else if (done->may_change) {
        try_later(done->lease, done->refusal);
      } else {
        refuse(done->lease, done->refusal);
      }
      slot->clear();
    }
    return any;
  }

  bool take_leases() {
    std::vector<WorkerSlot*> open;
    for (const auto& slot : slots_) {
      if (slot->is_free()) open.push_back(slot.get());
    }
    if (open.empty()) return false;
    std::vector<std::int64_t> without = refused_;
    for (const auto& [run, trouble] : troubled_) {
      if (Clock::now() < trouble.until) without.push_back(run);
    }
    std::vector<Lease> leases = queue_->take(session_, open.size(), without);
    for (std::size_t i = 0; i < leases.size(); ++i) begin(*open[i], std::move(leases[i]));
    return !leases.empty();
  }

  void keep_leases() {
    if (Clock::now() - kept_ < period_) return;
    const std::vector<std::int64_t> held = queue_->extend(session_);
    for (const auto& slot : slots_) {
      if (slot->lease() != 0 && std::find(held.begin(), held.end(), slot->lease()) == held.end()) slot->clear();
    }
    queue_->tell_machine(session_, arena_.jobs);
    kept_ = Clock::now();
  }

  void begin(WorkerSlot& slot, Lease&& lease) {
    std::string refusal;
    try {
      if (std::shared_ptr<const Work> work = work_of(lease)) slot.begin(std::move(lease), std::move(work));
      return;
    } catch (const Failure& failure) {
      if (failure.code() == Exit::cluster) throw;
      if (failure.code() == Exit::output || failure.code() == Exit::internal) {  // no memory for a library, for one
        try_later(lease, failure.what());
        return;
      }
      refusal = failure.what();
    } catch (const BadMessage&) {
      refusal = "its job in the cluster's database is damaged";
    }
    refuse(lease, refusal);
  }

  void refuse(const Lease& lease, const std::string& reason) {
    if (std::find(refused_.begin(), refused_.end(), lease.run) == refused_.end()) {
      print_message("can't play run " + std::to_string(lease.run) + ": " + reason);
      refused_.push_back(lease.run);
    }
    queue_->refuse(session_, lease, reason);
  }

  /// Pauses the run for a time that doubles. After about a minute, refuses it.
  void try_later(const Lease& lease, const std::string& reason) {
    constexpr int most_times = 6;
    Trouble& trouble = troubled_[lease.run];
    if (Clock::now() < trouble.until) {  // another of its leases has failed at the same time
      queue_->give_back(session_, lease);
      return;
    }
    if (trouble.times == most_times) {
      refuse(lease, reason);
      return;
    }
    const std::chrono::seconds pause(1 << trouble.times++);
    trouble.until = Clock::now() + pause;
    print_message("can't play run " + std::to_string(lease.run) + " now: " + reason + "; tries again in " +
                  std::to_string(pause.count()) + " s");
    queue_->give_back(session_, lease);
  }

  /// Returns nothing if the run is over.
  std::shared_ptr<const Work> work_of(const Lease& lease) {
    if (const auto found = works_.find(lease.run); found != works_.end()) return found->second;
    const std::optional<RunRow> run = queue_->find_run(lease.run);
    if (!run) return nullptr;
    if (run->format != payload_format())
      throw Failure(Exit::usage, "this machine has " + payload_format() + ", and the run is one of " + run->format);
    std::vector<Descriptor> libraries;
    for (const std::string& sha256 : run->libraries) libraries.push_back(fetch_library(*queue_, sha256));
    auto work = std::make_shared<const Work>(
        Work{.job = job_from(run->job, run->libraries, std::move(libraries)),
             .limits = {.wall_ns = run->game_wall_ns, .memory_bytes = run->game_memory_bytes}});
    if (works_.size() >= most_works) works_.erase(works_.begin());
    works_.emplace(lease.run, work);
    period_ = std::min<Clock::duration>(period_, run->patience / 4);
    return work;
  }

  ClusterMachine arena_;
  Session session_;
  Signal signal_;
  std::vector<std::unique_ptr<WorkerSlot>> slots_;
  std::unique_ptr<Queue> queue_;                               // NULL: the server can't be reached
  std::map<std::int64_t, std::shared_ptr<const Work>> works_;  // the latest runs
  std::vector<std::int64_t> refused_;                          // runs that this machine can't play
  std::map<std::int64_t, Trouble> troubled_;                   // runs that it can't play now
  Clock::duration period_{};                                   // between two calls of keep_leases()
  Clock::time_point kept_;
};

}  // namespace

}  // namespace cluster

void serve_cluster(const ClusterMachine& arena, const std::function<bool()>& should_stop) {
  cluster::LeaseWorker(arena).run(should_stop);
}

}  // namespace host
