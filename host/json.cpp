#include "host/json.hpp"

#include "host/plain.hpp"

#include <nlohmann/json.hpp>

namespace host {

std::string to_line(const nlohmann::ordered_json& json, int indent) {
  return plain_json(json.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

}  // namespace host
