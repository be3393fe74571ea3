// Shows the structs of a game's protocol, as the game declares them.
#pragma once

#include "host/plugin/description.hpp"
#include "host/plugin/layout.hpp"
#include "host/view/report.hpp"

namespace host {

/// Returns a table for each struct, and everything that is declared as JSON.
Report layout_report(const GameDescription& game, const LayoutDescription& layout);

}  // namespace host
