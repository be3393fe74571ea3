// Responses of the server and of the views.
#pragma once

#include "host/web/http.hpp"

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace host {

/// Returns the media type of a file of the client or of a site.
const char* type_of(std::string_view name);

HttpResponse json_response(const nlohmann::ordered_json& json);

/// Returns {"error": "sentence"}.
HttpResponse error_response(unsigned status, const std::string& sentence);

/// Returns the response of `body`, or an error_response() for what it throws. Browsers report status codes other than
/// 200 as errors of the page, which the refusal of a change is not.
HttpResponse answered(const HttpRequest& request, const std::function<HttpResponse()>& body);

/// Returns a value of the query; "" if it is missing.
std::string value_of(const HttpRequest& request, const std::string& name);

/// Returns a number of the query. Throws Failure(usage).
std::uint64_t number_of(const HttpRequest& request, const std::string& name);

// Reads the fields of requests.

/// Return a field of an object. Throw Failure(usage) if it is missing or has another type.
std::string text_field(const nlohmann::ordered_json& json, const char* name);
std::uint64_t number_field(const nlohmann::ordered_json& json, const char* name);

/// Returns a flag of an object; false if it is missing. Throws Failure(usage) if it has another type.
bool flag_field(const nlohmann::ordered_json& json, const char* name);

}  // namespace host
