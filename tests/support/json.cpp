#include "tests/support/json.hpp"

#include <sstream>
#include <stdexcept>
#include <utility>

namespace support {

Json parse_json(std::string_view text) {
  return Json::parse(text);
}

std::vector<Json> objects(const std::string& lines, const std::string& member) {
  std::vector<Json> all;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);) {
    Json object = parse_json(line);
    if (member.empty() || object.contains(member)) all.push_back(std::move(object));
  }
  return all;
}

std::string normalised_json(const std::string& lines) {
  std::string text;
  for (Json& object : objects(lines)) {
    if (object.contains("seats")) {
      for (Json& seat : object.at("seats")) seat.at("sha256") = std::string(64, '0');
    }
    if (object.contains("result")) {
      for (const char* const key : {"cpu_s", "wall_s", "peak_kib"}) {
        for (Json& used : object.at("result").at(key)) used = 0;
      }
    }
    object.erase("usage");
    object.erase("files");  // where this machine has the plugins
    if (object.contains("run")) {
      for (Json& strategy : object.at("run").at("strategies")) strategy.at("cpu_s") = 0;
    }
    text += to_text(object) + "\n";
  }
  return text;
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
