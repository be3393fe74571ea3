// JSON as the host reads and writes it. Each file that calls the library's parser or writer takes seconds to compile:
// this is the only one.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace host {

/// JSON as one line, or with `indent` blanks for each level. Bytes of plugins and users that are no UTF-8 become
/// replacement characters, and what is not visible the escapes of JSON, so that it may be shown on a terminal.
std::string to_line(const nlohmann::ordered_json& json, int indent = -1);

/// Writes JSON as one line for a file or a database, not for a terminal: only bytes that are not UTF-8 become
/// replacement characters.
std::string to_stored_line(const nlohmann::ordered_json& json);

/// Parses JSON. If the text is not JSON, returns a value that is_discarded().
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace host
