// Makes text from a plugin, a file or a user safe for its destination.
//
// A terminal obeys control characters. Readers are deceived by invisible characters and by those that change the
// direction of writing. Shells, CSV tables and JSON have their own rules. Letters, symbols and emoji of all languages
// pass unchanged.
#pragma once

#include <string>
#include <string_view>

namespace host {

/// Returns `text` as one line: tabs and line ends become blanks, and all other invisible characters become escapes such
/// as \x1b, \u202e or \U000e0001. A byte that is not UTF-8 also becomes an escape: \xff.
std::string printable(std::string_view text);

/// Does the same, but keeps '\n' and '\t'.
std::string plain_lines(std::string_view text);

/// Replaces invisible characters in JSON, which must be valid UTF-8, by JSON escapes. The meaning does not change.
std::string plain_json(std::string_view json);

/// Quotes one word for a shell. Invisible characters are written in the syntax of bash and zsh: $'a\x1bb'.
std::string shell_word(std::string_view word);

/// Returns the text as plain_lines() and escaped for HTML and SVG: safe as text of an element and in a quoted attribute
/// value.
std::string escaped(std::string_view text);

/// Returns whether printable() leaves the text unchanged.
bool is_printable(std::string_view text);

/// Returns whether the text is well-formed UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view text);

/// Returns how many of the last bytes begin an incomplete UTF-8 character.
std::size_t unfinished(std::string_view text);

}  // namespace host
