// What a strategy that has failed says about it in its log.
#pragma once

#include <string>
#include <string_view>

namespace host {

/// In a program's log, before each line of its standard output that is no message.
inline constexpr std::string_view stray_prefix = "stdout: ";

/// Returns the line of a log that best says why its writer has ended; "" if there is none. This is the last line,
/// except that interpreters write their version, frames of the stack or hints below the error. A cause that takes two
/// lines becomes one.
std::string last_words(std::string_view log);

/// Returns whether the text says that a file can't be opened.
bool misses_file(std::string_view text);

}  // namespace host
