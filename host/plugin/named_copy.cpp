#include "host/plugin/named_copy.hpp"

#include "host/plugin/build.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

/// Removes what is in a folder, with system calls alone: a signal's handler may.
void empty(int folder) {
  alignas(dirent64) std::array<char, 2048> room;
  bool removed = true;
  while (std::exchange(removed, false)) {  // a list may miss entries while others are removed
    ::lseek(folder, 0, SEEK_SET);
    for (long size = 0; (size = ::syscall(SYS_getdents64, folder, room.data(), room.size())) > 0;) {
      for (long at = 0; at < size;) {
        const auto* const entry = reinterpret_cast<const dirent64*>(room.data() + at);
        at += entry->d_reclen;
        const char* const name = entry->d_name;
        if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
        if (::unlinkat(folder, name, 0) == 0) {
          removed = true;
          continue;
        }
        const int below = ::openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (below < 0) continue;
        empty(below);
        ::close(below);
        removed = ::unlinkat(folder, name, AT_REMOVEDIR) == 0 || removed;
      }
    }
  }
}

void remove_tree(const char* path) {
  const int folder = ::open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  empty(folder);
  ::close(folder);
  ::rmdir(path);
}

/// The folder that there is to be removed, for a handler of signals, which may not touch strings, and the process that
/// it belongs to; 0: there is none.
std::array<char, PATH_MAX> live_root{};
std::atomic<pid_t> owner = 0;
static_assert(std::atomic<pid_t>::is_always_lock_free);

/// Whether the library may look for what lies beside it. Where it can't be read, it may.
bool looks_around(const Descriptor& library) {
  struct stat status {};
  if (::fstat(library.get(), &status) != 0) return true;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, library.get(), 0);
  if (bytes == MAP_FAILED) return true;
  // What a run path begins with; what tells a library its own path; what loads others by a run path.
  constexpr std::array<std::string_view, 8> signs = {"$ORIGIN", "${ORIGIN}", "dladdr",          "dlinfo",
                                                     "dlopen",  "dlmopen",   "dl_iterate_phdr", "/proc/self/maps"};
  const bool found = std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) {
    return ::memmem(bytes, size, sign.data(), sign.size()) != nullptr;
  });
  ::munmap(bytes, size);
  return found;
}

/// Links what is in `from` into `to`, but for what is called `except` or is there already.
void link_entries(const fs::path& from, const fs::path& to, const fs::path& except) {
  std::error_code fault;
  for (fs::directory_iterator entry(from, fault); !fault && entry != fs::directory_iterator(); entry.increment(fault)) {
    std::error_code ignored;
    const fs::path name = entry->path().filename();
    if (name != except) fs::create_symlink(entry->path(), to / name, ignored);
  }
}

/// Makes the folder of `original` below `root` look like the real one, and those above it, as far as they are readable.
void link_neighbours(const fs::path& root, const fs::path& original) {
  std::error_code fault;
  const fs::path target = fs::canonical(original, fault);  // what lies beside it lies there, if that is a link
  fs::path except = original.filename();
  for (fs::path folder = original.parent_path();; folder = folder.parent_path()) {
    link_entries(folder, root / folder.relative_path(), except);
    if (!fault && folder == original.parent_path())
      link_entries(target.parent_path(), root / folder.relative_path(), except);
    if (!folder.has_relative_path()) return;
    except = folder.filename();
  }
}

}  // namespace

/// The folder of all copies that there are.
class NamedCopy::Root {
 public:
  /// NULL if there can be none, or nothing in it may be executed.
  static std::shared_ptr<const Root> shared() {
    static std::mutex guard;
    static std::weak_ptr<const Root> last;
    const std::lock_guard lock(guard);
    if (auto root = last.lock()) return root;
    std::error_code fault;
    std::string name = (fs::temp_directory_path(fault) / "agon-XXXXXX").string();
    if (fault || name.size() >= live_root.size() || ::mkdtemp(name.data()) == nullptr) return nullptr;
    auto root = std::make_shared<const Root>(name);
    last = root;
    struct statvfs system {};
    return ::statvfs(name.c_str(), &system) == 0 && (system.f_flag & ST_NOEXEC) == 0 ? root : nullptr;
  }

  explicit Root(fs::path path) : path_(std::move(path)) {
    live_root.fill('\0');
    path_.string().copy(live_root.data(), live_root.size() - 1);
    owner = ::getpid();
    static const int registered = std::atexit(remove_at_once);  // a library may call exit()
    static_cast<void>(registered);
  }
  Root(const Root&) = delete;
  Root& operator=(const Root&) = delete;
  ~Root() {
    owner = 0;
    ::rmdir(path_.c_str());
  }

  /// A new folder in it.
  [[nodiscard]] fs::path make_folder() const {
    static std::atomic<std::size_t> count = 0;
    return path_ / std::to_string(++count);
  }

 private:
  fs::path path_;
};

NamedCopy::NamedCopy(std::shared_ptr<const Root> root) : root_(std::move(root)), folder_(root_->make_folder()) {}

NamedCopy::~NamedCopy() {
  remove_tree(folder_.c_str());
}

std::unique_ptr<NamedCopy> NamedCopy::make(const Build& build) {
  std::shared_ptr<const Root> root = Root::shared();
  if (!root) return nullptr;
  std::unique_ptr<NamedCopy> copy(new NamedCopy(std::move(root)));
  std::error_code fault;
  const fs::path original =
      fs::weakly_canonical(fs::absolute(build.path(), fault).parent_path(), fault) / build.path().filename();
  copy->path_ = copy->folder_ / original.relative_path();
  if (fault || !fs::create_directories(copy->path_.parent_path(), fault)) return nullptr;
  if (!fs::copy_file(build.memory().path(), copy->path_, fault)) return nullptr;
  fs::permissions(copy->path_, fs::perms::owner_read, fault);
  copy->has_neighbours_ = looks_around(build.memory());
  if (copy->has_neighbours_) link_neighbours(copy->folder_, original);
  return copy;
}

void NamedCopy::remove_at_once() {
  if (owner == ::getpid()) remove_tree(live_root.data());  // and not a fork's
}

}  // namespace host
