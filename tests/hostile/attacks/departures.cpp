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

ATTACK(exit) {
  std::exit(0);
}

ATTACK(exit_at_once) {
  ::_exit(0);
}

ATTACK(exit_quickly) {
  std::quick_exit(3);
}

ATTACK(exit_thread) {
  ::syscall(SYS_exit, 0);
}

ATTACK(exit_pthread) {
  ::pthread_exit(nullptr);
}

ATTACK(throw_exception) {
  throw std::runtime_error("I am hostile");
}

ATTACK(throw_int) {
  throw 42;
}

ATTACK(throw_bad_alloc) {
  throw std::bad_alloc();
}

struct Nameless : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return nullptr; }
};

/// An exception without the text that it promises.
ATTACK(throw_nameless) {
  throw Nameless();
}

struct Endless : std::exception {
  [[nodiscard]] const char* what() const noexcept override {
    static const std::string text(1 << 20, '!');
    return text.c_str();
  }
};

ATTACK(throw_long_text) {
  throw Endless();
}

}  // namespace

}  // namespace hostile
