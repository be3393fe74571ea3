// agon/failure.hpp - how C++ code says no: exceptions inside a plugin, a status and a sentence at its border.
//
// Nothing thrown may cross the C ABI. Every function that the glue hands to a host runs its body in guarded(), which
// turns what is thrown into a status and text.
#pragma once

#include <agon/standard.hpp>

#include <agon/types.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

namespace agon {

/// Throw it (or one of its children) to refuse with a sentence for the user.
class Failure : public std::runtime_error {
 public:
  Failure(agon_status status, const std::string& sentence) : std::runtime_error(sentence), status_(status) {}
  [[nodiscard]] agon_status status() const noexcept { return status_; }

 private:
  agon_status status_;
};

/// The rules refuse an action; throw it before anything has changed.
struct Illegal : Failure {
  explicit Illegal(const std::string& reason) : Failure(AGON_ILLEGAL, reason) {}
};

/// A parameter or an option can't be used as it is.
struct BadSetting : Failure {
  explicit BadSetting(const std::string& sentence) : Failure(AGON_BAD_SETTING, sentence) {}
};

/// Valid, but more than this plugin can do.
struct Unsupported : Failure {
  explicit Unsupported(const std::string& sentence) : Failure(AGON_UNSUPPORTED, sentence) {}
};

/// The beginning of a text in UTF-8, at most so many bytes, without half a character at its end: to quote what may be
/// long.
inline std::string_view shortened(std::string_view text, std::size_t most) noexcept {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return text.substr(0, most);
}

namespace detail {

/// Copies `sentence` into `error` (NULL: nobody wants it), cut at a whole UTF-8 character where it is too long.
inline void say(agon_error* error, std::string_view sentence) noexcept {
  if (error == nullptr) return;
  const std::string_view text = shortened(sentence, AGON_ERROR_CAPACITY - 1);
  std::memcpy(error->text, text.data(), text.size());
  error->text[text.size()] = '\0';
}

/// Runs `body`; what it throws becomes a status and text.
template <class Body>
agon_status guarded(agon_error* error, Body&& body) noexcept {
  try {
    body();
    return AGON_OK;
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

/// In debug builds: ends the process, naming who broke which rule of the headers. A broken contract is a bug of that
/// side, and nothing after it can be trusted.
inline void contract([[maybe_unused]] bool held, [[maybe_unused]] const char* guilty,
                     [[maybe_unused]] const char* rule) noexcept {
#ifndef NDEBUG
  if (held) return;
  std::fprintf(stderr, "agon: %s broke the contract: %s\n", guilty, rule);
  std::abort();
#endif
}

/// Writes `text` to a buffer; throws if it does not fit.
inline void write(agon_buffer& buffer, std::string_view text) {
  if (text.size() > buffer.capacity) {
    throw Failure(AGON_FAILED, "a text of " + std::to_string(text.size()) + " bytes does not fit into " +
                                   std::to_string(buffer.capacity));
  }
  if (!text.empty()) std::memcpy(buffer.data, text.data(), text.size());
  buffer.size = text.size();
}

/// Bytes as text.
inline std::string_view view(agon_bytes bytes) noexcept {
  return {static_cast<const char*>(bytes.data), bytes.size};
}

}  // namespace detail
}  // namespace agon
