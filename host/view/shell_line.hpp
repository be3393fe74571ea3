// A command line as shell_word() has written it, word by word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace host {

/// One word: as it stands in the line, and as a program gets it.
struct ShellWord {
  std::string written;
  std::string value;
};

/// The words of a line. Only the quotes that shell_word() writes are read: '...' with '\'' between, and $'...'. Nothing
/// is expanded.
std::vector<ShellWord> shell_words(std::string_view line);

/// The line in parts that belong together, each as it stands there: an option and its value, the program and its
/// command.
std::vector<std::string> shell_phrases(std::string_view line);

}  // namespace host
