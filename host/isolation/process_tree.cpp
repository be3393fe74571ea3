#include "host/isolation/process_tree.hpp"

#include "host/isolation/process_status.hpp"
#include "host/plugin/ticks.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <ctime>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <string_view>

namespace host {

namespace {

/// What /proc/PID/stat says of a process.
struct ProcessStat {
  pid_t pid = 0;
  pid_t parent = 0;
  char state = 0;
  std::int64_t waited_ticks = 0;  // CPU time of children that it has waited for
  int threads = 0;
};

std::string folder_of(pid_t pid) {
  return "/proc/" + std::to_string(pid);
}

/// Returns a parent of 0 for a process that has ended.
ProcessStat stat_of(pid_t pid) {
  const std::string line = read_small_file(folder_of(pid) + "/stat");
  std::string_view text = line;
  // The name, in brackets, may contain blanks and brackets.
  const std::size_t end = text.rfind(')');
  if (end == std::string_view::npos) return {};
  text.remove_prefix(std::min(end + 2, text.size()));
  ProcessStat stat{.pid = pid};
  for (int field = 3; !text.empty() && field <= 20; ++field) {  // numbered as in the manual
    const std::string_view word = text.substr(0, text.find(' '));
    if (field == 3) stat.state = word.empty() ? '\0' : word.front();
    if (field == 4) stat.parent = static_cast<pid_t>(number_in(word));
    if (field == 16 || field == 17) stat.waited_ticks += number_in(word);
    if (field == 20) stat.threads = static_cast<int>(number_in(word));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return stat;
}

/// Calls `take` with the numbers of all entries of a folder that are numbers.
template <class Take>
void for_numbers_in(const std::string& folder, Take&& take) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), &::closedir);
  while (const dirent* const entry = open ? ::readdir(open.get()) : nullptr) {
    const std::string_view name = entry->d_name;
    if (name.find_first_not_of("0123456789") == std::string_view::npos) take(static_cast<pid_t>(number_in(name)));
  }
}

std::vector<ProcessStat> all_processes() {
  std::vector<ProcessStat> all;
  for_numbers_in("/proc", [&](pid_t pid) {
    const ProcessStat stat = stat_of(pid);
    if (stat.parent > 0) all.push_back(stat);
  });
  return all;
}

/// Reads the parents of all processes: none is missed that lives meanwhile.
std::vector<ProcessStat> all_below(pid_t root) {
  std::vector<ProcessStat> left = all_processes();
  std::vector<ProcessStat> found;
  const auto take_children = [&](pid_t parent) {
    const auto others =
        std::partition(left.begin(), left.end(), [&](const ProcessStat& process) { return process.parent != parent; });
    found.insert(found.end(), others, left.end());
    left.erase(others, left.end());
  };
  take_children(root);
  // NOLINTNEXTLINE(modernize-loop-convert): it grows meanwhile
  for (std::size_t next = 0; next < found.size(); ++next) take_children(found[next].pid);
  return found;
}

/// Adds the children that a thread has started to `found`.
void add_children(const ProcessStat& parent, pid_t thread, std::vector<ProcessStat>& found) {
  std::ifstream children(folder_of(parent.pid) + "/task/" + std::to_string(thread) + "/children");
  for (pid_t pid = 0; children >> pid;) {
    const ProcessStat child = stat_of(pid);
    if (child.parent == parent.pid) found.push_back(child);
  }
}

/// Returns whether the kernel lists the children of a process.
bool lists_children() {
  static const bool listed = ::access("/proc/thread-self/children", R_OK) == 0;
  return listed;
}

/// Reads the lists of children, which costs far less than reading all processes. A child may be missing while others
/// of the same parent end.
std::vector<ProcessStat> listed_below(const ProcessStat& root) {
  std::vector<ProcessStat> found;
  const auto take_children = [&](const ProcessStat& parent) {
    if (parent.threads == 1) return add_children(parent, parent.pid, found);
    for_numbers_in(folder_of(parent.pid) + "/task", [&](pid_t thread) { add_children(parent, thread, found); });
  };
  take_children(root);
  // NOLINTNEXTLINE(modernize-loop-convert): it grows meanwhile
  for (std::size_t next = 0; next < found.size(); ++next) take_children(ProcessStat(found[next]));
  return found;
}

std::vector<ProcessStat> found_below(const ProcessStat& root) {
  return lists_children() ? listed_below(root) : all_below(root.pid);
}

std::int64_t tick_ns() {
  static const std::int64_t tick = 1'000'000'000 / std::max(::sysconf(_SC_CLK_TCK), 1L);
  return tick;
}

std::int64_t cpu_clock_of(pid_t pid) {
  clockid_t clock{};
  return ::clock_getcpuclockid(pid, &clock) == 0 ? read_clock(clock) : 0;
}

/// Returns all memory that a process alone keeps in use, and the shared memory that it maps.
std::int64_t held_by(pid_t pid) {
  const ProcessMemory memory = memory_of(pid, open_of_process(pid, "status", O_RDONLY).get());
  return memory.held_bytes + memory.shared_bytes;
}

/// Returns whether a process has another network namespace than this one.
bool has_own_network(pid_t pid) {
  struct stat own {};
  struct stat its {};
  return ::stat("/proc/self/ns/net", &own) == 0 && ::stat((folder_of(pid) + "/ns/net").c_str(), &its) == 0 &&
         own.st_ino != its.st_ino;
}

/// Adds the sockets among a process's descriptors, which its threads share. Threads are left when the first has ended.
void add_sockets(pid_t pid, std::set<std::int64_t>& sockets) {
  constexpr std::string_view kind = "socket:[";
  const auto add = [&](const std::string& folder) {
    bool any = false;
    for_numbers_in(folder, [&](pid_t number) {
      std::array<char, 64> to{};
      const ssize_t size = ::readlink((folder + "/" + std::to_string(number)).c_str(), to.data(), to.size());
      const std::string_view target(to.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
      if (target.starts_with(kind)) sockets.insert(number_in(target.substr(kind.size())));
      any = true;
    });
    return any;
  };
  if (add(folder_of(pid) + "/fd")) return;
  bool found = false;
  for_numbers_in(folder_of(pid) + "/task", [&](pid_t thread) {
    if (!found) found = add(folder_of(pid) + "/task/" + std::to_string(thread) + "/fd");
  });
}

/// Returns the most that buffers of sockets can hold of these processes: the kernel only tells how many sockets there
/// are. A few are free: interpreters use them and send hardly anything.
std::int64_t socket_buffers(const std::vector<ProcessStat>& processes) {
  constexpr std::int64_t few = 16;
  constexpr std::int64_t largest = 256 << 10;  // as Linux limits it unless a program asks for more
  if (processes.empty()) return 0;
  const pid_t first = processes.front().pid;
  std::int64_t count = 0;
  if (has_own_network(first)) {
    count = number_of("sockets: used", read_small_file(folder_of(first) + "/net/sockstat"));
  } else {
    std::set<std::int64_t> sockets;
    for (const ProcessStat& process : processes) add_sockets(process.pid, sockets);
    count = static_cast<std::int64_t>(sockets.size());
  }
  return std::max<std::int64_t>(count - few, 0) * largest;
}

}  // namespace

std::vector<pid_t> descendants(pid_t root) {
  std::vector<pid_t> pids;
  for (const ProcessStat& process : all_below(root)) pids.push_back(process.pid);
  return pids;
}

std::int64_t untold_ns(const TreeUse& before, const TreeUse& now) {
  // User time and system time are cut to ticks apart.
  const std::int64_t of_each = 2 * tick_ns();
  const std::int64_t free = 80'000'000 / of_each;
  std::int64_t waited = now.processes;
  if (before.ended && now.ended) waited = std::min(waited, *now.ended - *before.ended);
  return std::max<std::int64_t>(waited - free, 0) * of_each;
}

TreeUse use_of_descendants(pid_t root) {
  const ProcessStat top = stat_of(root);
  TreeUse use{.cpu_ns = top.waited_ticks * tick_ns()};
  const std::vector<ProcessStat> found = found_below(top);
  use.processes = static_cast<int>(found.size());
  use.ended = -use.processes;
  use.held_bytes = socket_buffers(found);
  for (const ProcessStat& process : found) {
    use.cpu_ns += cpu_clock_of(process.pid) + process.waited_ticks * tick_ns();
    use.held_bytes += held_by(process.pid);
    use.tasks += process.threads;
    use.runs = use.runs || process.state == 'R' || process.state == 'D' || process.state == 'Z';
  }
  return use;
}

QueuedThreads queued_below(pid_t root) {
  QueuedThreads threads;
  for (const ProcessStat& process : found_below(stat_of(root))) add_queued(process.pid, threads);
  return threads;
}

int tasks_below(pid_t root) {
  int tasks = 0;
  for (const ProcessStat& process : all_below(root)) tasks += std::max(process.threads, 1);
  return tasks;
}

int tasks_of_user(uid_t user) {
  int tasks = 0;
  for_numbers_in("/proc", [&](pid_t pid) {
    const std::string status = read_small_file(folder_of(pid) + "/status");
    if (!status.empty() && number_of("Uid:", status) == user)
      tasks += static_cast<int>(std::max<std::int64_t>(number_of("Threads:", status), 1));
  });
  return tasks;
}

void kill_group(const std::string& folder) {
  write_small_file(folder + "/cgroup.kill", "1");
  // The kernel passes over processes whose first thread has left.
  std::istringstream left(read_small_file(folder + "/cgroup.procs"));
  for (pid_t pid = 0; left >> pid;) {
    if (pid > 0) ::kill(pid, SIGKILL);
  }
}

}  // namespace host
