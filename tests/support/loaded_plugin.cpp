#include "tests/support/loaded_plugin.hpp"

#include <dlfcn.h>
#include <doctest/doctest.h>

#include <map>
#include <string_view>

namespace support {

namespace {

/// Returns the entry with that id in a table of games or of strategies.
template <class Type>
const Type& named(const Type* const* types, std::uint32_t count, const std::string& id) {
  const Type* found = nullptr;
  for (std::uint32_t index = 0; index < count; ++index) {
    if (std::string_view(types[index]->id) == id) found = types[index];
  }
  if (found == nullptr) FAIL(id << ".so holds no " << id);
  return *found;
}

}  // namespace

const agon_plugin_type& plugin(const std::filesystem::path& library) {
  static std::map<std::filesystem::path, const agon_plugin_type*> loaded;
  const agon_plugin_type*& table = loaded[library];
  if (table == nullptr) {
    void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE_MESSAGE(handle != nullptr, ::dlerror());
    const void* const symbol = ::dlsym(handle, "agon_plugin");
    REQUIRE_MESSAGE(symbol != nullptr, library.string());
    table = static_cast<const agon_plugin_type*>(symbol);
  }
  return *table;
}

const agon_game_type& game(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path library = folder / (id + ".so");
  const agon_plugin_type& table = plugin(library);
  return named(table.games, table.game_count, id);
}

const agon_strategy_type& strategy(const std::filesystem::path& folder, const std::string& id) {
  const std::filesystem::path library = folder / (id + ".so");
  const agon_plugin_type& table = plugin(library);
  return named(table.strategies, table.strategy_count, id);
}

}  // namespace support
