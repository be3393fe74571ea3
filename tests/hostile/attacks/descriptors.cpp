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

void close_all(Moment&) {
  for (int file = 0; file < most; ++file) ::close(file);
}

void write_to_all(Moment&) {
  constexpr std::string_view garbage = "garbage to whoever reads this\n";
  for (int file = 0; file < most; ++file) static_cast<void>(!::write(file, garbage.data(), garbage.size()));
}

/// 16 MiB and more.
constexpr int flood_lines = 200'000;
constexpr const char* flood_line =
    "water water water water water water water water water water water water water water";

void flood_stdout(Moment&) {
  for (int line = 0; line < flood_lines; ++line) std::puts(flood_line);
}

void flood_stderr(Moment&) {
  std::string much;
  for (int line = 0; line < 1000; ++line) much.append(flood_line).push_back('\n');
  for (int block = 0; block < flood_lines / 1000; ++block)
    static_cast<void>(!::write(STDERR_FILENO, much.data(), much.size()));
}

const agon_log* log_of(const Moment& moment) {
  if (moment.session == nullptr) return nullptr;
  return static_cast<const agon_log*>(moment.session->host->extension(moment.session->host, AGON_LOG));
}

void flood_log(Moment& moment) {
  const agon_log* const log = log_of(moment);
  const std::string_view text = flood_line;
  for (int line = 0; line < flood_lines; ++line) log->write(moment.session->host, {text.data(), text.size()});
}

/// What would clear a terminal and claim to be the host.
void log_control_characters(Moment& moment) {
  constexpr std::string_view text("\x1b[2J\x1b[31mhost: all is well\r\0\xff", 29);
  log_of(moment)->write(moment.session->host, {text.data(), text.size()});
}

/// A line that is not where it says.
void log_from_nowhere(Moment& moment) {
  log_of(moment)->write(moment.session->host, {reinterpret_cast<const void*>(0x1000), 1 << 20});
}

void seek_far(Moment&) {
  for (int file = 0; file < 16; ++file) {
    if (::lseek(file, off_t{1} << 40, SEEK_SET) >= 0) static_cast<void>(!::write(file, "far", 3));
  }
}

void truncate_all(Moment&) {
  for (int file = 0; file < most; ++file) must_fail(::ftruncate(file, 0) == 0, "it has cut a file short");
}

void grow_all(Moment&) {
  for (int file = 0; file < most; ++file) must_fail(::ftruncate(file, off_t{1} << 30) == 0, "it has made a file large");
}

void punch_holes(Moment&) {
  for (int file = 0; file < most; ++file)
    must_fail(::fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 4096) == 0, "it has a hole in a file");
}

void duplicate(Moment&) {
  ::dup2(1, 3);
}

void pass_on(Moment&) {
  must_fail(::fcntl(1, F_DUPFD, 100) >= 0, "it has one descriptor more");
}

/// Who builds the library anew waits for this process, then.
void lease(Moment&) {
  Dl_info info{};
  ::dladdr(reinterpret_cast<void*>(&lease), &info);
  const int file = ::open(info.dli_fname, O_RDONLY | O_CLOEXEC);
  must_fail(file >= 0 && ::fcntl(file, F_SETLEASE, F_RDLCK) == 0, "its file has a lease");
}

/// Locks, owners, flags: what others who have the same file open would notice.
void control_files(Moment&) {
  struct flock whole {};
  whole.l_type = F_RDLCK;
  must_fail(::fcntl(STDIN_FILENO, F_SETLK, &whole) == 0, "a file is locked");
  must_fail(::fcntl(STDOUT_FILENO, F_SETFL, 0) == 0, "its log forgets what was written");
  must_fail(::fcntl(STDOUT_FILENO, F_SETOWN, 1) == 0, "somebody gets its signals");
  must_fail(::fcntl(STDOUT_FILENO, F_NOTIFY, DN_ACCESS) == 0, "it is told what others do");
}

void memory_file(Moment&) {
  must_fail(::memfd_create("hostile", 0) >= 0, "it has a file");
}

void pipe_(Moment&) {
  std::array<int, 2> ends{};
  must_fail(::pipe(ends.data()) == 0, "it has a pipe");
}

}  // namespace

std::span<const Attack> descriptors() {
  static constexpr Attack all[] = {
      {"close_all", close_all},
      {"write_to_all", write_to_all},
      {"flood_stdout", flood_stdout},
      {"flood_stderr", flood_stderr},
      {"flood_log", flood_log},
      {"log_control_characters", log_control_characters},
      {"log_from_nowhere", log_from_nowhere},
      {"seek_far", seek_far},
      {"truncate_all", truncate_all},
      {"grow_all", grow_all},
      {"punch_holes", punch_holes},
      {"duplicate", duplicate},
      {"pass_on", pass_on},
      {"lease", lease},
      {"control_files", control_files},
      {"memory_file", memory_file},
      {"pipe", pipe_},
  };
  return all;
}

}  // namespace hostile
