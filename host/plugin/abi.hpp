// The versions of the plugin ABI that this host can use.
#pragma once

#include <cstdint>
#include <string>

namespace host {

/// Throws Failure(plugin) if this host can't use a plugin of that ABI version. The message contains both versions and a
/// remedy.
void check_abi(const std::string& path, std::uint32_t major, std::uint32_t minor);

}  // namespace host
