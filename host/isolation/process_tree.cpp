#include "host/isolation/process_tree.hpp"

#include "host/isolation/process_status.hpp"
#include "host/plugin/ticks.hpp"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <ctime>
#include <fstream>
#include <memory>
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
    if (field == 4) stat.parent = static_cast<pid_t>(number_after("", word));
    if (field == 16 || field == 17) stat.waited_ticks += number_after("", word);
    if (field == 20) stat.threads = static_cast<int>(number_after("", word));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return stat;
}

/// Calls `take` with the numbers of all entries of a folder that are numbers.
template <class Take>
void for_numbers_in(const std::string& folder, Take&& take) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), &::closedir);
  while (const dirent* const entry = open ? ::readdir(open.get()) : nullptr) {
    const auto number = static_cast<pid_t>(number_after("", entry->d_name));
    if (number > 0) take(number);
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

std::int64_t cpu_clock_of(pid_t pid) {
  clockid_t clock{};
  return ::clock_getcpuclockid(pid, &clock) == 0 ? read_clock(clock) : 0;
}

/// Returns all memory that a process alone keeps in use, and the shared memory that it maps.
std::int64_t held_by(pid_t pid) {
  const std::string folder = folder_of(pid);
  constexpr std::string_view first_key = "RssAnon:";
  std::string status = read_small_file(folder + "/status");
  // After the first thread has left, the file of the process says nothing about memory, but those of the others do.
  if (status.find(first_key) == std::string::npos)
    for_numbers_in(folder + "/task", [&](pid_t thread) {
      if (status.find(first_key) == std::string::npos)
        status = read_small_file(folder + "/task/" + std::to_string(thread) + "/status");
    });
  std::int64_t kib = 0;
  for (const std::string_view key : {first_key, std::string_view("RssShmem:"), std::string_view("VmPTE:"),
                                     std::string_view("VmSwap:"), std::string_view("HugetlbPages:")})
    kib += number_after(key, status);
  return kib * 1024;
}

/// Returns the most that buffers of sockets can hold in the network namespace of a process, except that of this
/// process. The kernel only tells how many sockets there are. A few are free: interpreters use them and send hardly
/// anything.
std::int64_t socket_buffers(pid_t pid) {
  constexpr std::int64_t few = 16;
  constexpr std::int64_t largest = 256 << 10;  // as Linux limits it unless a program asks for more
  struct stat own {};
  struct stat its {};
  if (::stat("/proc/self/ns/net", &own) != 0 || ::stat((folder_of(pid) + "/ns/net").c_str(), &its) != 0 ||
      own.st_ino == its.st_ino)
    return 0;
  const std::int64_t sockets = number_after("used", read_small_file(folder_of(pid) + "/net/sockstat"));
  return std::max<std::int64_t>(sockets - few, 0) * largest;
}

}  // namespace

std::vector<pid_t> descendants(pid_t root) {
  std::vector<pid_t> pids;
  for (const ProcessStat& process : all_below(root)) pids.push_back(process.pid);
  return pids;
}

TreeUse use_of_descendants(pid_t root) {
  static const std::int64_t tick_ns = 1'000'000'000 / std::max(::sysconf(_SC_CLK_TCK), 1L);
  const ProcessStat top = stat_of(root);
  TreeUse use{.cpu_ns = top.waited_ticks * tick_ns};
  const std::vector<ProcessStat> found = lists_children() ? listed_below(top) : all_below(root);
  if (!found.empty()) use.held_bytes = socket_buffers(found.front().pid);
  for (const ProcessStat& process : found) {
    use.cpu_ns += cpu_clock_of(process.pid) + process.waited_ticks * tick_ns;
    use.held_bytes += held_by(process.pid);
    use.tasks += process.threads;
    use.runs = use.runs || process.state == 'R' || process.state == 'D' || process.state == 'Z';
  }
  return use;
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
    if (!status.empty() && number_after("\nUid:", status) == user)
      tasks += static_cast<int>(std::max<std::int64_t>(number_after("\nThreads:", status), 1));
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
