// Formats plain text for manual pages, man(7).
#pragma once

#include <string>
#include <string_view>

namespace host::roff {

/// Returns text for use within a line, escaped: no character is interpreted as a command or replaced by a typographic
/// one.
std::string escaped(std::string_view text);

std::string bold(std::string_view text);
std::string italic(std::string_view text);

/// Returns one argument of a macro and the line end: "\"EXIT STATUS\"\n".
std::string argument(std::string_view text);

/// Formats lines of a help text: fills paragraphs, which are separated by empty lines, and keeps indented lines
/// unchanged. Ends with a line end, unless `text` is empty.
std::string paragraphs(std::string_view text);

}  // namespace host::roff
