// Reads and writes JSON. Compiling the library's parser and writer takes seconds per file, so only this file uses them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace host {

/// Returns JSON as one line, or with `indent` blanks per level. Invalid UTF-8 from plugins and users becomes
/// replacement characters. Invisible characters become JSON escapes, so that the result is safe to show on a terminal.
std::string to_line(const nlohmann::ordered_json& json, int indent = -1);

/// Returns JSON as one line for a file or a database, not for a terminal: only invalid UTF-8 is replaced, by
/// replacement characters.
std::string to_stored_line(const nlohmann::ordered_json& json);

/// Parses JSON. If the text is not JSON, returns a value that is_discarded().
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace host
