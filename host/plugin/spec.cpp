#include "host/plugin/spec.hpp"

#include "host/failure.hpp"

#include <cstddef>

namespace host {

PluginSpec PluginSpec::parse(const std::string& text, const std::string& option) {
  const std::size_t comma = text.find(',');
  PluginSpec spec{.plugin = text.substr(0, comma), .options = {}, .name = {}, .given = text};
  if (spec.plugin.empty()) {
    throw Failure(Exit::usage, option + " '" + text + "': it takes a name or a path, then options: mybot.so,depth=3");
  }
  if (comma == std::string::npos) return spec;
  for (auto& [name, value] : parse_assignments(text.substr(comma + 1), option + " " + spec.plugin)) {
    if (name == "name") {
      spec.name = value;
    } else {
      spec.options.emplace_back(name, value);
    }
  }
  return spec;
}

}  // namespace host
