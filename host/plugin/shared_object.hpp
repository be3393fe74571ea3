// A plugin's library in this process's memory. Little hangs on this file, because the worker, too, is built from it.
#pragma once

#include <agon/plugin.h>

#include <filesystem>
#include <memory>
#include <string>

namespace host {

/// Keeps the library loaded as long as it lives.
class SharedObject {
 public:
  /// Loads `file` with all its symbols bound; its constructors run. Throws Failure(plugin), which speaks of `name`, if
  /// the loader can't, there is no agon_plugin, or it is of an ABI version that this host can't use.
  SharedObject(const std::filesystem::path& file, const std::string& name);
  SharedObject(const SharedObject&) = delete;
  SharedObject& operator=(const SharedObject&) = delete;
  ~SharedObject();

  /// What the library declares, as its memory has it: not checked but for its version.
  [[nodiscard]] const agon_plugin_type& plugin() const { return *plugin_; }

 private:
  struct Handle;
  std::unique_ptr<Handle> handle_;
  const agon_plugin_type* plugin_ = nullptr;
};

}  // namespace host
