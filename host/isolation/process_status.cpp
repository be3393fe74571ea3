#include "host/isolation/process_status.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace host {

std::string read_small_file(const std::string& path) {
  std::array<char, 8192> text;  // NOLINT(cppcoreguidelines-pro-type-member-init): it is read into
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const ssize_t size = file.is_open() ? ::read(file.get(), text.data(), text.size()) : 0;
  return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

bool write_small_file(const std::string& path, const std::string& text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.is_open() && ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

std::int64_t number_after(std::string_view key, std::string_view text) {
  std::int64_t number = 0;
  const std::size_t found = text.find(key);
  if (found == std::string_view::npos) return number;
  text.remove_prefix(found + key.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

Descriptor open_of_process(pid_t process, const std::string& file, int flags) {
  return Descriptor(::open(("/proc/" + std::to_string(process) + "/" + file).c_str(), flags | O_CLOEXEC));
}

ProcessMemory memory_with_peak(int status, std::int64_t& peak_bytes) {
  std::array<char, 8192> buffer;  // NOLINT(cppcoreguidelines-pro-type-member-init): it is read into
  const ssize_t size = ::pread(status, buffer.data(), buffer.size(), 0);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  const auto bytes = [&](std::string_view key) { return number_after(key, text) * 1024; };
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

std::int64_t queued_ns(pid_t process) {
  std::int64_t longest = 0;
  std::error_code ended;  // a thread or the process may end meanwhile
  std::filesystem::directory_iterator tasks("/proc/" + std::to_string(process) + "/task", ended);
  for (; tasks != std::filesystem::directory_iterator(); tasks.increment(ended)) {
    const std::string text = read_small_file(tasks->path() / "schedstat");  // running, waiting, slices
    longest = std::max(longest, number_after(" ", text));
  }
  return longest;
}

}  // namespace host
