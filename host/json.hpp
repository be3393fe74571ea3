// JSON as the host writes it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace host {

/// JSON as one line, or with `indent` blanks for each level. Bytes of plugins and users that are no UTF-8 become
/// replacement characters, and what is not visible the escapes of JSON, so that it may be shown on a terminal.
std::string to_line(const nlohmann::ordered_json& json, int indent = -1);

}  // namespace host
