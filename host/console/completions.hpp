// Completes lines word by word. Pure functions.
#pragma once

#include <string>
#include <vector>

namespace host {

/// Returns the beginnings of `lines` that continue `begun` to the end of its current word, or of the next one if it
/// ends with a blank: each once, short ones first. "3 1" and "3 12" continue "3 " and "3 1"; "3 1 x" continues to "3
/// 1".
std::vector<std::string> continued(const std::vector<std::string>& lines, const std::string& begun);

/// Returns the longest common beginning. `lines` is not empty.
std::string common_beginning(const std::vector<std::string>& lines);

/// Returns the last word of each line.
std::vector<std::string> last_words(const std::vector<std::string>& lines);

/// Returns the words in columns of equal width, in lines of at most `width` columns that end with '\n'.
std::string in_columns(const std::vector<std::string>& words, std::size_t width = 78);

}  // namespace host
