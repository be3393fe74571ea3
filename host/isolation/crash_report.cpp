#include "host/isolation/crash_report.hpp"

#include "host/isolation/worker_sandbox.hpp"

#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>

namespace host::sandbox {

namespace {

using channel::Hint;

channel::Channel* hints = nullptr;

void leave(Hint hint, std::int32_t number, std::string_view text) noexcept {
  if (hints == nullptr) return;
  const std::size_t size = std::min(text.size(), sizeof hints->text - 1);
  std::memcpy(hints->text, text.data(), size);
  hints->text[size] = '\0';
  hints->number = number;
  hints->hint = static_cast<std::uint32_t>(hint);
}

/// Everything below must be async-signal-safe.
extern "C" void on_forbidden_call(int, siginfo_t* info, void* context) {
  if (emulated(*info, context)) return;
  leave(Hint::forbidden, info->si_syscall, "");
  ::_exit(1);  // the filter forbids raising the signal again
}

std::uintptr_t stack_pointer([[maybe_unused]] const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(context.uc_mcontext.gregs[REG_RSP]);
#elif defined(__aarch64__)
  return context.uc_mcontext.sp;
#else
  return 0;
#endif
}

/// The default handler has been restored (SA_RESETHAND). So after the return, the fault recurs and ends the process.
extern "C" void on_fault(int, siginfo_t* info, void* context) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const std::uintptr_t stack = stack_pointer(*static_cast<const ucontext_t*>(context));
  constexpr std::uintptr_t lowest = 4096;  // what a null pointer and a small offset give, whatever the page's size
  constexpr std::uintptr_t frame = 64 * 1024;
  const bool near_stack = stack != 0 && address < stack + frame && address + frame > stack;
  leave(Hint::fault, near_stack ? 2 : address < lowest ? 1 : 0, "");
}

[[noreturn]] void on_terminate() {
  const std::exception_ptr thrown = std::current_exception();
  if (!thrown) std::abort();
  try {
    std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    give_up(Hint::memory, "");
  } catch (const std::exception& exception) {
    give_up(Hint::threw, exception.what());
  } catch (...) {
    give_up(Hint::threw, "one that is no std::exception");
  }
}

/// The strategy may handle the failure, so it gets std::bad_alloc as usual. If it fails because of that, the host knows
/// the reason.
void on_no_memory() {
  leave(Hint::memory, 0, "");
  throw std::bad_alloc();
}

void on(int signal, int flags, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | flags;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void leave_hints_in(channel::Channel& shared) {
  hints = &shared;
}

void give_up(Hint hint, std::string_view text) {
  leave(hint, 0, text);
  ::_exit(1);
}

void catch_exceptions() {
  std::set_terminate(on_terminate);
  std::set_new_handler(on_no_memory);
}

void catch_signals() {
  static std::array<std::byte, 16384> buffer;  // the stack may have overflowed
  stack_t stack{};
  stack.ss_sp = buffer.data();
  stack.ss_size = buffer.size();
  ::sigaltstack(&stack, nullptr);
  on(SIGSYS, 0, on_forbidden_call);
  on(SIGSEGV, static_cast<int>(SA_RESETHAND), on_fault);
  on(SIGBUS, static_cast<int>(SA_RESETHAND), on_fault);
}

}  // namespace host::sandbox
