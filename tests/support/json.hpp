// JSON in tests. Compiling its parser and writer takes seconds, so both are compiled only here.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace support {

/// The members of an object keep their order.
using Json = nlohmann::ordered_json;

/// Throws Json::parse_error if the text is not JSON.
Json parse_json(std::string_view text);

/// Returns the objects of a text that has one on each line; with `member`, only those that have it.
std::vector<Json> objects(const std::string& lines, const std::string& member = "");

/// Returns transcripts or results, an object on each line, without what differs from run to run: times, memory and the
/// libraries' checksums are zeros, so that these are still transcripts.
std::string normalised_json(const std::string& lines);

bool is_json(std::string_view text);

/// Returns one line, or with `indent` blanks per level.
std::string to_text(const Json& json, int indent = -1);

/// Returns the data of an exported page: what its script draws. `id` is that of their element.
Json page_data(const std::string& page, const std::string& id);

}  // namespace support
