// Text functions for several folders.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

/// Returns the parts of `text` between `separator`s; for an empty text, one empty part.
std::vector<std::string> split(std::string_view text, char separator);

/// Returns "a, b, c".
std::string join(const std::vector<std::string>& parts, std::string_view separator = ", ");

/// Returns the end of a text for a sentence: its last three lines that are not empty, divided by " / ", at most 300
/// bytes.
std::string last_lines(std::string_view text);

/// Returns the text without the blanks and tabs at its ends, and without '\r' there.
std::string trimmed(std::string_view text);

/// Splits off the first word of a line. Both parts are trimmed().
std::pair<std::string, std::string> first_word(std::string_view line);

/// Returns the text with small letters in place of the capitals A to Z.
std::string lower_case(std::string_view text);

/// Returns " (did you mean 'x'?)" for the candidate nearest to `word`, if it is near enough to be a typing error;
/// otherwise "".
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

/// Returns "1 match", "2 matches". Forms the plural of `what` by its ending, which works for words such as "seed",
/// "match" and "strategy".
std::string counted(std::uint64_t number, std::string_view what);

/// Returns the number of terminal columns of a text: its UTF-8 characters.
std::size_t width(std::string_view text);

/// Returns the shortest decimal that reads back as the same number. Integers up to 2^53 are written in full: 4 for 4.0,
/// and 100000.
std::string decimal(double number);

/// Returns the finite number of which the text consists, in the form of C++ without a sign '+': "3", "-0.5", "1e6".
std::optional<double> finite_number(std::string_view text);

/// Returns "64 MiB", "0.5 MiB", "61.04 MiB": with up to two decimals, the precision of all memory sizes shown.
std::string in_mebibytes(std::int64_t bytes);

/// Returns "1.234 s", truncated to milliseconds.
std::string in_seconds(std::int64_t nanoseconds);

// Whole numbers as text.

/// Returns the number of which the text consists; nothing for another text, or if `Number` can't hold it.
template <class Number>
std::optional<Number> whole_number(std::string_view text) {
  Number number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  return fault == std::errc{} && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace host
