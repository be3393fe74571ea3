// Parses the value of --plugin and similar options: a strategy, its options, and its name in results.
#pragma once

#include "host/plugin/settings.hpp"

#include <string>

namespace host {

/// "mybot.so,depth=3,name=deep": the plugin by name or path, or as a command line (program.hpp), followed by options.
/// `name` is handled by the host: the name in results.
struct PluginSpec {
  std::string plugin;
  Assignments options;
  std::string name;     // empty: the strategy's id
  std::string given{};  // the whole text as written

  /// Parses the text. If it is malformed, throws Failure(usage) with the name of the `option`.
  static PluginSpec parse(const std::string& text, const std::string& option = "--plugin");
};

}  // namespace host
