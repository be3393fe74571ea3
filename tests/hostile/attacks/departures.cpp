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

struct Nameless : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return nullptr; }
};

struct Endless : std::exception {
  [[nodiscard]] const char* what() const noexcept override {
    static const std::string text(1 << 20, '!');
    return text.c_str();
  }
};

ATTACKS(departures) = {
    {"exit", [](Moment&) { std::exit(0); }},
    {"exit_at_once", [](Moment&) { ::_exit(0); }},
    {"exit_quickly", [](Moment&) { std::quick_exit(3); }},
    {"exit_thread", [](Moment&) { ::syscall(SYS_exit, 0); }},
    {"exit_pthread", [](Moment&) { ::pthread_exit(nullptr); }},
    {"throw_exception", [](Moment&) { throw std::runtime_error("I am hostile"); }},
    {"throw_int", [](Moment&) { throw 42; }},
    {"throw_bad_alloc", [](Moment&) { throw std::bad_alloc(); }},
    // An exception without the text that it promises.
    {"throw_nameless", [](Moment&) { throw Nameless(); }},
    {"throw_long_text", [](Moment&) { throw Endless(); }},
};

}  // namespace

}  // namespace hostile
