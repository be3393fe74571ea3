#include "host/util/json.hpp"

#include "host/util/escape.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns whether a number in it would be written as "-0.0".
bool has_negative_zero(const Json& json) {
  if (json.is_structured()) return std::any_of(json.begin(), json.end(), has_negative_zero);
  return json.is_number_float() && json.get<double>() == 0 && std::signbit(json.get<double>());
}

void clear_signs(Json& json) {
  for (Json& each : json) {
    if (each.is_structured())
      clear_signs(each);
    else if (has_negative_zero(each))
      each = 0.0;
  }
}

std::string dumped(const Json& json, int indent) {
  if (has_negative_zero(json)) {
    Json plain = Json::array({json});
    clear_signs(plain);
    return dumped(plain[0], indent);
  }
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string to_line(const nlohmann::ordered_json& json, int indent) {
  return plain_json(dumped(json, indent));
}

std::string to_stored_line(const nlohmann::ordered_json& json) {
  return dumped(json, -1);
}

nlohmann::ordered_json parse_json(std::string_view text) {
  return nlohmann::ordered_json::parse(text, nullptr, false);
}

}  // namespace host
