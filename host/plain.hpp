// Text that comes from a plugin, a file or a user, made fit for where it is written to.
//
// A terminal obeys control characters, a reader's eye is deceived by invisible ones and by those that turn the
// direction of writing, and a shell, a table of numbers and JSON have rules of their own. Letters, signs and emoji of
// all languages pass unchanged.
#pragma once

#include <string>
#include <string_view>

namespace host {

/// `text` as one line: tabs and line ends become blanks, and everything else that is not visible an escape such as
/// \x1b, \u202e or \U000e0001. A byte that is not UTF-8 becomes one, too: \xff.
std::string plain(std::string_view text);

/// The same with its '\n' and '\t' kept.
std::string plain_lines(std::string_view text);

/// JSON, which is well-formed UTF-8, with the escapes of JSON in the place of what is not visible: it means the same.
std::string plain_json(std::string_view json);

/// One word as a shell has to be given it. What is not visible is written as bash and zsh read it: $'a\x1bb'.
std::string shell_word(std::string_view word);

/// Whether plain() leaves it as it is.
bool is_plain(std::string_view text);

/// Whether it is well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool is_utf8(std::string_view text);

/// How many of the last bytes begin a character of UTF-8 that is not whole yet.
std::size_t unfinished(std::string_view text);

}  // namespace host
