// This program's name: `host` in the build tree; `agon` if it is installed or started by the launcher ./agon, since
// Debian has another program `host`.
#pragma once

#include <string>
#include <string_view>

namespace host {

/// Returns "agon" if the executable file has that name, otherwise "host".
std::string_view short_name();

/// Returns the command that starts this program again: the path if a relative one was typed, such as "./agon",
/// otherwise the short name.
std::string_view program_name();

/// Returns one of its commands as typed: "host info GAME" for "info GAME".
std::string command_line(std::string_view words);

/// Returns the start of a line on stderr, which tells the reader which program wrote it: "host: ".
std::string message_prefix();

/// Returns `text`, which was written for a program called host, for one called `program`. Replaces `host` if a blank
/// follows and it begins a command line: after a quote, a bracket or "&& ", or on a line that is indented by two
/// blanks. The word in a sentence, as in "the host takes a copy", is kept.
std::string renamed(std::string text, std::string_view program = program_name());

}  // namespace host
