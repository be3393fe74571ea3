// Calls plugin functions. A plugin must not throw across the C ABI. If it does, the call counts as failed.
#pragma once

#include <agon/types.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>

namespace host {

/// Writes a sentence to `error`, truncated to its capacity.
inline void say(agon_error& error, std::string_view sentence) {
  const std::size_t size = std::min(sentence.size(), sizeof error.text - 1);
  std::memcpy(error.text, sentence.data(), size);
  error.text[size] = '\0';
}

/// Writes a sentence about the exception that is being handled. A function of its own, so that the calls it guards stay
/// small. Returns AGON_FAILED.
[[gnu::noinline, gnu::cold]] inline agon_status say_exception(agon_error& error) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    say(error, "out of memory");
  } catch (const std::exception& exception) {
    say(error, std::string("it threw an exception: ") + exception.what());
  } catch (...) {
    say(error, "it threw an exception that is no std::exception");
  }
  return AGON_FAILED;
}

/// Returns the result of `call`. If it throws, returns AGON_FAILED and writes a sentence to `error`.
template <class Call>
agon_status guarded(agon_error& error, Call&& call) {
  try {
    return call();
  } catch (...) {
    return say_exception(error);
  }
}

}  // namespace host
