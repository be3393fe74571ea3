#include "host/program/tree.hpp"

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
std::string_view read_of_process(pid_t pid, const char* file, std::array<char, 4096>& room) {
  const std::string path = "/proc/" + std::to_string(pid) + "/" + file;
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

std::vector<ProcessStat> all_processes() {
  std::vector<ProcessStat> all;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), &::closedir);
  if (!folder) return all;
  while (const dirent* const entry = ::readdir(folder.get())) {
    const pid_t pid = number_in<pid_t>(entry->d_name);
    if (pid <= 0) continue;
    const ProcessStat stat = stat_of(pid);
    if (stat.parent > 0) all.push_back(stat);
  }
  return all;
}

std::vector<ProcessStat> below(pid_t root) {
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
  for (const ProcessStat& process : below(root)) pids.push_back(process.pid);
  return pids;
}

TreeUse use_of_descendants(pid_t root) {
  static const std::int64_t tick_ns = 1'000'000'000 / std::max(::sysconf(_SC_CLK_TCK), 1L);
  TreeUse use{.cpu_ns = stat_of(root).waited_ticks * tick_ns};
  for (const ProcessStat& process : below(root)) {
    use.cpu_ns += cpu_clock_of(process.pid) + process.waited_ticks * tick_ns;
    use.held_bytes += held_by(process.pid);
    use.tasks += process.threads;
    use.runs = use.runs || process.state == 'R' || process.state == 'D';
  }
  return use;
}

}  // namespace host
