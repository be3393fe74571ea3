#include "host/web/assets.hpp"

#include <algorithm>
#include <set>

namespace host {

namespace {

/// Returns the name of the module that a line imports: `import { a } from "./dom.js";`. Else nothing.
std::optional<std::string_view> imported(std::string_view line) {
  constexpr std::string_view from = " from \"./";
  const std::size_t at = line.find(from);
  if (!line.starts_with("import ") || at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(at + from.size());
  return rest.substr(0, rest.find('"'));
}

void add(std::string& script, std::string_view name, std::set<std::string_view>& added) {
  if (!added.insert(name).second) return;
  std::string_view rest = client_asset(name).value_or("");
  std::string own;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size() - 1) + 1;
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end);
    constexpr std::string_view exported = "export ";
    if (const auto module = imported(line)) {
      add(script, *module, added);
    } else {
      if (line.starts_with(exported)) line.remove_prefix(exported.size());
      own += line;
    }
  }
  script += own;
}

}  // namespace

std::optional<std::string_view> client_asset(std::string_view name) {
  for (const Asset& each : client_assets) {
    if (each.name == name) return each.content;
  }
  return std::nullopt;
}

std::string index_page() {
  std::set<std::string_view> modules;
  std::string script;
  add(script, "main.js", modules);
  std::string page(client_asset("index.html").value_or(""));
  std::string links;
  for (const std::string_view module : modules)
    links.append("<link rel=\"modulepreload\" href=\"").append(module).append("\">\n");
  return page.insert(page.find("</head>"), links);
}

std::string bundled(std::string_view entry) {
  std::string script;
  std::set<std::string_view> added;
  add(script, entry, added);
  return script;
}

}  // namespace host
