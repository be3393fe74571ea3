// Checks ids of games, strategies and settings.
#pragma once

#include <algorithm>
#include <string_view>

namespace host {

/// Returns whether `text` is a lower-case letter, followed by lower-case letters, digits and '_'.
inline bool is_identifier(std::string_view text) {
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto part = [&](char c) { return lower(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && lower(text.front()) && std::all_of(text.begin(), text.end(), part);
}

}  // namespace host
