// What a library can change of its process so that other code computes something else: rounding and other modes of
// arithmetic, locales, blocked signals. So that a match is the same at each level of isolation, loading a library
// leaves them as they were, and a strategy inside the host has its own ones (KeptState).
#pragma once

#include <locale.h>
#include <signal.h>

#include <clocale>
#include <cstdint>
#include <cstring>
#include <locale>
#include <string>

namespace host {

/// How a thread computes with floating-point numbers: rounding, whether tiny numbers are 0, which faults are signals.
/// At first, as a new process does. On processors other than x86-64 and AArch64, it knows nothing.
class Arithmetic {
 public:
  static Arithmetic now() {
    Arithmetic modes;
#if defined(__x86_64__)
    asm volatile("stmxcsr %0" : "=m"(modes.vectors_));
    asm volatile("fnstcw %0" : "=m"(modes.x87_));
    constexpr std::uint32_t flags = 0x3F;  // the faults that there were
    modes.vectors_ &= ~flags;
#elif defined(__aarch64__)
    asm volatile("mrs %0, fpcr" : "=r"(modes.fpcr_));
#endif
    return modes;
  }

  void set() const {
#if defined(__x86_64__)
    asm volatile("fnclex\n fldcw %0" : : "m"(x87_));  // a fault that there was is no signal now
    asm volatile("ldmxcsr %0" : : "m"(vectors_));
#elif defined(__aarch64__)
    asm volatile("msr fpcr, %0" : : "r"(fpcr_));
#endif
  }

  bool operator==(const Arithmetic&) const = default;

 private:
#if defined(__x86_64__)
  std::uint32_t vectors_ = 0x1F80;
  std::uint16_t x87_ = 0x037F;
#elif defined(__aarch64__)
  std::uint64_t fpcr_ = 0;
#endif
};

/// At first, the state of a new process, in which no signal is blocked.
class ProcessState {
 public:
  static ProcessState now() {
    ProcessState state;
    state.arithmetic_ = Arithmetic::now();
    state.thread_ = ::uselocale(nullptr);
    state.streams_ = std::locale();
    state.locale_ = std::setlocale(LC_ALL, nullptr);
    ::pthread_sigmask(SIG_SETMASK, nullptr, &state.blocked_);
    return state;
  }

  void set() const {
    const ProcessState before = now();
    arithmetic_.set();
    if (before.thread_ != thread_) ::uselocale(thread_);
    if (before.streams_ != streams_) std::locale::global(streams_);
    if (locale_ != std::setlocale(LC_ALL, nullptr)) std::setlocale(LC_ALL, locale_.c_str());
    if (!blocks_as(before)) ::pthread_sigmask(SIG_SETMASK, &blocked_, nullptr);
  }

  bool operator==(const ProcessState& other) const {
    return arithmetic_ == other.arithmetic_ && thread_ == other.thread_ && streams_ == other.streams_ &&
           locale_ == other.locale_ && blocks_as(other);
  }

  [[nodiscard]] const Arithmetic& arithmetic() const { return arithmetic_; }
  void block_as(const ProcessState& other) { blocked_ = other.blocked_; }

 private:
  [[nodiscard]] bool blocks_as(const ProcessState& other) const {
    return std::memcmp(&blocked_, &other.blocked_, sizeof blocked_) == 0;
  }

  Arithmetic arithmetic_;
  locale_t thread_ = LC_GLOBAL_LOCALE;  // in whose place the thread has another one
  std::locale streams_ = std::locale::classic();
  std::string locale_ = "C";
  sigset_t blocked_{};
};

/// Puts the state back that there was.
class SameState {
 public:
  SameState() = default;
  SameState(const SameState&) = delete;
  SameState& operator=(const SameState&) = delete;
  ~SameState() { before_.set(); }

 private:
  const ProcessState before_ = ProcessState::now();
};

/// The state that a guest in this thread has, and its host's. The modes of arithmetic are looked at after each call,
/// which takes some nanoseconds; the rest after long calls, because to change it takes longer than most turns.
class KeptState {
 public:
  /// Gives the guest the state of a new process, and remembers that of the host.
  void begin() {
    host_ = ProcessState::now();
    guest_ = ProcessState();
    guest_.block_as(host_);
    differs_ = !(guest_ == host_);
  }

  void enter() {
    if (differs_) [[unlikely]]
      guest_.set();
  }

  void leave(bool was_long) {
    if (was_long || differs_ || !(Arithmetic::now() == host_.arithmetic())) [[unlikely]]
      part();
  }

 private:
  [[gnu::noinline]] void part() {
    guest_ = ProcessState::now();
    differs_ = !(guest_ == host_);
    if (differs_) host_.set();
  }

  ProcessState host_;
  ProcessState guest_;
  bool differs_ = false;
};

}  // namespace host
