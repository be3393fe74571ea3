// Which versions of the plugin ABI this host can use.
#pragma once

#include <cstdint>
#include <string>

namespace host {

/// Throws Failure(plugin), naming both versions and what to do, unless this host can use a plugin of that ABI version.
void check_abi(const std::string& path, std::uint32_t major, std::uint32_t minor);

}  // namespace host
