// JSON in tests. Parsing it and writing it as text takes seconds to compile: so both are compiled once, here.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace support {

/// The members of an object keep their order.
using Json = nlohmann::ordered_json;

/// Throws Json::parse_error if it is none.
Json parse_json(std::string_view text);

bool is_json(std::string_view text);

/// On one line, or with `indent` blanks for each level.
std::string to_text(const Json& json, int indent = -1);

}  // namespace support
