// Leaves without an answer: exits and exceptions.
#include "tests/hostile/attacks/attack.hpp"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <new>

namespace hostile {

namespace {

[[noreturn]] void exit_(Moment&) {
  std::exit(0);
}

[[noreturn]] void exit_at_once(Moment&) {
  ::_exit(0);
}

[[noreturn]] void exit_quickly(Moment&) {
  std::quick_exit(3);
}

void exit_thread(Moment&) {
  ::syscall(SYS_exit, 0);
}

void exit_pthread(Moment&) {
  ::pthread_exit(nullptr);
}

[[noreturn]] void throw_exception(Moment&) {
  throw std::runtime_error("I am hostile");
}

[[noreturn]] void throw_int(Moment&) {
  throw 42;
}

[[noreturn]] void throw_bad_alloc(Moment&) {
  throw std::bad_alloc();
}

struct Nameless : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return nullptr; }
};

/// An exception without the text that it promises.
[[noreturn]] void throw_nameless(Moment&) {
  throw Nameless();
}

struct Endless : std::exception {
  [[nodiscard]] const char* what() const noexcept override {
    static const std::string text(1 << 20, '!');
    return text.c_str();
  }
};

[[noreturn]] void throw_long_text(Moment&) {
  throw Endless();
}

}  // namespace

std::span<const Attack> departures() {
  static constexpr Attack all[] = {
      {"exit", exit_},
      {"exit_at_once", exit_at_once},
      {"exit_quickly", exit_quickly},
      {"exit_thread", exit_thread},
      {"exit_pthread", exit_pthread},
      {"throw_exception", throw_exception},
      {"throw_int", throw_int},
      {"throw_bad_alloc", throw_bad_alloc},
      {"throw_nameless", throw_nameless},
      {"throw_long_text", throw_long_text},
  };
  return all;
}

}  // namespace hostile
