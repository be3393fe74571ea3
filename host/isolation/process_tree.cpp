#include "host/isolation/process_tree.hpp"

#include "host/descriptor.hpp"
#include "host/session/ticks.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

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

/// Reads a small file of a process. Returns what fits.
std::string_view read_of_process(pid_t pid, std::string_view file, std::array<char, 4096>& room) {
  std::string path = "/proc/" + std::to_string(pid) + "/";
  path += file;
  const Descriptor open(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const ssize_t size = open.is_open() ? ::read(open.get(), room.data(), room.size()) : 0;
  return {room.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

template <class Number>
Number number_in(std::string_view text) {
  Number number{};
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Returns a parent of 0 for a process that has ended.
ProcessStat stat_of(pid_t pid) {
  std::array<char, 4096> room;
  std::string_view text = read_of_process(pid, "stat", room);
  // The name, in brackets, may contain blanks and brackets.
  const std::size_t end = text.rfind(')');
  if (end == std::string_view::npos) return {};
  text.remove_prefix(std::min(end + 2, text.size()));
  ProcessStat stat{.pid = pid};
  for (int field = 3; !text.empty() && field <= 20; ++field) {  // numbered as in the manual
    const std::string_view word = text.substr(0, text.find(' '));
    if (field == 3) stat.state = word.empty() ? '\0' : word.front();
    if (field == 4) stat.parent = number_in<pid_t>(word);
    if (field == 16 || field == 17) stat.waited_ticks += number_in<std::int64_t>(word);
    if (field == 20) stat.threads = number_in<int>(word);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return stat;
}

/// Calls `take` with the numbers of all entries of a folder that are numbers.
template <class Take>
void for_numbers_in(const std::string& folder, Take&& take) {
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), &::closedir);
  while (const dirent* const entry = open ? ::readdir(open.get()) : nullptr) {
    const pid_t number = number_in<pid_t>(entry->d_name);
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
  for (std::size_t next = 0; next < found.size(); ++next) take_children(found[next].pid);
  return found;
}

/// Adds the children that a thread has started to `found`.
void add_children(const ProcessStat& parent, pid_t thread, std::vector<ProcessStat>& found) {
  const std::string path = "/proc/" + std::to_string(parent.pid) + "/task/" + std::to_string(thread) + "/children";
  const Descriptor open(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> room;
  pid_t number = 0;  // digits may continue in the next piece
  for (ssize_t size = 1; open.is_open() && size > 0;) {
    size = ::read(open.get(), room.data(), room.size());
    for (ssize_t at = 0; at < size; ++at) {
      const char letter = room[static_cast<std::size_t>(at)];
      if (letter != ' ') {
        number = number * 10 + (letter - '0');
        continue;
      }
      const ProcessStat child = stat_of(std::exchange(number, 0));
      if (child.parent == parent.pid) found.push_back(child);
    }
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
    for_numbers_in("/proc/" + std::to_string(parent.pid) + "/task",
                   [&](pid_t thread) { add_children(parent, thread, found); });
  };
  take_children(root);
  for (std::size_t next = 0; next < found.size(); ++next) take_children(ProcessStat(found[next]));
  return found;
}

std::int64_t cpu_clock_of(pid_t pid) {
  clockid_t clock{};
  return ::clock_getcpuclockid(pid, &clock) == 0 ? read_clock(clock) : 0;
}

std::int64_t held_by(pid_t pid) {
  std::array<char, 4096> room;
  const std::string_view text = read_of_process(pid, "status", room);
  std::int64_t kib = 0;
  for (const std::string_view key : {"RssAnon:", "RssShmem:"}) {
    const std::size_t found = text.find(key);
    if (found != std::string_view::npos) kib += number_in<std::int64_t>(text.substr(found + key.size()));
  }
  return kib * 1024;
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
  for (const ProcessStat& process : lists_children() ? listed_below(top) : all_below(root)) {
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
    std::array<char, 4096> room;
    const std::string_view status = read_of_process(pid, "status", room);
    const auto field = [&](std::string_view key) {
      const std::size_t found = status.find(key);
      return found == std::string_view::npos ? 0U : number_in<unsigned>(status.substr(found + key.size()));
    };
    if (!status.empty() && field("\nUid:") == user) tasks += static_cast<int>(std::max(field("\nThreads:"), 1U));
  });
  return tasks;
}

}  // namespace host
