// The byte order mark of UTF-8, with which other programs may begin a file or their output.
#pragma once

#include <string_view>

namespace host {

/// Returns the text without the mark at its beginning.
constexpr std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.substr(text.starts_with(mark) ? mark.size() : 0);
}

}  // namespace host
