#include "host/plugin/spec.hpp"

#include "host/failure.hpp"

#include <cstddef>

namespace host {

namespace {

/// Returns where the options begin: at the first comma that is not in quotes, which a command line may have.
std::size_t end_of_plugin(const std::string& text) {
  if (!text.starts_with("run:")) return text.find(',');
  char quote = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (quote == 0 && letter == ',') return at;
    if (quote != 0 ? letter == quote : letter == '\'' || letter == '"') quote = quote != 0 ? '\0' : letter;
  }
  return std::string::npos;
}

}  // namespace

PluginSpec PluginSpec::parse(const std::string& text, const std::string& option) {
  const std::size_t comma = end_of_plugin(text);
  PluginSpec spec{.plugin = text.substr(0, comma), .options = {}, .name = {}, .given = text};
  if (spec.plugin.empty()) {
    throw Failure(Exit::usage, option + " '" + text + "': it takes a name or a path, then options: mybot.so,depth=3");
  }
  if (comma == std::string::npos) return spec;
  for (auto& [name, value] : parse_assignments(text.substr(comma + 1), option + " " + spec.plugin)) {
    if (name == "name") {
      if (value.empty() || !spec.name.empty())
        throw Failure(Exit::usage, option + " " + text + ": it takes one name, as in " + spec.plugin + ",name=deep");
      spec.name = value;
    } else {
      spec.options.emplace_back(name, value);
    }
  }
  return spec;
}

}  // namespace host
