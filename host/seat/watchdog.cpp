#include "host/seat/watchdog.hpp"

#include "host/util/failure.hpp"
#include "host/util/thread.hpp"

#include <poll.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

namespace host {

namespace {

/// The watchdog of this process, and in a copy also the one that it was copied with: that one has no thread any more,
/// and its mutex may be locked for ever, so it is neither used nor destroyed.
struct Instances {
  std::atomic<Watchdog*> own = nullptr;
  Watchdog* copied = nullptr;

  Instances() {
    ::pthread_atfork(nullptr, nullptr, [] { instances().copied = instances().own.exchange(nullptr); });
  }
  Instances(const Instances&) = delete;
  Instances& operator=(const Instances&) = delete;
  ~Instances() { delete own.load(); }

  static Instances& instances() {
    static Instances all;
    return all;
  }
};

}  // namespace

Watchdog& Watchdog::instance() {
  std::atomic<Watchdog*>& own = Instances::instances().own;
  Watchdog* watchdog = own.load();
  if (watchdog != nullptr) return *watchdog;
  auto made = std::make_unique<Watchdog>();
  return own.compare_exchange_strong(watchdog, made.get()) ? *made.release() : *watchdog;
}

Watchdog::Watchdog() : bell_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (!bell_.is_open()) throw Failure(Exit::internal, std::string("can't make an eventfd: ") + std::strerror(errno));
  // Signals must be delivered to the threads that play.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    thread_ = start_thread([this] { run(); });
  } catch (...) {
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    throw;
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Watchdog::~Watchdog() {
  stop_ = true;
  kick();
  thread_.join();
}

void Watchdog::kick() const {
  const std::uint64_t one = 1;
  // The write can only fail if the bell is already ringing.
  static_cast<void>(::write(bell_.get(), &one, sizeof one) > 0);
}

void Watchdog::watch(Watched& worker) {
  {
    const std::lock_guard lock(mutex_);
    workers_.push_back(&worker);
  }
  kick();
}

void Watchdog::forget(Watched& worker) {
  const std::lock_guard lock(mutex_);
  std::erase(workers_, &worker);
}

void Watchdog::run() {
  std::vector<pollfd> polled;
  std::vector<Watched*> workers;
  constexpr int idle_rounds = 20;      // periods before it sleeps, so that short matches need not wake it each time
  constexpr int idle_period_ms = 200;  // between checks of idle workers
  for (int idle = 0; !stop_;) {
    {
      const std::lock_guard lock(mutex_);
      workers = workers_;
      polled.assign(1, {bell_.get(), POLLIN, 0});
      for (const Watched* worker : workers) polled.push_back({worker->process(), POLLIN, 0});
    }
    idle = players_.load() > 0 ? 0 : idle + 1;
    asleep_ = idle > idle_rounds;
    const bool sleep = asleep_.load() && players_.load() == 0;
    ::poll(polled.data(), polled.size(), !sleep ? period_ms : workers.empty() ? -1 : idle_period_ms);
    asleep_ = false;
    std::uint64_t rung = 0;
    static_cast<void>(::read(bell_.get(), &rung, sizeof rung) > 0);
    const std::lock_guard lock(mutex_);
    for (std::size_t index = 0; index < workers.size(); ++index) {
      if (std::find(workers_.begin(), workers_.end(), workers[index]) == workers_.end()) continue;
      if (polled[index + 1].revents != 0) workers[index]->ended();
      workers[index]->look();
    }
  }
}

}  // namespace host
