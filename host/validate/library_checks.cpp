// Checks of a library: what its file declares, read without loading it, and whether it can be loaded.
#include "host/plugin/description.hpp"
#include "host/plugin/layout.hpp"
#include "host/util/text.hpp"
#include "host/validate/check.hpp"
#include "host/validate/child.hpp"

#include <agon/plugin.h>

#include <cstdint>
#include <string>
#include <vector>

namespace host::validate {

namespace {

Finding descriptors(const Case& examined) {
  if (!examined.plugin) return fail(examined.refusal);
  const PluginDescription& plugin = *examined.plugin;
  if (plugin.games.empty() && plugin.strategies.empty()) return fail("it holds neither a game nor a strategy");
  return ok(counted(plugin.games.size(), "game") + ", " + counted(plugin.strategies.size(), "strategy"));
}

/// Loads the library. Then reads the layouts of its games, which are no part of the constant data in its file.
Finding loads(const Case& examined) {
  return in_child(terms_for(examined), [] {
    const agon_plugin_type& plugin = load_library();
    for (std::uint32_t index = 0; index < plugin.game_count; ++index) {
      const agon_game_type& game = *plugin.games[index];
      set_activity("in extension() of the game " + std::string(game.id));
      static_cast<void>(layout_of(game));
    }
    return ok();
  });
}

}  // namespace

std::vector<Check> library_checks() {
  return {
      {"descriptors", Scope::library, false,
       "Its file declares a plugin for this host, completely: functions, ids, seats, settings with ranges and "
       "defaults.",
       descriptors},
      {"loads", Scope::library, false,
       "It can be loaded, with all symbols bound at once. Layouts of its games have no overlaps and sound ranges.",
       loads},
  };
}

}  // namespace host::validate
