#include "host/isolation/process_status.hpp"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>

namespace host {

namespace {

/// A line with all groups of a user can be long. Of several pages, the kernel may give one at a time. It makes up the
/// whole text for each reading, so a short one is not read again to find its end.
std::string read_from_begin(int file) {
  constexpr std::size_t most = 1 << 20;
  constexpr ssize_t surely_whole = 2048;  // bytes of what is read at a time: far less than a page
  std::array<char, 8192> buffer;          // NOLINT(cppcoreguidelines-pro-type-member-init): it is read into
  std::string text;
  while (text.size() < most) {
    const ssize_t size = ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
    if (size <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(size));
    if (size < surely_whole) break;
  }
  return text;
}

/// Returns the lines of `status` from the first one on that memory_of() reads: others cost time. A name has no line end
/// there.
std::string_view memory_lines(std::string_view status) {
  const std::size_t before = status.find("\nVmHWM:");
  return before == std::string_view::npos ? "" : status.substr(before + 1);
}

}  // namespace

std::string read_small_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  return file.is_open() ? read_from_begin(file.get()) : "";
}

bool write_small_file(const std::string& path, const std::string& text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.is_open() && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::optional<std::string_view> value_of(std::string_view key, std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t value = line.starts_with(key) ? line.find_first_not_of(" \t", key.size()) : key.size();
    if (value != std::string_view::npos && value > key.size()) return line.substr(value);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return std::nullopt;
}

std::int64_t number_in(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return static_cast<std::int64_t>(
      std::min<std::uint64_t>(number, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())));
}

std::int64_t number_of(std::string_view key, std::string_view text) {
  return number_in(value_of(key, text).value_or(""));
}

Descriptor open_of_process(pid_t process, const std::string& file, int flags) {
  return Descriptor(::open(("/proc/" + std::to_string(process) + "/" + file).c_str(), flags | O_CLOEXEC));
}

ProcessMemory memory_of(pid_t process, int status) {
  std::string text = read_from_begin(status);
  std::string_view lines = memory_lines(text);
  // After the first thread has left, the file of the process says nothing about memory, but those of the others do.
  if (!text.empty() && lines.empty()) {
    std::error_code ended;  // a thread or the process may end meanwhile
    std::filesystem::directory_iterator tasks("/proc/" + std::to_string(process) + "/task", ended);
    for (; tasks != std::filesystem::directory_iterator() && lines.empty(); tasks.increment(ended)) {
      text = read_small_file(tasks->path() / "status");
      lines = memory_lines(text);
    }
  }
  const auto bytes = [&](std::string_view key) { return number_of(key, lines) * 1024; };
  const std::int64_t tables = bytes("VmPTE:");
  ProcessMemory memory{.data_bytes = bytes("VmData:") + bytes("VmStk:"),
                       .held_bytes = bytes("RssAnon:") + tables + bytes("VmSwap:") + bytes("HugetlbPages:"),
                       .files_bytes = bytes("RssFile:"),
                       .shared_bytes = bytes("RssShmem:")};
  // The kernel stores only one peak for all kinds of memory, without tables. Pages of files are rarely dropped while a
  // process plays, so their current number is close to that at the peak.
  memory.peak_bytes = std::max(bytes("VmHWM:") - memory.files_bytes - memory.shared_bytes + tables, memory.held_bytes);
  return memory;
}

void forget_peak(int clear_refs) {
  static_cast<void>(::pwrite(clear_refs, "5", 1, 0) == 1);
}

void add_queued(pid_t process, QueuedThreads& threads) {
  std::error_code ended;  // a thread or the process may end meanwhile
  std::filesystem::directory_iterator tasks("/proc/" + std::to_string(process) + "/task", ended);
  for (; tasks != std::filesystem::directory_iterator(); tasks.increment(ended)) {
    const std::string text = read_small_file(tasks->path() / "schedstat");  // running, waiting, slices
    const std::size_t second = std::min(text.find(' '), text.size());
    const int thread = std::atoi(tasks->path().filename().c_str());
    if (!text.empty()) threads[thread] = number_in(std::string_view(text).substr(std::min(second + 1, text.size())));
  }
}

int cores_of(pid_t process) {
  cpu_set_t cores;  // of a machine that has more of them, the kernel does not tell
  const bool known = ::sched_getaffinity(process, sizeof cores, &cores) == 0;
  return std::max(known ? CPU_COUNT(&cores) : static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN)), 1);
}

}  // namespace host
