// What this program is called: `host` in the build tree; `agon` where it is installed and by the launcher ./agon, since
// Debian has a program `host` of its own.
#pragma once

#include <string>
#include <string_view>

namespace host {

/// "agon" if the file that was started has that name, else "host".
std::string_view short_name();

/// What to type to start it again: the path if a relative one was typed, as in "./agon", else the short name.
std::string_view program_name();

/// How one of its commands is typed: "host info GAME" for "info GAME".
std::string command_line(std::string_view words);

/// What a line on stderr starts with, so that its reader knows who speaks: "host: ".
std::string message_prefix();

/// `text`, which was written for a program called host, for one called `program`. Changed is `host` where a blank
/// follows and it begins a command line: behind a quote, a bracket or "&& ", or on a line that is indented by two
/// blanks. The host of a sentence, as in "the host takes a copy", stays.
std::string renamed(std::string text, std::string_view program = program_name());

}  // namespace host
