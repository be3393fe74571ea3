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

ATTACK(null_write) {
  *hidden(static_cast<volatile int*>(nullptr)) = 1;
}

int deeper(int depth) {
  std::array<volatile int, 256> frame{};
  frame[static_cast<std::size_t>(depth) % frame.size()] = depth;
  return hidden(depth) < 0 ? 0 : deeper(depth + 1) + frame[1];
}

ATTACK(illegal_instruction) {
#ifdef __aarch64__
  if (hidden(true)) __asm__ volatile("udf #0");  // the compiler's trap is SIGTRAP there
#else
  if (hidden(true)) __builtin_trap();
#endif
}

/// Reads behind the end of a file that is mapped: while a library is loaded, libraries may be read.
ATTACK(bus_error) {
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
ATTACK(crash_with_signals_blocked) {
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
  attack_null_write(moment);
}

/// What it said before must be kept.
ATTACK(print_and_crash) {
  std::puts("last words on stdout");
  std::fputs("last words on stderr\n", stderr);
  attack_null_write(moment);
}

ATTACKS(crashes) = {
    {"wild_write", [](Moment&) { *hidden(reinterpret_cast<volatile int*>(std::uintptr_t{0x123456789000})) = 1; }},
    {"wild_jump", [](Moment&) { hidden(reinterpret_cast<void (*)()>(std::uintptr_t{0x123456789000}))(); }},
    {"stack_overflow", [](Moment&) { deeper(0); }},
    {"abort", [](Moment&) { std::abort(); }},
    {"terminate", [](Moment&) { std::terminate(); }},
    {"divide_by_zero", [](Moment&) { hidden(hidden(1) / hidden(0)); }},
    {"raise_segv", [](Moment&) { std::raise(SIGSEGV); }},
    {"raise_kill", [](Moment&) { std::raise(SIGKILL); }},
    {"raise_stop", [](Moment&) { std::raise(SIGSTOP); }},
};

}  // namespace

}  // namespace hostile
