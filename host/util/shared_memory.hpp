// Reads memory that another process may change at any time: each byte once, and what was read is checked afterwards.
//
// docs/security.md lists all reads of memory that another process can write.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>

namespace host {

/// Returns the word. The compiler can't read it again in place of the result.
template <class Word>
Word read_once(const Word& word) {
  return *const_cast<const volatile Word*>(&word);
}

/// Copies `size` bytes. The compiler can't read `from` again in place of the copy.
inline void copy_once(void* to, const void* from, std::size_t size) {
  std::memcpy(to, from, size);
  asm volatile("" : : "r"(to) : "memory");  // for the compiler, this may have changed the copy
}

/// Returns a copy of the value, made by copy_once().
template <class Value>
Value copied_once(const Value& value) {
  Value copy;  // NOLINT(cppcoreguidelines-pro-type-member-init): it is overwritten
  copy_once(&copy, &value, sizeof copy);
  return copy;
}

/// Returns a copy of the text up to its first NUL, or all of it.
template <std::size_t size>
std::string text_once(const char (&text)[size]) {
  char copy[size];
  copy_once(copy, text, size);
  return {copy, ::strnlen(copy, size)};
}

}  // namespace host
