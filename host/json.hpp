// JSON as the host reads and writes it. The library takes seconds to compile wherever it parses or writes, so that is
// done here.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace host {

/// JSON as one line, or with `indent` blanks for each level. Bytes of plugins and users that are no UTF-8 become
/// replacement characters, and what is not visible the escapes of JSON, so that it may be shown on a terminal.
std::string to_line(const nlohmann::ordered_json& json, int indent = -1);

/// JSON as one line that is for no terminal: as it is but for bytes that are no UTF-8.
std::string to_stored_line(const nlohmann::ordered_json& json);

/// Of what is no JSON: a value that is_discarded().
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace host
