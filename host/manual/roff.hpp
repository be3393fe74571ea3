// Plain text in the language of manual pages, man(7).
#pragma once

#include <string>
#include <string_view>

namespace host::roff {

/// Text within a line, as it is to be read: no character of it is a command, nor becomes a typographer's one.
std::string escaped(std::string_view text);

std::string bold(std::string_view text);
std::string italic(std::string_view text);

/// One argument of a macro, and the line's end: "\"EXIT STATUS\"\n".
std::string argument(std::string_view text);

/// Lines as they stand in a help: paragraphs parted by empty lines are filled, and lines that are indented are kept as
/// they are. Ends with a line's end, unless `text` is empty.
std::string paragraphs(std::string_view text);

}  // namespace host::roff
