// Writes a project to a temporary folder next to its destination, then renames that. rename() replaces only an empty
// folder. So the destination always contains either the whole project or its previous content.
#include "host/scaffold/project.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>

namespace host {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& path, int fault) {
  throw Failure(Exit::output, path.string() + " can't be written: " + std::strerror(fault));
}

/// A temporary folder, removed with its content unless it was moved.
class Draft {
 public:
  /// Creates it next to `place`, so that moving it is atomic.
  explicit Draft(const fs::path& place) {
    std::string name = place.string() + ".XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) fail(place, errno);
    path_ = name;
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }

  void write(const fs::path& name, const std::string& content) const {
    std::error_code fault;
    fs::create_directories((path_ / name).parent_path(), fault);
    std::ofstream out(path_ / name, std::ios::binary);
    out << content;
    out.close();
    if (!out) fail(name, errno != 0 ? errno : EIO);
    if (content.starts_with("#!"))
      fs::permissions(path_ / name, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                      fs::perm_options::add, fault);
    if (fault) fail(name, fault.value());
  }

  void move_to(const fs::path& place) {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::chmod(path_.c_str(), 0777 & ~mask) != 0) fail(place, errno);
    if (::rename(path_.c_str(), place.c_str()) != 0) {
      if (errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR) {
        throw Failure(Exit::usage,
                      place.string() + " is there already, and nothing is overwritten: choose another name");
      }
      fail(place, errno);
    }
    path_.clear();
  }

 private:
  fs::path path_;
};

}  // namespace

void write_project(const fs::path& folder, const ProjectFiles& files) {
  // Reports the errors before anything is written; rename() checks again.
  std::error_code fault;
  const fs::path parent = folder.parent_path();
  if (!parent.empty() && !fs::is_directory(parent, fault))
    throw Failure(Exit::usage, "there is no folder " + parent.string() + " to make " + folder.filename().string() +
                                   " in: make it with 'mkdir -p " + shell_word(parent.string()) + "'");
  if (fs::exists(fs::symlink_status(folder, fault)) &&
      !(fs::is_directory(folder, fault) && fs::is_empty(folder, fault)))
    throw Failure(Exit::usage, folder.string() + " is there already, and nothing is overwritten: choose another name");
  Draft draft(folder);
  for (const auto& [name, content] : files) draft.write(name, content);
  draft.move_to(folder);
}

}  // namespace host
