// The leases of a cluster: how many a second one database closes, and how busy many arenas are. bench/cluster.py calls
// it with the URL of an empty database.
#include "host/cluster/queue.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using host::cluster::Lease;
using host::cluster::Queue;
using host::cluster::RunRow;
using host::cluster::Session;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point began) {
  return std::chrono::duration<double>(Clock::now() - began).count();
}

Session session(std::size_t number) {
  const std::string name = "machine " + std::to_string(number);
  return {.token = name, .machine = {.name = name, .cpu = "none", .speed = 1}};
}

// About the sizes for 30 matches of Tonga.
const std::string matches(2'000, 'm');
const std::string results(6'000, 'r');

std::int64_t begin_run(Queue& queue) {
  return queue.open_run("bench", RunRow{.format = "bench", .job = "job", .libraries = {}, .patience = 60s});
}

/// Returns how many leases a second `count` connections take and close, `at_a_time` each.
double leases_a_second(const std::string& url, std::size_t count, std::size_t at_a_time, std::size_t leases) {
  Queue host(url);
  const std::int64_t run = begin_run(host);
  for (std::size_t added = 0; added < leases; added += 500)
    host.add_leases(run, std::vector<std::string>(std::min<std::size_t>(500, leases - added), matches));
  std::vector<std::thread> arenas;
  std::atomic<std::size_t> closed = 0;
  const Clock::time_point began = Clock::now();
  for (std::size_t number = 0; number < count; ++number) {
    arenas.emplace_back([&, number] {
      Queue queue(url);
      const Session own = session(number);
      queue.tell_machine(own, at_a_time);
      for (;;) {
        const std::vector<Lease> taken = queue.take(own, at_a_time, {});
        if (taken.empty()) return;
        for (const Lease& lease : taken) closed += queue.complete(own, lease, results, 1) ? 1 : 0;
      }
    });
  }
  for (std::thread& arena : arenas) arena.join();
  const double seconds = seconds_since(began);
  host.remove_run(run);
  if (closed != leases) std::printf("only %zu of %zu leases were closed\n", closed.load(), leases);
  return static_cast<double>(closed) / seconds;
}

/// An arena as host/cluster/lease_worker.cpp has it, whose slots sleep instead of playing.
class Sleeper {
 public:
  Sleeper(const std::string& url, std::size_t number, std::size_t slots, std::chrono::milliseconds lease)
      : queue_(url), session_(session(number)), slots_(slots), lease_(lease) {
    queue_.tell_machine(session_, slots);
  }

  /// Plays until `end`.
  void run(Clock::time_point end) {
    std::chrono::milliseconds pause = 0ms;
    while (Clock::now() < end) {
      pause = work() ? 20ms : std::min<std::chrono::milliseconds>(2 * pause + 20ms, 500ms);
      Clock::time_point until = Clock::now() + pause;
      for (const WorkerSlot& slot : slots_) {
        if (slot.lease) until = std::min(until, slot.until);  // a slot that has finished wakes it
      }
      std::this_thread::sleep_until(std::min(until, end));
    }
  }

  /// Returns how long its slots were busy from `begin` on, in seconds.
  [[nodiscard]] double busy(Clock::time_point begin, Clock::time_point end) const {
    double sum = 0;
    for (const WorkerSlot& slot : slots_) {
      for (const auto& [from, to] : slot.times)
        sum += std::max(0.0, std::chrono::duration<double>(std::min(to, end) - std::max(from, begin)).count());
    }
    return sum;
  }

 private:
  struct WorkerSlot {
    std::unique_ptr<Lease> lease;
    Clock::time_point until;
    std::vector<std::pair<Clock::time_point, Clock::time_point>> times;
  };

  bool work() {
    bool any = false;
    std::size_t open = 0;
    for (WorkerSlot& slot : slots_) {
      if (slot.lease && Clock::now() >= slot.until) {
        any = true;
        static_cast<void>(queue_.complete(session_, *slot.lease, results, std::chrono::nanoseconds(lease_).count()));
        slot.lease.reset();
      }
      if (!slot.lease) ++open;
    }
    if (open == 0) return any;
    for (Lease& lease : queue_.take(session_, open, {})) {
      WorkerSlot& slot =
          *std::find_if(slots_.begin(), slots_.end(), [](const WorkerSlot& each) { return !each.lease; });
      slot.lease = std::make_unique<Lease>(std::move(lease));
      slot.until = Clock::now() + lease_;
      slot.times.emplace_back(Clock::now(), slot.until);
      any = true;
    }
    return any;
  }

  Queue queue_;
  Session session_;
  std::vector<WorkerSlot> slots_;
  std::chrono::milliseconds lease_;
};

/// Prints which part of the time the slots of `count` arenas are busy, in the steady state.
void busy_share(const std::string& url, std::size_t count, std::size_t slots, std::chrono::milliseconds lease) {
  Queue host(url);
  const std::int64_t run = begin_run(host);
  std::vector<std::unique_ptr<Sleeper>> arenas;
  for (std::size_t number = 0; number < count; ++number)
    arenas.push_back(std::make_unique<Sleeper>(url, number, slots, lease));
  const Clock::time_point began = Clock::now();
  const Clock::time_point begin = began + 2 * lease;
  const Clock::time_point end = began + 8 * lease;
  std::vector<std::thread> threads;
  for (const auto& arena : arenas) threads.emplace_back([&] { arena->run(end); });
  // The host, as host/cluster/client.cpp has it: two leases for each slot wait or are played.
  std::size_t open = 0;
  std::size_t closed = 0;
  while (Clock::now() < end) {
    const std::size_t wanted = 2 * count * slots + 2;
    if (open < wanted) host.add_leases(run, std::vector<std::string>(wanted - open, matches));
    open = std::max(open, wanted);
    std::vector<std::int64_t> over;
    for (const auto& each : host.closed(run, {}, 20)) over.push_back(each.id);
    host.remove(over);
    open -= over.size();
    closed += over.size();
    if (over.empty()) std::this_thread::sleep_for(50ms);
  }
  for (std::thread& thread : threads) thread.join();
  double busy = 0;
  for (const auto& arena : arenas) busy += arena->busy(begin, end);
  host.remove_run(run);
  std::printf("%5zu arenas of %2zu slots, leases of %4.1f s: busy %5.1f %% of the time, %6.1f leases a second\n", count,
              slots, std::chrono::duration<double>(lease).count(),
              100 * busy / (std::chrono::duration<double>(end - begin).count() * static_cast<double>(count * slots)),
              static_cast<double>(closed) / std::chrono::duration<double>(end - began).count());
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) {
    std::fprintf(stderr, "leases URL: the URL of an empty PostgreSQL database; bench/cluster.py makes one\n");
    return 2;
  }
  const std::string url = words[1];
  std::printf("leases taken and closed in one database, with %zu and %zu bytes each\n", matches.size(), results.size());
  for (const std::size_t connections : {1U, 4U, 16U}) {
    for (const std::size_t at_a_time : {1U, 8U}) {
      std::vector<double> rates;
      for (int round = 0; round < 3; ++round) rates.push_back(leases_a_second(url, connections, at_a_time, 4'000));
      std::sort(rates.begin(), rates.end());
      std::printf("%5zu connections, %zu at a time: %6.0f a second (%.0f to %.0f)\n", connections, at_a_time, rates[1],
                  rates[0], rates[2]);
      std::fflush(stdout);
    }
  }
  busy_share(url, 100, 1, 5s);
  busy_share(url, 100, 16, 5s);
  busy_share(url, 100, 100, 10s);
  return 0;
}
