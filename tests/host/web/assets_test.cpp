// The client's files in the program: its first page, and scripts for pages without a server.
#include "host/web/assets.hpp"

#include <doctest/doctest.h>

#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Returns the name that a line of a module declares for the whole module; "" if it declares none.
std::string declared(const std::string& line) {
  for (const std::string word : {"const ", "let ", "class ", "function ", "async function "}) {
    if (line.starts_with(word)) return line.substr(word.size(), line.find_first_of(" =({;", word.size()) - word.size());
  }
  return {};
}

}  // namespace

TEST_CASE("a script for a page without a server has each module once, and no imports or exports") {
  for (const char* const entry : {"exported.js", "report.js"}) {
    const std::string script = host::bundled(entry);
    std::map<std::string, int> names;
    for (const std::string& line : lines_of(script)) {
      CAPTURE(line);
      CHECK_FALSE(line.starts_with("import "));
      CHECK_FALSE(line.starts_with("export "));
      if (const std::string name = declared(line); !name.empty()) CHECK(++names[name] == 1);
    }
    CHECK(names["element"] == 1);
    CHECK(script.find("</script") == std::string::npos);
  }
}

TEST_CASE("the page of the application asks for all modules that it needs, and for nothing from elsewhere") {
  const std::string page = host::index_page();
  int modules = 0;
  for (const host::Asset& asset : host::client_assets) {
    // These are for pages without a server.
    const bool apart = asset.name == "exported.js" || asset.name == "report.js" || asset.name == "tuning.js";
    if (!asset.name.ends_with(".js") || apart) continue;
    CAPTURE(asset.name);
    CHECK(page.find("<link rel=\"modulepreload\" href=\"" + std::string(asset.name) + "\">") != std::string::npos);
    ++modules;
  }
  CHECK(modules > 10);
  for (const host::Asset& asset : host::client_assets) {
    CAPTURE(asset.name);
    for (const std::string& line : lines_of(std::string(asset.content))) {
      // Only the name of a vocabulary is an address.
      if (line.find("http://www.w3.org/2000/svg") == std::string::npos) CHECK(line.find("//www.") == std::string::npos);
      CHECK(line.find("https://") == std::string::npos);
      CHECK(line.find("innerHTML") == std::string::npos);
      CHECK(line.find("eval(") == std::string::npos);
    }
  }
}
