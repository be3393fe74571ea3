// Commands and options that earlier versions had: what to use instead.
#pragma once

#include <string>
#include <string_view>

namespace host {

/// Returns a sentence about a command that is no longer there, such as "elo is no longer there: Ordo ..."; "" if there
/// never was one.
std::string removed_command(std::string_view name);

/// Likewise about an option, without "--", of `command`.
std::string removed_option(std::string_view command, std::string_view name);

}  // namespace host
