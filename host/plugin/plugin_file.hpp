// What a plugin's file says of it, without loading it.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/description.hpp"

#include <filesystem>

namespace host {

/// Reads all that the library declares, as a loaded library would say it: nothing of it runs, and whatever the file
/// holds, this returns or refuses soon. Throws Failure(plugin), naming the file, if it is no plugin that this host can
/// use, or what it declares breaks the ABI or is not constant data.
PluginDescription describe_file(const std::filesystem::path& path);

/// Describes the copy of a file. Throws as describe_file() does.
PluginDescription describe_build(const Build& build);

}  // namespace host
