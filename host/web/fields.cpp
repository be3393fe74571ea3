#include "host/web/fields.hpp"

#include "host/failure.hpp"

#include <nlohmann/json.hpp>

namespace host {

std::string text_field(const nlohmann::ordered_json& json, const char* name) {
  if (!json.is_object()) throw Failure(Exit::usage, "a part of the request is no JSON object");
  const auto found = json.find(name);
  if (found == json.end() || !found->is_string())
    throw Failure(Exit::usage, std::string("the request has no text '") + name + "'");
  return found->get<std::string>();
}

std::uint64_t number_field(const nlohmann::ordered_json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number_unsigned())
    throw Failure(Exit::usage, std::string("the request has no number '") + name + "'");
  return found->get<std::uint64_t>();
}

bool flag_field(const nlohmann::ordered_json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) return false;
  if (!found->is_boolean())
    throw Failure(Exit::usage, std::string("'") + name + "' of the request takes true or false");
  return found->get<bool>();
}

}  // namespace host
