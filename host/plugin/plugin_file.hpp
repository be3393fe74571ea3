// Reads a plugin's declarations from its file, without loading it.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/description.hpp"

#include <filesystem>

namespace host {

/// Reads everything that the library declares, with the same result as for a loaded library. No code of it runs, and
/// the time is bounded for any file. Throws Failure(plugin), naming the file, if it is no plugin that this host can
/// use, or if its declarations break the ABI or are not constant data.
PluginDescription describe_file(const std::filesystem::path& path);

/// Describes the copy of a file. Throws the same as describe_file().
PluginDescription describe_build(const Build& build);

}  // namespace host
