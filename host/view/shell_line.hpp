// Writes words as a command line for a shell, and splits such a line into words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace host {

/// One word: as written in the line, and as a program receives it.
struct ShellWord {
  std::string written;
  std::string value;
};

/// Returns the words of a line. Reads only the quotes that shell_word() writes: '...' with '\'' between, and $'...'.
/// Expands nothing.
std::vector<ShellWord> shell_words(std::string_view line);

/// Returns the parts of a line as written, with related words joined: an option and its value, the program and its
/// command.
std::vector<std::string> shell_phrases(std::string_view line);

/// Returns the line of these words, quoted with shell_word().
std::string shell_line(std::vector<std::string> words);

}  // namespace host
