// The tables that built plugins export.
#pragma once

#include <agon/plugin.h>

#include <filesystem>
#include <string>

namespace support {

/// Returns a library's table. The library is loaded once and stays loaded until the test ends. The test fails if there
/// is none.
const agon_plugin_type& plugin(const std::filesystem::path& library);

/// Return the game, or the strategy, with that id in `folder`/`id`.so. The test fails if there is none.
const agon_game_type& game(const std::filesystem::path& folder, const std::string& id);
const agon_strategy_type& strategy(const std::filesystem::path& folder, const std::string& id);

}  // namespace support
