#include "host/util/beneath.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

/// Does the same for kernels without openat2() (before Linux 5.6), or below a filter that does not know it: opens each
/// part of the path below the one before.
Descriptor walk_beneath(const Descriptor& folder, const fs::path& path, int flags) {
  Descriptor at = folder.duplicate();
  for (auto part = path.begin(); part != path.end() && at.is_open(); ++part) {
    const bool last = std::next(part) == path.end();
    if (*part == ".." || part->is_absolute()) {
      errno = EXDEV;
      return {};
    }
    const int how = last ? flags | O_NOFOLLOW : O_PATH | O_DIRECTORY | O_NOFOLLOW;
    at = Descriptor(::openat(at.get(), part->c_str(), how | O_CLOEXEC));
  }
  return at;
}

}  // namespace

Descriptor open_folder(const fs::path& path) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

Descriptor open_beneath(const Descriptor& folder, const fs::path& path, int flags) {
  flags |= (flags & O_PATH) != 0 ? O_CLOEXEC : O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  constexpr int most_tries = 100;  // EAGAIN: something was renamed meanwhile
  for (int tries = 0; tries < most_tries; ++tries) {
    Descriptor file(static_cast<int>(::syscall(SYS_openat2, folder.get(), path.c_str(), &how, sizeof how)));
    if (file.is_open()) return file;
    if (errno == ENOSYS || errno == EPERM) return walk_beneath(folder, path, flags);
    if (errno != EAGAIN && errno != EINTR) return {};
  }
  return {};
}

std::vector<FolderEntry> visible_entries(const Descriptor& folder) {
  std::vector<FolderEntry> found;
  const int listed = ::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, int (*)(DIR*)> open(listed < 0 ? nullptr : ::fdopendir(listed), &::closedir);
  if (!open) return found;
  while (const dirent* const entry = ::readdir(open.get())) {
    struct stat status {};
    if (entry->d_name[0] == '.' || ::fstatat(folder.get(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) found.push_back({entry->d_name, S_ISDIR(status.st_mode)});
  }
  std::ranges::sort(found, {}, &FolderEntry::name);
  return found;
}

}  // namespace host
