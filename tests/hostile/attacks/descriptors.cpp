// Uses the descriptors that it finds open.
#include "tests/hostile/attacks/attack.hpp"

#include <agon/ext/log.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>

namespace hostile {

namespace {

constexpr int most = 1024;

ATTACK(close_all) {
  int closed = 0;
  for (int file = 0; file < most; ++file) closed += ::close(file) == 0 ? 1 : 0;
  must_reach(closed > 0, "nothing was open");
}

ATTACK(write_to_all) {
  constexpr std::string_view garbage = "garbage to whoever reads this\n";
  int written = 0;
  for (int file = 0; file < most; ++file) written += ::write(file, garbage.data(), garbage.size()) > 0 ? 1 : 0;
  must_reach(written > 0, "nothing was open");
}

/// 16 MiB and more.
constexpr int flood_lines = 200'000;
constexpr const char* flood_line =
    "water water water water water water water water water water water water water water";

ATTACK(flood_stdout) {
  for (int line = 0; line < flood_lines; ++line) std::puts(flood_line);
}

ATTACK(flood_stderr) {
  std::string much;
  for (int line = 0; line < 1000; ++line) much.append(flood_line).push_back('\n');
  for (int block = 0; block < flood_lines / 1000; ++block)
    static_cast<void>(!::write(STDERR_FILENO, much.data(), much.size()));
}

const agon_log* log_of(const Moment& moment) {
  if (moment.session == nullptr) return nullptr;
  return static_cast<const agon_log*>(moment.session->host->extension(moment.session->host, AGON_LOG));
}

ATTACK(flood_log) {
  const agon_log* const log = log_of(moment);
  const std::string_view text = flood_line;
  for (int line = 0; line < flood_lines; ++line) log->write(moment.session->host, {text.data(), text.size()});
}

/// What would clear a terminal and claim to be the host.
ATTACK(log_control_characters) {
  constexpr std::string_view text("\x1b[2J\x1b[31mhost: all is well\r\0\xff", 29);
  log_of(moment)->write(moment.session->host, {text.data(), text.size()});
}

/// A line that is not where it says.
ATTACK(log_from_nowhere) {
  log_of(moment)->write(moment.session->host, {reinterpret_cast<const void*>(0x1000), 1 << 20});
}

ATTACK(seek_far) {
  for (int file = 0; file < 16; ++file) {
    if (::lseek(file, off_t{1} << 40, SEEK_SET) >= 0) static_cast<void>(!::write(file, "far", 3));
  }
}

ATTACK(truncate_all) {
  for (int file = 0; file < most; ++file) must_fail(::ftruncate(file, 0) == 0, "it has cut a file short");
}

ATTACK(grow_all) {
  for (int file = 0; file < most; ++file) must_fail(::ftruncate(file, off_t{1} << 30) == 0, "it has made a file large");
}

ATTACK(punch_holes) {
  for (int file = 0; file < most; ++file)
    must_fail(::fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096) == 0, "it has a hole in a file");
}

/// Who replaces the file waits for this process, then.
ATTACK(lease) {
  Dl_info info{};
  ::dladdr(reinterpret_cast<void*>(&::getenv), &info);
  const int file = ::open(info.dli_fname, O_RDONLY | O_CLOEXEC);
  must_be_refused(file >= 0 && ::fcntl(file, F_SETLEASE, F_RDLCK) == 0, "the C library's file has a lease");
}

/// Locks, owners, flags: what others who have the same file open would notice.
ATTACK(control_files) {
  struct flock whole {};
  whole.l_type = F_RDLCK;
  must_be_refused(::fcntl(STDIN_FILENO, F_SETLK, &whole) == 0, "a file is locked");
  must_be_refused(::fcntl(STDOUT_FILENO, F_SETFL, 0) == 0, "its log forgets what was written");
  must_be_refused(::fcntl(STDOUT_FILENO, F_SETOWN, 1) == 0, "somebody gets its signals");
  must_be_refused(::fcntl(STDOUT_FILENO, F_NOTIFY, DN_ACCESS) == 0, "it is told what others do");
}

ATTACK(pipe) {
  std::array<int, 2> ends{};
  must_fail(::pipe(ends.data()) == 0, "it has a pipe");
}

ATTACKS(descriptors) = {
    {"duplicate", [](Moment&) { ::dup2(1, 3); }},
    {"pass_on", [](Moment&) { must_fail(::fcntl(1, F_DUPFD, 100) >= 0, "it has one descriptor more"); }},
    {"memory_file", [](Moment&) { must_be_refused(::memfd_create("hostile", 0) >= 0, "it has a file"); }},
};

}  // namespace

}  // namespace hostile
