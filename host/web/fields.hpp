// Reads the fields of requests.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>

namespace host {

/// Return a field of an object. Throw Failure(usage) if it is missing or has another type.
std::string text_field(const nlohmann::ordered_json& json, const char* name);
std::uint64_t number_field(const nlohmann::ordered_json& json, const char* name);

/// Returns a flag of an object; false if it is missing. Throws Failure(usage) if it has another type.
bool flag_field(const nlohmann::ordered_json& json, const char* name);

}  // namespace host
