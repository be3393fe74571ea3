// Shows the structs of a game's protocol, as the game declares them.
#pragma once

#include "host/plugin/description.hpp"
#include "host/plugin/layout.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace host {

/// Returns a table for each struct.
std::string layout_report(const LayoutDescription& layout);

/// Returns the same as JSON, with everything that is declared.
nlohmann::ordered_json layout_json(const GameDescription& game, const LayoutDescription& layout);

}  // namespace host
