#include "members.hpp"

#include <cctype>
#include <sstream>

namespace layouts {

namespace {

std::string lower(std::string text) {
  for (char& each : text) each = static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  return text;
}

/// Returns the name of the C struct. A header is the observation that varies in size.
std::string struct_name(const std::string& game, const std::string& name) {
  return game + "_" + (name == "Header" ? "observation" : lower(name));
}

/// Returns the C type for "i32", "f64", "main::polyomino::Cell".
std::string type_name(const std::string& game, const std::string& type) {
  if (const auto colon = type.rfind(':'); colon != std::string::npos) return struct_name(game, type.substr(colon + 1));
  if (type == "f64") return "double";
  if (type == "f32") return "float";
  return (type.front() == 'i' ? "int" : "uint") + type.substr(1);
}

}  // namespace

std::vector<Member> of_rust(const std::string& printed) {
  std::vector<Member> all;
  std::istringstream lines(printed);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string game;
    std::string type;
    Member member;
    words >> game >> member.owner >> member.name >> member.offset >> member.size >> std::ws;
    std::getline(words, type);
    member.owner = struct_name(game, member.owner);
    if (member.name == "-") {
      member.name.clear();
    } else if (type.front() == '[') {  // "[i8; 256]"
      const auto semicolon = type.find(';');
      member.room = std::stoul(type.substr(semicolon + 1));
      member.type = type_name(game, type.substr(1, semicolon - 1));
    } else {
      member.room = 1;
      member.type = type_name(game, type);
    }
    all.push_back(member);
  }
  return all;
}

}  // namespace layouts
