// agon/topcoder.hpp - what the bridges for contest classes share.
//
// A class that was written for a TopCoder contest becomes a plugin with one line at its end:
//
//     #include <agon/topcoder/tonga.hpp>      // or: g++ -include agon/topcoder/tonga.hpp
//     ... the class, as it was ...
//     AGON_TOPCODER_STRATEGY(PseudoTonga)
//
// The strategy's id is the class's name in lower case; AGON_TOPCODER_STRATEGY_AS gives it another one.
//
// A class is compiled in the dialect that it was written in: `prev`, `next` and `data` were free names in 2006. So the
// bridges are written in what all dialects from -std=gnu++98 to gnu++20 have in common, straight over the C ABI, and
// say nothing `using namespace std`. After the class the macros use no lower-case words but keywords, `topcoder` and
// those that begin with agon: classes define words such as `turn`, `end` and `int` as macros.
//
// Such classes were run in a process of their own for each test and often keep globals, so each match finds the
// library's memory as it was after loading (agon/ext/single_instance.h). Build it with -fno-gnu-unique, so that every
// load really has globals of its own. What a class prints goes to the match's log; agon/topcoder_files.hpp says what
// becomes of its files.
//
// Each game's bridge (<game>/topcoder.hpp, installed as agon/topcoder/<game>.hpp) defines AGON_TOPCODER_PROTOCOL and
// agon::topcoder::Adapter<Class>, which has a constructor from const agon_session& and
//
//     void turn(agon_bytes observation, agon_buffer& action);   // may throw
#pragma once

#include <agon/ext/single_instance.h>
#include <agon/plugin.h>

// GCC 4.0, which the contests of that time used, included these with <string>, <vector> and <iostream>, and the
// contest's own part of the program did with the rest: classes forgot them and were right. The Bessel functions of
// <cmath> are left out, since their names are wanted for coordinates.
#define j0 agon_topcoder_j0
#define j1 agon_topcoder_j1
#define jn agon_topcoder_jn
#define y0 agon_topcoder_y0
#define y1 agon_topcoder_y1
#define yn agon_topcoder_yn
#include <math.h>
#include <cmath>
#undef j0
#undef j1
#undef jn
#undef y0
#undef y1
#undef yn
#include <sys/time.h>
#include <algorithm>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <climits>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <agon/topcoder_files.hpp>

namespace agon {
namespace topcoder {

typedef std::vector<std::string> Rows;
typedef int Number;

/// Ends the seat's match with a sentence.
class Failure : public std::runtime_error {
 public:
  Failure(agon_status status, const std::string& sentence) : std::runtime_error(sentence), status_(status) {}
  agon_status status() const { return status_; }

 private:
  agon_status status_;
};

inline Failure no_newcomer() {
  return Failure(AGON_UNSUPPORTED, "a contest's class can't take over in the middle of a match");
}

/// The protocol's observation struct; bytes behind it are fields of a later version.
template <class Observation>
const Observation& read(agon_bytes bytes) {
  if (bytes.size < sizeof(Observation))
    throw Failure(AGON_FAILED, "the host sent an observation that is shorter than the protocol's");
  return *static_cast<const Observation*>(bytes.data);
}

/// The protocol's action struct.
template <class Action>
void write(const Action& decided, agon_buffer& action) {
  if (action.capacity < sizeof(Action)) throw Failure(AGON_FAILED, "the host left too little room for an action");
  std::memcpy(action.data, &decided, sizeof(Action));
  action.size = sizeof(Action);
}

/// Reads an integer at `at` and moves it on. False: there is none, or none that fits.
inline bool read_number(const char*& at, int& number) {
  char* end = 0;
  errno = 0;
  const long value = std::strtol(at, &end, 10);
  if (end == at || errno != 0 || value < INT_MIN || value > INT_MAX) return false;
  at = end;
  number = static_cast<int>(value);
  return true;
}

/// Copies a sentence, cut at a whole character of UTF-8 where it is too long.
inline void say(agon_error* error, const char* sentence) {
  if (error == 0) return;
  std::size_t size = std::strlen(sentence);
  if (size >= AGON_ERROR_CAPACITY) {
    size = AGON_ERROR_CAPACITY - 1;
    while (size > 0 && (static_cast<unsigned char>(sentence[size]) & 0xC0) == 0x80) --size;
  }
  std::memcpy(error->text, sentence, size);
  error->text[size] = '\0';
}

/// The status and the sentence for what was thrown: inside a catch block.
inline agon_status explained(agon_error* error) {
  try {
    throw;
  } catch (const Failure& failure) {
    say(error, failure.what());
    return failure.status();
  } catch (const std::bad_alloc&) {
    say(error, "out of memory");
  } catch (const std::exception& exception) {
    say(error, exception.what());
  } catch (...) {
    say(error, "an exception that is no std::exception");
  }
  return AGON_FAILED;
}

/// Thrown through the class where its turn is over before it returns.
struct TurnOver {};

/// The functions of the C ABI over one bridge.
template <class Bridge>
struct __attribute__((visibility("hidden"))) Functions {
  static agon_status agon_create(const agon_session* session, void** self, agon_error* error) {
    try {
      *self = new Bridge(*session);
      return AGON_OK;
    } catch (...) {
      return explained(error);
    }
  }

  static void agon_destroy(void* self) { delete static_cast<Bridge*>(self); }

  static agon_status agon_turn(void* self, agon_bytes observation, agon_buffer* action, agon_error* error) {
    try {
      static_cast<Bridge*>(self)->turn(observation, *action);
      return AGON_OK;
    } catch (const TurnOver&) {
      action->size = 0;
      return AGON_OK;
    } catch (...) {
      return explained(error);
    }
  }

  static const void* agon_extension(const char* id) {
    static const char present = 1;
    return std::strcmp(id, AGON_SINGLE_INSTANCE) == 0 ? &present : 0;
  }
};

/// A class for one game; each game's header defines it.
template <class Class>
class Adapter;

/// Stands in for a class that does not exist.
struct NoClass {};
template <>
class Adapter<NoClass> {
 public:
  explicit Adapter(const agon_session&) {}
  void turn(agon_bytes, agon_buffer&) {}
};

}  // namespace topcoder
}  // namespace agon

/* AGON_TOPCODER_STRATEGY gives this name to its class, in an inner namespace. If the class does not exist, the compiler
 * rejects that declaration with one error, and the rest of the macro uses this fallback without further errors. */
typedef agon::topcoder::NoClass agon_topcoder_class;

/* Character number `at` of a class's name as a strategy's id has it: in lower case, '_' for what is no letter or digit,
 * NUL behind its end. A constant, since a host reads ids from the file and runs no code for it. */
#define AGON_TOPCODER_AT(name, at) ((name)[(at) < sizeof(name) ? (at) : sizeof(name) - 1])
#define AGON_TOPCODER_IN(name, at, first, last) \
  (AGON_TOPCODER_AT(name, at) >= (first) && AGON_TOPCODER_AT(name, at) <= (last))
#define AGON_TOPCODER_C(name, at)                                                                     \
  static_cast<char>(AGON_TOPCODER_IN(name, at, 'A', 'Z') ? AGON_TOPCODER_AT(name, at) - 'A' + 'a'     \
                    : AGON_TOPCODER_IN(name, at, 'a', 'z') || AGON_TOPCODER_IN(name, at, '0', '9') || \
                            (at) + 1 >= sizeof(name)                                                  \
                        ? AGON_TOPCODER_AT(name, at)                                                  \
                        : '_')
#define AGON_TOPCODER_C8(name, at)                                                                       \
  AGON_TOPCODER_C(name, (at) + 0), AGON_TOPCODER_C(name, (at) + 1), AGON_TOPCODER_C(name, (at) + 2),     \
      AGON_TOPCODER_C(name, (at) + 3), AGON_TOPCODER_C(name, (at) + 4), AGON_TOPCODER_C(name, (at) + 5), \
      AGON_TOPCODER_C(name, (at) + 6), AGON_TOPCODER_C(name, (at) + 7)
#define AGON_TOPCODER_ID(name)                                                                                        \
  {                                                                                                                   \
    AGON_TOPCODER_C8(name, 0u), AGON_TOPCODER_C8(name, 8u), AGON_TOPCODER_C8(name, 16u), AGON_TOPCODER_C8(name, 24u), \
        AGON_TOPCODER_C8(name, 32u), AGON_TOPCODER_C8(name, 40u), AGON_TOPCODER_C8(name, 48u),                        \
        AGON_TOPCODER_C8(name, 56u), '\0'                                                                             \
  }

/* The C ABI's table for a bridge. */
#define AGON_TOPCODER_TYPE(Bridge, id, version, summary)                                                      \
  {                                                                                                           \
    id, version, AGON_TOPCODER_PROTOCOL, summary, 0, 0, 0, &::agon::topcoder::Functions<Bridge>::agon_create, \
        &::agon::topcoder::Functions<Bridge>::agon_destroy, &::agon::topcoder::Functions<Bridge>::agon_turn,  \
        &::agon::topcoder::Functions<Bridge>::agon_extension                                                  \
  }

/* Makes the library a plugin with one strategy. */
#define AGON_TOPCODER_PLUGIN(Bridge, id, version, summary)                                                    \
  static const agon_strategy_type agon_topcoder_strategy = AGON_TOPCODER_TYPE(Bridge, id, version, summary);  \
  static const agon_strategy_type* const agon_topcoder_strategies[] = {&agon_topcoder_strategy};              \
  const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR,          AGON_ABI_NEEDED_MINOR, id, version, 0, 1, 0, \
                                        agon_topcoder_strategies};

/* The contest's class, under an id, a version and a line that says how it plays. */
#define AGON_TOPCODER_STRATEGY_AS(Class, id, version, summary) \
  namespace agon_topcoder_named {                              \
  typedef Class agon_topcoder_class;                           \
  typedef agon_topcoder_class agon_topcoder_found;             \
  }                                                            \
  AGON_TOPCODER_PLUGIN(::agon::topcoder::Adapter<agon_topcoder_named::agon_topcoder_found>, id, version, summary)

/* The contest's class, under its own name. */
#define AGON_TOPCODER_STRATEGY(Class)                              \
  static const char agon_topcoder_id[] = AGON_TOPCODER_ID(#Class); \
  AGON_TOPCODER_STRATEGY_AS(Class, agon_topcoder_id, "1.0.0", "the contest's class " #Class)
