// Pages with the client's style and scripts that need no server.
#pragma once

#include "host/match/transcript.hpp"
#include "host/web/steps.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

// The files of the client (host/web/client), compiled into the program.

struct Asset {
  std::string_view name;  // its path below host/web/client
  std::string_view content;
};

/// All files of the client, sorted by name.
extern const std::vector<Asset> client_assets;

/// Returns the content of a file of the client, if it exists.
std::optional<std::string_view> client_asset(std::string_view name);

/// Returns the page of the application. It names all its modules, so that the browser asks for them at once and not one
/// after another as it meets them.
std::string index_page();

/// Returns the modules that `entry` imports, directly or not, and itself as one script: each module after those that it
/// imports, without import and export. The modules' own names must be unique among them.
std::string bundled(std::string_view entry);

/// Returns one self-contained HTML page of a match: the client's code, and the data. `problem` is a sentence for the
/// reader, or empty.
std::string match_page(const Transcript& transcript, const GameDescription& game, const Steps& steps,
                       const std::string& problem = "");

/// Returns one self-contained HTML page of a report: that of standings_page() or tuning_page().
std::string report_page(const nlohmann::ordered_json& report);

}  // namespace host
