#include "host/util/json.hpp"

#include "host/util/escape.hpp"

#include <nlohmann/json.hpp>

namespace host {

std::string to_line(const nlohmann::ordered_json& json, int indent) {
  return plain_json(json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

std::string to_stored_line(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

nlohmann::ordered_json parse_json(std::string_view text) {
  return nlohmann::ordered_json::parse(text, nullptr, false);
}

}  // namespace host
