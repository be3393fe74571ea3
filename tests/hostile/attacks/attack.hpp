// What a hostile strategy does: functions by name, that a plugin's option, or a library's constructor, calls.
//
// An attack that the sandbox answers by ending the process never returns. One that it answers by refusing returns, and
// the strategy plays on. One that gets what it wanted throws, so that the result says so, and so does one that did not
// find what it attacks: it would show nothing.
#pragma once

#include <agon/strategy.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hostile {

/// What an attack can get at: the arguments of the call that it is made in. All are NULL in a library's constructor,
/// and `action` and the observation are NULL outside turns.
struct Moment {
  const agon_session* session = nullptr;
  agon_bytes observation{};
  agon_buffer* action = nullptr;
  agon_error* error = nullptr;
  agon_status status = AGON_OK;  // what the call is to return
};

struct Attack {
  const char* name;
  void (*run)(Moment& moment);
};

/// For what the sandbox has to refuse.
inline void must_fail(bool succeeded, const std::string& what) {
  if (succeeded) throw std::runtime_error("the attack succeeded: " + what);
}

/// For what has to be there to be attacked.
inline void must_reach(bool reached, const std::string& what) {
  if (!reached) throw std::runtime_error("the attack missed: " + what);
}

/// For what the sandbox has to refuse, after a call that may have set errno: it must not have failed for another
/// reason, such as that there is no such file.
/// `as`: what the sandbox answers in place of EPERM.
inline void must_be_refused(bool succeeded, const std::string& what, int as = EPERM) {
  must_fail(succeeded, what);
  must_reach(errno == as || errno == EACCES, what + ": error " + std::to_string(errno));
}

/// Keeps the compiler from seeing that `value` is never used, or what it is.
template <class Value>
Value hidden(Value value) {
  Value volatile kept = value;
  return kept;
}

/// Uses CPU time, and does not return.
inline void spin() {
  while (hidden(true)) {
  }
}

/// Defines short attacks: ATTACKS(of_a_kind) = {{"name", function}, ...}. The linker gathers all of them, as one of a
/// library's constructors may look for its attack before others have run.
#define ATTACKS(of_a_kind) [[gnu::used, gnu::section("attacks")]] constinit Attack of_a_kind[]

/// Defines an attack by its name: ATTACK(name) { ... }, in which `moment` is what it can get at.
#define ATTACK(name)                                   \
  void attack_##name([[maybe_unused]] Moment& moment); \
  ATTACKS(name##_entry) = {{#name, attack_##name}};    \
  void attack_##name([[maybe_unused]] Moment& moment)

/// The attack of that name; NULL if there is none.
const Attack* find_attack(std::string_view name);

}  // namespace hostile
