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

/// A line with all groups of a user can be long.
std::string read_from_begin(int file) {
  constexpr std::size_t most = 1 << 20;
  std::array<char, 8192> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): it is read into
  std::string text;
  while (text.size() < most) {
    const ssize_t size = ::pread(file, buffer.data(), buffer.size(), static_cast<off_t>(text.size()));
    if (size <= 0) break;
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return text;
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

ProcessMemory memory_with_peak(int status, std::int64_t& peak_bytes) {
  const std::string text = read_from_begin(status);
  const auto bytes = [&](std::string_view key) { return number_of(key, text) * 1024; };
  const std::int64_t peak = bytes("VmHWM:");
  const std::int64_t own = bytes("RssAnon:");
  const std::int64_t files = bytes("RssFile:") + bytes("RssShmem:");
  // The kernel stores only one peak for all kinds of memory. Pages of files are rarely dropped while a process plays,
  // so their current number is close to that at the peak.
  peak_bytes = std::max<std::int64_t>(peak - files, 0);
  return {.data_bytes = bytes("VmData:") + bytes("VmStk:"), .held_bytes = own, .files_bytes = files};
}

void forget_peak(int clear_refs) {
  static_cast<void>(::pwrite(clear_refs, "5", 1, 0) == 1);
}

ProcessMemory memory_of(int statm) {
  std::array<char, 256> text{};
  const ssize_t size = ::pread(statm, text.data(), text.size(), 0);
  const char* at = text.data();
  const char* const end = at + std::max<ssize_t>(size, 0);
  std::array<std::int64_t, 6> pages{};  // total, resident, resident and shared, code, 0, data and stack
  for (std::int64_t& number : pages) {
    at = std::from_chars(at, end, number).ptr;
    if (at != end) ++at;
  }
  const std::int64_t page = ::sysconf(_SC_PAGESIZE);
  return {.data_bytes = pages[5] * page, .held_bytes = (pages[1] - pages[2]) * page, .files_bytes = pages[2] * page};
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
