// Whole numbers as text.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace host {

/// Returns the number of which the text consists; nothing for another text, or if `Number` can't hold it.
template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace host
