#include "host/validate/apart.hpp"

#include "host/failure.hpp"
#include "host/plain.hpp"
#include "host/seat/isolation.hpp"
#include "host/seat/ticks.hpp"
#include "host/seat/verdict.hpp"
#include "host/text.hpp"
#include "host/worker/confinement.hpp"
#include "host/worker/filters.hpp"
#include "host/worker/last_words.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

namespace host::validate {

namespace {

constexpr std::size_t most_output = 64 << 10;  // bytes of what is printed that anybody looks at
constexpr std::size_t most_log = 1 << 20;      // that a strategy may print
constexpr std::size_t most_file = 1 << 30;     // of anything else: what workers share is a file, too
constexpr std::size_t most_answer = 256 << 20;

/// What both processes see: hints, and what is being done.
struct Page {
  channel::Channel channel;
  char doing[256];
};

/// The page of this process, if it is one that runs a check's body.
Page* page = nullptr;

/// The descriptor of /proc/self/task, open for its number of links.
int tasks = -1;

[[noreturn]] void no_means(const std::string& what) {
  throw Failure(Exit::internal, what + ": " + std::generic_category().message(errno));
}

class SharedPage {
 public:
  SharedPage() {
    void* const memory = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) no_means("no memory to share with a check");
    page_ = ::new (memory) Page{};
  }
  SharedPage(const SharedPage&) = delete;
  SharedPage& operator=(const SharedPage&) = delete;
  ~SharedPage() { ::munmap(page_, sizeof(Page)); }

  [[nodiscard]] Page& get() const { return *page_; }

  /// The process may write anything there, at any time.
  [[nodiscard]] std::string doing() const {
    char copy[sizeof page_->doing];
    std::memcpy(copy, page_->doing, sizeof copy);
    return plain(std::string_view(copy, ::strnlen(copy, sizeof copy)));
  }

 private:
  Page* page_ = nullptr;
};

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }
  void reset() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  [[nodiscard]] int get() const { return number_; }

 private:
  int number_;
};

/// What is written goes to the checker, in one piece: the size of the sentence, the status, sentence, data.
struct Head {
  std::uint64_t text_size;
  std::uint64_t data_size;
  std::int32_t status;
  std::int32_t whole;  // 1
};

void write_all(int file, const void* from, std::size_t size) {
  const char* at = static_cast<const char*>(from);
  while (size > 0) {
    const ssize_t written = ::write(file, at, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // the checker has gone, or has lost patience
    at += written;
    size -= static_cast<std::size_t>(written);
  }
}

void send(int file, const Finding& finding, const std::string& data) {
  const Head head = {finding.text.size(), data.size(), static_cast<std::int32_t>(finding.status), 1};
  write_all(file, &head, sizeof head);
  write_all(file, finding.text.data(), finding.text.size());
  write_all(file, data.data(), data.size());
}

bool received(const std::string& bytes, Answer& answer) {
  Head head{};
  if (bytes.size() < sizeof head) return false;
  std::memcpy(&head, bytes.data(), sizeof head);
  const std::size_t rest = bytes.size() - sizeof head;
  if (head.whole != 1 || head.text_size > rest || head.data_size != rest - head.text_size) return false;
  const bool known = head.status >= 0 && head.status <= static_cast<std::int32_t>(Status::crash);
  answer.finding = {known ? static_cast<Status>(head.status) : Status::fail, bytes.substr(sizeof head, head.text_size)};
  answer.data = bytes.substr(sizeof head + head.text_size);
  return true;
}

Finding guarded(const std::function<Finding(std::string&)>& body, std::string& data) {
  try {
    return body(data);
  } catch (const Failure& failure) {
    return fail(failure.what());
  } catch (const std::bad_alloc&) {
    return fail("it ran out of memory");
  } catch (const std::exception& exception) {
    return fail(std::string("it threw an exception across the C ABI: ") + exception.what());
  } catch (...) {
    return fail("it threw something across the C ABI that is no std::exception");
  }
}

/// The process's own life.
[[noreturn]] void live(Page& shared, pid_t parent, int answers, int log,
                       const std::function<Finding(std::string&)>& body) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  const rlimit no_core{};
  ::setrlimit(RLIMIT_CORE, &no_core);
  const rlimit file_size{most_file, most_file};
  ::setrlimit(RLIMIT_FSIZE, &file_size);
  page = &shared;
  worker::leave_hints_in(shared.channel);
#ifndef AGON_SANITIZED
  worker::catch_exceptions();
  worker::catch_signals();
#endif
  static_cast<void>(thread_count());
  std::string data;
  const Finding finding = guarded(body, data);
  send(answers, finding, data);
  ::_exit(0);
}

/// How the process has fared so far.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid), timed_(::clock_getcpuclockid(pid, &clock_) == 0) {
    ::setpgid(pid, pid);  // here, too: whoever comes first
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (!ended_) end();
  }

  [[nodiscard]] std::int64_t cpu_ns() const { return timed_ ? read_clock(clock_) : 0; }
  [[nodiscard]] std::int64_t wall_ns() const { return read_clock(CLOCK_MONOTONIC) - began_; }

  /// Ends it, with all that it has started, and says how it ended.
  Ending end() {
    ::kill(-pid_, SIGKILL);
    return wait();
  }

  /// Waits for its end, which is near: its answer is complete, or its pipe is closed.
  Ending wait() {
    int status = 0;
    rusage used{};
    while (::wait4(pid_, &status, 0, &used) < 0 && errno == EINTR) {
    }
    ended_ = true;
    ::kill(-pid_, SIGKILL);  // what it leaves behind
    return {.exited = WIFEXITED(status),
            .status = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status),
            .cpu_ns = 0,
            .peak_kib = used.ru_maxrss};
  }

 private:
  pid_t pid_;
  clockid_t clock_{};
  bool timed_ = false;
  bool ended_ = false;
  std::int64_t began_ = read_clock(CLOCK_MONOTONIC);
};

/// Reads until the process closes the pipe. False: it took too long.
bool read_answer(int pipe, const Child& child, const Patience& patience, std::string& bytes) {
  constexpr int pause_ms = 20;
  char room[1 << 16];
  for (;;) {
    pollfd readable = {pipe, POLLIN, 0};
    const int ready = ::poll(&readable, 1, pause_ms);
    if (ready > 0) {
      const ssize_t size = ::read(pipe, room, sizeof room);
      if (size == 0) return true;
      if (size > 0) bytes.append(room, static_cast<std::size_t>(size));
      if (bytes.size() > most_answer) return false;
    }
    if (child.wall_ns() > patience.wall_ns || child.cpu_ns() > patience.cpu_ns) return false;
  }
}

std::string printed(int log) {
  struct stat file {};
  if (::fstat(log, &file) != 0) return {};
  std::string text(std::min(static_cast<std::size_t>(file.st_size), most_output), '\0');
  const ssize_t size = ::pread(log, text.data(), text.size(), 0);
  text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
  return text;
}

/// A process that did not come to its answer.
Finding judged(const Page& shared, const Ending& ending, const std::string& doing) {
  Evidence evidence;
  evidence.ending = ending;
  evidence.phase = static_cast<channel::Phase>(shared.channel.phase.load());
  evidence.hint = static_cast<channel::Hint>(shared.channel.hint.load());
  evidence.number = shared.channel.number.load();
  evidence.text =
      plain(std::string_view(shared.channel.text, ::strnlen(shared.channel.text, sizeof shared.channel.text)));
  const Outcome outcome = verdict(evidence);
  const bool failed = outcome.kind == AGON_OUTCOME_FORBIDDEN;
  return {failed ? Status::fail : Status::crash, outcome.reason + (doing.empty() ? "" : ", " + doing)};
}

}  // namespace

Patience patience_for(const Case& examined) {
  Patience patience;
  if (examined.hurried) return patience;
  const auto matches = static_cast<std::int64_t>(examined.matches);
  return {patience.cpu_ns * (1 + matches), patience.wall_ns * (1 + matches)};
}

Answer run_apart(const Patience& patience, const std::function<Finding(std::string& data)>& body) {
  const SharedPage shared;
  int ends[2] = {};
  if (::pipe2(ends, O_CLOEXEC) != 0) no_means("no pipe to a check's process");
  const Descriptor from_child(ends[0]);
  Descriptor to_parent(ends[1]);
  const Descriptor log(::memfd_create("log", MFD_CLOEXEC));
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) no_means("no process for a check");
  if (pid == 0) live(shared.get(), parent, to_parent.get(), log.get(), body);
  to_parent.reset();
  Child child(pid);
  std::string bytes;
  Answer answer;
  if (!read_answer(from_child.get(), child, patience, bytes)) {
    const std::string taken = child.cpu_ns() > patience.cpu_ns
                                  ? "no answer within " + in_seconds(patience.cpu_ns) + " of CPU time"
                                  : "no answer within " + in_seconds(patience.wall_ns);
    child.end();
    const std::string doing = shared.doing();
    answer.finding = fail(taken + (doing.empty() ? "" : ", " + doing));
  } else {
    const Ending ending = child.wait();
    if (!received(bytes, answer)) answer.finding = judged(shared.get(), ending, shared.doing());
  }
  answer.output = printed(log.get());
  return answer;
}

Finding run_apart(const Patience& patience, const std::function<Finding()>& body) {
  return run_apart(patience, [&](std::string&) { return body(); }).finding;
}

void now(std::string_view what) {
  if (page == nullptr) return;
  const std::size_t size = std::min(what.size(), sizeof page->doing - 1);
  std::memcpy(page->doing, what.data(), size);
  page->doing[size] = '\0';
}

void now(channel::Phase phase) {
  if (page != nullptr) page->channel.phase.store(static_cast<std::uint32_t>(phase), std::memory_order_relaxed);
}

std::string confine(const std::filesystem::path& library, [[maybe_unused]] std::int64_t memory_bytes) {
  std::string path = std::filesystem::absolute(library).string();
  if (!can_sandbox()) return path;
  try {
    static int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // open as long as the process: see loadable()
    channel::Start start{};
    start.sandbox = 1;
    start.threads = 1;
    start.memory_bytes = memory_bytes;
    start.log_bytes = most_log;
    const pid_t parent = ::getppid();
    worker::leave_terminal();
    worker::drop_root();
    worker::die_with_parent(parent);
    std::string loadable = worker::loadable(path, file);
    worker::limit_resources(start, 0);
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) throw worker::ConfinementFailure("no new privileges");
    worker::close_files(path);
    worker::filter_for_loading(start.threads);
    return loadable;
  } catch (const worker::ConfinementFailure& failure) {
    throw Failure(Exit::isolation, std::string("the sandbox can't be put up: ") + failure.what());
  }
}

void confine_further() {
  if (can_sandbox() && has_seccomp()) worker::filter_for_playing(1);
}

std::size_t thread_count() {
  if (tasks < 0) tasks = ::open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct stat folder {};
  return tasks < 0 || ::fstat(tasks, &folder) != 0 || folder.st_nlink < 2 ? 1 : folder.st_nlink - 2;
}

}  // namespace host::validate
