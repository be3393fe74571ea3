// This program: its name, and the files that belong to it, relative to its location.
#pragma once

#include "host/util/descriptor.hpp"

#include <cstdint>
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

/// Returns the path of a document, given its name in the sources, such as "docs/database.md". If it does not exist,
/// returns that name.
std::filesystem::path document(std::string_view name);

/// A file that takes the place of another one: a reader, or a machine that loses its power, finds the old content or
/// the whole new one.
class ReplacingFile {
 public:
  /// Creates a file in the folder of `path`, with a name that nobody can foresee and that no other file has. If `path`
  /// is there and no regular file, such as a pipe or a link, writes into it instead. Throws Failure(output), as all
  /// functions do.
  explicit ReplacingFile(std::filesystem::path path);
  ReplacingFile(const ReplacingFile&) = delete;
  ReplacingFile& operator=(const ReplacingFile&) = delete;
  /// Removes the file, unless keep() was called.
  ~ReplacingFile();

  void write(std::string_view bytes);
  /// Removes what is behind the first `size` bytes.
  void shorten(std::uintmax_t size);
  /// Gives the file its place, once all of it is on the disk. If that fails, the file stays beside its place. Without
  /// `safe`, does not wait for the disk: then the content may be lost with the machine's power, but to no reader.
  void keep(bool safe = true);

  /// Returns where the file is now; empty if it is written in its place.
  [[nodiscard]] const std::filesystem::path& part() const { return part_; }

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  std::filesystem::path part_;
  Descriptor file_;
};

/// Writes a whole file; `safe` as for keep().
void replace_file(const std::filesystem::path& path, std::string_view content, bool safe = true);

}  // namespace host
