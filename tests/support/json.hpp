// JSON in tests. Compiling its parser and writer takes seconds, so both are compiled only here.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace support {

/// The members of an object keep their order.
using Json = nlohmann::ordered_json;

/// Throws Json::parse_error if the text is not JSON.
Json parse_json(std::string_view text);

bool is_json(std::string_view text);

/// Returns one line, or with `indent` blanks per level.
std::string to_text(const Json& json, int indent = -1);

/// Returns the data of an exported page: what its script draws. `id` is that of their element.
Json page_data(const std::string& page, const std::string& id);

}  // namespace support
