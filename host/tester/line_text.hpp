// Bytes as one line of text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace host::tester {

/// Writes bytes as one line of text: what is no visible character of UTF-8 becomes an escape, of at most 4 letters.
std::string line_of(std::string_view bytes);

/// Reads what line_of() has written. Returns nothing for other text.
std::optional<std::string> bytes_of(std::string_view line);

}  // namespace host::tester
