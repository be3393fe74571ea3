// What --plugin says, or an option like it: which strategy, its options, and how to call it.
#pragma once

#include "host/plugin/settings.hpp"

#include <string>

namespace host {

/// "mybot.so,depth=3,name=deep": the plugin by name or path, then options. `name` is the host's own: how results call
/// it.
struct PluginSpec {
  std::string plugin;
  Assignments options;
  std::string name;     // empty: the strategy's id
  std::string given{};  // all of it, as it was written

  /// Throws Failure(usage), naming the `option`, where the text is not of that form.
  static PluginSpec parse(const std::string& text, const std::string& option = "--plugin");
};

}  // namespace host
