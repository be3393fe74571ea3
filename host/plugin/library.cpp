#include "host/plugin/library.hpp"

// Boost.DLL on std::filesystem needs no Boost.Filesystem to link.
#define BOOST_DLL_USE_STD_FS
#include "host/failure.hpp"
#include "host/plugin/inspection.hpp"

#include <unistd.h>

#include <boost/core/demangle.hpp>
#include <boost/dll/shared_library.hpp>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
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

/// What can be known of a plugin before any of its code runs.
void check(const std::filesystem::path& path, const Inspection& inspection) {
  check_abi(path.string(), inspection.abi_major, inspection.abi_minor);
  if (inspection.object_size < sizeof(agon_plugin_type)) {
    throw Failure(Exit::plugin, path.string() + ": its agon_plugin has " + std::to_string(inspection.object_size) +
                                    " bytes, and not the " + std::to_string(sizeof(agon_plugin_type)) +
                                    " of an agon_plugin_type");
  }
}

std::string about_unique(const Inspection& inspection, const std::filesystem::path& path) {
  const std::size_t count = inspection.unique_symbols.size();
  return path.string() + ": exports " + std::to_string(count) + (count == 1 ? " variable" : " variables") + " (" +
         boost::core::demangle(inspection.unique_symbols.front().c_str()) + (count == 1 ? "" : ", ...") +
         ") that all plugins of the process would share; build it with -fvisibility=hidden or -fno-gnu-unique";
}

/// A copy of a file under a name that nothing else has, gone when this is. What was loaded from it stays.
class TemporaryCopy {
 public:
  explicit TemporaryCopy(const std::filesystem::path& original) {
    std::error_code fault;
    std::string name = (std::filesystem::temp_directory_path(fault) / "agon-XXXXXX.so").string();
    const int file = ::mkstemps(name.data(), 3);
    if (file >= 0) {
      ::close(file);
      path_ = name;
      std::filesystem::copy_file(original, path_, std::filesystem::copy_options::overwrite_existing, fault);
    }
    if (file < 0 || fault) {
      throw Failure(Exit::plugin, original.string() +
                                      ": can't be copied to load it afresh, as a strategy with globals has to be: " +
                                      (fault ? fault.message() : std::generic_category().message(errno)));
    }
  }
  TemporaryCopy(const TemporaryCopy&) = delete;
  TemporaryCopy& operator=(const TemporaryCopy&) = delete;
  ~TemporaryCopy() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
  }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

struct Library::Handle {
  boost::dll::shared_library library;
};

std::shared_ptr<const Library> Library::load(const std::filesystem::path& path) {
  const Inspection inspection = inspect(path);
  check(path, inspection);
  std::error_code fault;
  return std::shared_ptr<const Library>(new Library(path, std::filesystem::canonical(path, fault), inspection));
}

std::shared_ptr<const Library> Library::load_afresh(const std::filesystem::path& path) {
  const TemporaryCopy copy(path);
  const Inspection inspection = inspect(copy.path());
  check(path, inspection);
  return std::shared_ptr<const Library>(new Library(path, copy.path(), inspection));
}

Library::Library(const std::filesystem::path& path, const std::filesystem::path& file, const Inspection& inspection)
    : handle_(std::make_unique<Handle>()) {
  try {
    // Bound now: lazily, a missing symbol would end the process at the first call. Local: plugins must not see each
    // other's symbols. A full path, so that the loader does not go looking in the system's folders.
    handle_->library.load(file, boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local);
    plugin_ = &handle_->library.get<const agon_plugin_type>("agon_plugin");
  } catch (const std::exception& exception) {
    throw Failure(Exit::plugin, path.string() + ": can't be loaded: " + loader_reason(exception.what(), file.string()));
  }
  // If the file was replaced after it was loaded once, memory still holds the old one: what is in memory counts.
  check_abi(path.string(), plugin_->abi_major, plugin_->abi_minor);
  try {
    description_ = describe(*plugin_);
  } catch (const Failure& failure) {
    throw Failure(Exit::plugin, path.string() + ": " + failure.what());
  }
  description_.path = path;
  if (!inspection.unique_symbols.empty()) description_.warnings.push_back(about_unique(inspection, path));
}

Library::~Library() = default;

}  // namespace host
