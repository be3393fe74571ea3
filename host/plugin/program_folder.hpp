// Which files beside its own a program may see, and which it must not.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace host {

/// Returns the first 4096 bytes of a file; "" if it can't be read, or is no regular file.
std::string beginning_of(const std::filesystem::path& file);

/// Returns whether a file that begins with this text is an ELF file, and whether that is an executable.
bool is_elf(const std::string& text);
bool is_executable(const std::string& text);

/// Returns whether the path is a regular file.
bool is_file(const std::filesystem::path& path);
/// Returns whether it is one that this user may execute.
bool runs(const std::filesystem::path& path);

/// Returns whether the path is absolute, and lies in a folder that every program in the sandbox reads.
bool is_of_system(const std::filesystem::path& path);

/// Returns whether `path` is the folder, or lies below it. Compares names.
bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Returns why no program may read this folder, to follow "because"; "" if one may: it is or holds a home, a results
/// database or a record.
std::string why_closed(const std::filesystem::path& folder);

/// A folder that might have been made for a program. Names that begin with a full stop, `__pycache__`, folders with a
/// `pyvenv.cfg`, links and unreadable files do not belong to it.
struct ProgramFolder {
  std::vector<std::filesystem::path> files;  // with those in the folders below, at most `most_files`, in order
  bool fits = true;                          // they are not more, nor larger
  std::string objection;                     // why it was not made for the program, to follow "because"; "": it was

  static constexpr std::size_t most_files = 1000;
  static constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20U;
};

/// Looks at a folder, in which the program has the files `own`.
ProgramFolder look_into(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& own);

/// Returns whom a script names in its first line, without arguments: {"/bin/sh"}, or {"/usr/bin/env", "python3"};
/// nobody if the text is no script's.
std::vector<std::string> interpreters_in(const std::string& text);

/// Returns whether the path is that of an interpreter in a folder `bin`, by its name: python3.11, node, java.
bool is_interpreter(const std::filesystem::path& path);

/// Returns what an interpreter reads beside the system's folders: its environment (venv, conda), and the installation
/// to which that leads.
std::vector<std::filesystem::path> environment_of(const std::filesystem::path& interpreter);

/// Returns the file that a shell would run for this name; empty: none. Scripts that choose a version (pyenv's shims)
/// come last: they need the user's files.
std::filesystem::path find_in_path(const std::string& name);

}  // namespace host
