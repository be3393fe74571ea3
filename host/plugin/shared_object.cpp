#include "host/plugin/shared_object.hpp"

#include "host/util/failure.hpp"
#include "host/util/process_state.hpp"

#include <agon/plugin.h>

// With std::filesystem, Boost.DLL does not need to link Boost.Filesystem.
#define BOOST_DLL_USE_STD_FS
#include <boost/dll/shared_library.hpp>
#include <cstddef>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>
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

namespace {

/// Extracts the loader's message from the message of Boost.DLL.
std::string loader_reason(const std::string& what, const std::string& path) {
  constexpr std::string_view begin = "dlerror system message: ";
  const std::size_t at = what.find(begin);
  const std::size_t end = what.rfind("): ");
  if (at == std::string::npos || end == std::string::npos || end < at + begin.size()) return what;
  std::string reason = what.substr(at + begin.size(), end - at - begin.size());
  if (reason.starts_with(path + ": ")) reason.erase(0, path.size() + 2);
  return reason;
}

}  // namespace

struct SharedObject::Handle {
  boost::dll::shared_library library;
};

SharedObject::SharedObject(const std::filesystem::path& file, const std::string& name)
    : handle_(std::make_unique<Handle>()) {
  // Uses an absolute path, so that the loader does not search the system's folders.
  std::error_code fault;
  const std::filesystem::path full = std::filesystem::absolute(file, fault);
  if (fault) throw Failure(Exit::plugin, name + ": can't be loaded: " + fault.message());
  const SameState same;
  try {
    // Immediate binding: with lazy binding, a missing symbol would end the process at the first call. Local: plugins
    // must not see each other's symbols.
    handle_->library.load(full, boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
    plugin_ = &handle_->library.get<const agon_plugin_type>("agon_plugin");
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& exception) {
    throw Failure(Exit::plugin, name + ": can't be loaded: " + loader_reason(exception.what(), full.string()));
  }
  // If the file was replaced after it was first loaded, memory still contains the old version, which is then used.
  check_abi(name, plugin_->abi_major, plugin_->abi_minor);
}

SharedObject::~SharedObject() {
  const SameState same;
  handle_.reset();
}

}  // namespace host
