// This program: its name, and the files that belong to it, relative to its location.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace host {

// This program's name: `host` in the build tree; `agon` if it is installed or started by the launcher ./agon, since
// Debian has another program `host`.

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

// Finds the files that belong to this program, relative to its location: the installed tree and the build tree have the
// same structure.

/// Returns the folder of this program's file, or the one that set_own_folder() has set; empty if the system does not
/// report it.
std::filesystem::path own_folder();

/// Sets the folder of the host's files, for a process that is not the host's program, such as an interpreter that has
/// loaded this code as a library. Must be called before any other function of the host, and before other threads exist.
void set_own_folder(std::filesystem::path folder);

/// Returns the installation prefix, or the build folder, in which CMake finds the package. Returns "" if there is no
/// package.
std::filesystem::path own_prefix();

/// Returns the folder with the scripts of batch systems. Returns a folder that does not exist if there is none.
std::filesystem::path own_systems();

/// Returns the path of a document, given its name in the sources, such as "docs/database.md". If it does not exist,
/// returns that name.
std::filesystem::path document(std::string_view name);

}  // namespace host
