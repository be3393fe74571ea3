// Small things with text that several folders need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// The parts of `text` between `separator`s; one empty part for an empty text.
std::vector<std::string> split(std::string_view text, char separator);

/// "a, b, c".
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");

/// " (did you mean 'x'?)" for the candidate nearest to `word`, if one is near enough to be a slip of the keyboard; else
/// "".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

/// "1 match", "2 matches": `what` in the plural as "seed", "match" and "strategy" have it, by how the word ends.
std::string counted(std::uint64_t number, std::string_view what);

/// Columns that text takes on a terminal: its UTF-8 characters.
std::size_t width(std::string_view text);

/// The shortest decimal that reads back as the same number, whole ones up to 2^53 in full: 4 for 4.0, and 100000.
std::string decimal(double number);

/// "64 MiB", "0.5 MiB", "61.04 MiB": to two digits behind the point, which is all that memory is shown in.
std::string in_mebibytes(std::int64_t bytes);

/// "1.234 s", cut off behind the milliseconds.
std::string in_seconds(std::int64_t nanoseconds);

}  // namespace host
