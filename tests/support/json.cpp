#include "tests/support/json.hpp"

#include <stdexcept>

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

Json page_data(const std::string& page, const std::string& id) {
  const std::string opening = "<script type=\"application/json\" id=\"" + id + "\">";
  const std::size_t begin = page.find(opening);
  if (begin == std::string::npos) throw std::runtime_error("the page has no data '" + id + "'");
  const std::size_t from = begin + opening.size();
  return parse_json(page.substr(from, page.find("</script>", from) - from));
}

}  // namespace support
