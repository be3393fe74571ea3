// The words of a run's command, as the database keeps them: a JSON array.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace host {

class Connection;

using Words = std::vector<std::string>;

/// Returns a JSON array of strings; of a word that is not UTF-8, an array of its bytes.
std::string to_json_text(const Words& words);

/// Reads it. Throws Failure(database).
Words read_words(const Connection& connection, const std::string& text);

/// Returns the words of a command line as hosts stored it before version 8 of the tables: quoted for a shell, with
/// '...', \, and $'...' with octal escapes.
Words words_of_line(std::string_view line);

}  // namespace host
