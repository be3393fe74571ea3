#include "host/plugin/library.hpp"

// Boost.DLL on std::filesystem needs no Boost.Filesystem to link.
#define BOOST_DLL_USE_STD_FS
#include "host/failure.hpp"
#include "host/plugin/inspection.hpp"

#include <boost/dll/shared_library.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>

namespace host {

namespace {

/// The loader's own words, out of what Boost.DLL wraps around them.
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

struct Library::Handle {
  boost::dll::shared_library library;
};

std::shared_ptr<const Library> Library::load(const std::filesystem::path& path) {
  return std::shared_ptr<const Library>(new Library(path));
}

Library::Library(const std::filesystem::path& path) : handle_(std::make_unique<Handle>()) {
  const Inspection inspection = inspect(path);
  check_abi(path.string(), inspection.abi_major, inspection.abi_minor);
  std::error_code fault;
  const std::filesystem::path full = std::filesystem::canonical(path, fault);
  try {
    // Bound now: lazily, a missing symbol would end the process at the first call. Local: plugins must not see each
    // other's symbols. A full path, so that the loader does not go looking in the system's folders.
    handle_->library.load(full, boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
    plugin_ = &handle_->library.get<const agon_plugin_type>("agon_plugin");
  } catch (const std::exception& exception) {
    throw Failure(Exit::plugin, path.string() + ": can't be loaded: " + loader_reason(exception.what(), full.string()));
  }
  // If the file was replaced after it was loaded once, memory still holds the old one: what is in memory counts.
  check_abi(path.string(), plugin_->abi_major, plugin_->abi_minor);
  try {
    description_ = describe(*plugin_);
  } catch (const Failure& failure) {
    throw Failure(Exit::plugin, path.string() + ": " + failure.what());
  }
  description_.path = path;
}

Library::~Library() = default;

}  // namespace host
