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

/// Returns the result of `call`. If it throws, returns AGON_FAILED and writes a sentence to `error`.
template <class Call>
agon_status guarded(agon_error& error, Call&& call) {
  try {
    return call();
  } catch (const std::bad_alloc&) {
    say(error, "out of memory");
  } catch (const std::exception& exception) {
    say(error, std::string("it threw an exception: ") + exception.what());
  } catch (...) {
    say(error, "it threw an exception that is no std::exception");
  }
  return AGON_FAILED;
}

}  // namespace host
