// Ends by a signal.
#include "tests/hostile/attacks/attack.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

namespace hostile {

namespace {

void null_write(Moment&) {
  *hidden(static_cast<volatile int*>(nullptr)) = 1;
}

void wild_write(Moment&) {
  *hidden(reinterpret_cast<volatile int*>(std::uintptr_t{0x123456789000})) = 1;
}

void wild_jump(Moment&) {
  hidden(reinterpret_cast<void (*)()>(std::uintptr_t{0x123456789000}))();
}

int deeper(int depth) {
  std::array<volatile int, 256> frame{};
  frame[static_cast<std::size_t>(depth) % frame.size()] = depth;
  return hidden(depth) < 0 ? 0 : deeper(depth + 1) + frame[1];
}

void stack_overflow(Moment&) {
  deeper(0);
}

[[noreturn]] void abort_(Moment&) {
  std::abort();
}

[[noreturn]] void terminate_(Moment&) {
  std::terminate();
}

void divide_by_zero(Moment&) {
  hidden(hidden(1) / hidden(0));
}

void illegal_instruction(Moment&) {
#ifdef __aarch64__
  if (hidden(true)) __asm__ volatile("udf #0");  // the compiler's trap is SIGTRAP there
#else
  if (hidden(true)) __builtin_trap();
#endif
}

/// Reads behind the end of a file that is mapped: while a library is loaded, libraries may be read.
void bus_error(Moment&) {
  Dl_info library{};
  ::dladdr(reinterpret_cast<void*>(&::getenv), &library);
  const int file = ::open(library.dli_fname, O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0) return;
  constexpr std::size_t more = 16384;
  const auto size = static_cast<std::size_t>(status.st_size) + more;
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  if (memory == MAP_FAILED) return;
  hidden(static_cast<volatile char*>(memory)[size - 1]);
}

/// A fault that nobody can hear of.
void crash_with_signals_blocked(Moment& moment) {
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
  null_write(moment);
}

void raise_segv(Moment&) {
  std::raise(SIGSEGV);
}

void raise_kill(Moment&) {
  std::raise(SIGKILL);
}

void raise_stop(Moment&) {
  std::raise(SIGSTOP);
}

/// What it said before must be kept.
void print_and_crash(Moment& moment) {
  std::puts("last words on stdout");
  std::fputs("last words on stderr\n", stderr);
  null_write(moment);
}

}  // namespace

std::span<const Attack> crashes() {
  static constexpr Attack all[] = {
      {"null_write", null_write},
      {"wild_write", wild_write},
      {"wild_jump", wild_jump},
      {"stack_overflow", stack_overflow},
      {"abort", abort_},
      {"terminate", terminate_},
      {"divide_by_zero", divide_by_zero},
      {"illegal_instruction", illegal_instruction},
      {"bus_error", bus_error},
      {"crash_with_signals_blocked", crash_with_signals_blocked},
      {"raise_segv", raise_segv},
      {"raise_kill", raise_kill},
      {"raise_stop", raise_stop},
      {"print_and_crash", print_and_crash},
  };
  return all;
}

}  // namespace hostile
