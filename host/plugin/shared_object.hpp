// A plugin's library in this process's memory. This file has few dependencies, because the worker is also built from
// it.
#pragma once

#include <agon/plugin.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace host {

// The versions of the plugin ABI that this host can use.

/// Throws Failure(plugin) if this host can't use a plugin of that ABI version. The message contains both versions and a
/// remedy.
void check_abi(const std::string& path, std::uint32_t major, std::uint32_t minor);

/// Keeps the library loaded for its lifetime.
class SharedObject {
 public:
  /// Loads `file` with all its symbols bound; its constructors run, and change no modes of this process, as some that
  /// compilers add do (crtfastmath.o). Throws Failure(plugin), with `name` in the message,
  /// if loading fails, agon_plugin is missing, or this host can't use its ABI version.
  SharedObject(const std::filesystem::path& file, const std::string& name);
  SharedObject(const SharedObject&) = delete;
  SharedObject& operator=(const SharedObject&) = delete;
  ~SharedObject();

  /// Returns the library's declarations in its memory. Only the version has been checked.
  [[nodiscard]] const agon_plugin_type& plugin() const { return *plugin_; }

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
  const agon_plugin_type* plugin_ = nullptr;
};

}  // namespace host
