// The libraries of a cluster's runs, as a machine keeps them in $XDG_CACHE_HOME/agon/libraries.
#pragma once

#include "host/cluster/queue.hpp"
#include "host/descriptor.hpp"

#include <string>

namespace host::cluster {

/// Returns sealed memory with the library of this SHA-256: from the cache, or from the database, which the cache then
/// keeps. If the cache can't be written, says so once. Throws Failure(plugin) if the database does not have the
/// library, or has other bytes; Lost.
Descriptor fetch_library(Queue& queue, const std::string& sha256);

}  // namespace host::cluster
