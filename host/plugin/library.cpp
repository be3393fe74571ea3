#include "host/plugin/library.hpp"

#include "host/failure.hpp"
#include "host/plugin/plugin_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

namespace host {

namespace {

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

std::shared_ptr<const Library> Library::load(const std::filesystem::path& path) {
  return std::shared_ptr<const Library>(new Library(path, path, describe_file(path)));
}

std::shared_ptr<const Library> Library::load_afresh(const std::filesystem::path& path) {
  const PluginDescription declared = describe_file(path);
  const TemporaryCopy copy(path);
  return std::shared_ptr<const Library>(new Library(path, copy.path(), declared));
}

Library::Library(const std::filesystem::path& path, const std::filesystem::path& file,
                 const PluginDescription& declared)
    : object_(file, path.string()) {
  try {
    // Read from memory, which may hold what the file was when it was loaded first.
    description_ = describe(object_.plugin());
  } catch (const Failure& failure) {
    throw Failure(Exit::plugin, path.string() + ": " + failure.what());
  }
  description_.path = path;
  description_.warnings = declared.warnings;
}

}  // namespace host
