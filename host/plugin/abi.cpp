#include "host/plugin/abi.hpp"

#include "host/util/failure.hpp"

#include <agon/plugin.h>

#include <utility>

namespace host {

namespace {

/// The range of versions that this host can use, inclusive.
using Version = std::pair<std::uint32_t, std::uint32_t>;
constexpr Version oldest_abi{1, 0};
constexpr Version newest_abi{AGON_ABI_MAJOR, AGON_ABI_MINOR};

std::string spell(Version version) {
  return std::to_string(version.first) + "." + std::to_string(version.second);
}

}  // namespace

void check_abi(const std::string& path, std::uint32_t major, std::uint32_t minor) {
  const Version version{major, minor};
  const std::string supported =
      oldest_abi == newest_abi ? spell(newest_abi) : spell(oldest_abi) + " to " + spell(newest_abi);
  const std::string built = path + ": was built for the plugin ABI " + spell(version);
  if (version < oldest_abi) {
    throw Failure(Exit::plugin, built + ", older than what this host supports (" + supported +
                                    "): build it again with this host's headers");
  }
  if (newest_abi < version) {
    throw Failure(Exit::plugin, built + ", newer than what this host supports (" + supported +
                                    "): use a newer host, or build the plugin with this host's headers");
  }
}

}  // namespace host
