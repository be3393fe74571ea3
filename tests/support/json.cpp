#include "tests/support/json.hpp"

namespace support {

Json parse_json(std::string_view text) {
  return Json::parse(text);
}

bool is_json(std::string_view text) {
  return Json::accept(text);
}

std::string to_text(const Json& json, int indent) {
  return json.dump(indent);
}

}  // namespace support
