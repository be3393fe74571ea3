#include "host/plugin/temp_library_copy.hpp"

#include "host/plugin/build.hpp"
#include "host/plugin/image.hpp"
#include "host/plugin/plugin_folders.hpp"
#include "host/util/archive.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/replacing_file.hpp"
#include "host/util/text.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

namespace fs = std::filesystem;

namespace {

/// Removes all entries of a folder. Uses only system calls, so that a signal handler may call it.
void empty(int folder) {
  alignas(dirent64) std::array<char, 2048> buffer;
  bool removed = true;
  while (std::exchange(removed, false)) {  // a listing may miss entries while others are removed
    ::lseek(folder, 0, SEEK_SET);
    for (long size = 0; (size = ::syscall(SYS_getdents64, folder, buffer.data(), buffer.size())) > 0;) {
      for (long at = 0; at < size;) {
        const auto* const entry = reinterpret_cast<const dirent64*>(buffer.data() + at);
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

std::string folder_prefix(pid_t process) {
  return "agon-" + std::to_string(process) + "-";
}

/// Returns a file descriptor with a lock on the folder, or -1: another process has it. The lock ends with the process,
/// however that ends.
int lock_folder(const fs::path& path) {
  const int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0 || ::flock(folder, LOCK_EX | LOCK_NB) == 0) return folder;
  ::close(folder);
  return -1;
}

/// Returns the process in a name as CopiesFolder gives: "agon-<process>-XXXXXX"; 0 for another name.
pid_t process_in(std::string_view name) {
  constexpr std::string_view begin = "agon-";
  constexpr std::size_t end = 7;  // "-XXXXXX"
  if (!name.starts_with(begin) || name.size() <= begin.size() + end || name[name.size() - end] != '-') return 0;
  return whole_number<pid_t>(name.substr(begin.size(), name.size() - begin.size() - end)).value_or(0);
}

/// Returns whether this user may see a process of that number. It need not be the one that has made a folder.
bool is_running(pid_t process) {
  return ::kill(process, 0) == 0 || errno != ESRCH;
}

void remove_unlocked(const fs::path& folder) {
  const int lock = lock_folder(folder);
  if (lock < 0) return;
  remove_tree(folder.c_str());
  ::close(lock);
}

/// Removes what processes of this user that were killed have left. A process has its folder for a moment before it has
/// the lock, so its number counts, too; in another container it has a number that is unknown here, but the lock counts.
void remove_abandoned(const fs::path& temporary) {
  std::error_code fault;
  for (fs::directory_iterator entry(temporary, fault); !fault && entry != fs::directory_iterator();
       entry.increment(fault)) {
    struct stat status {};
    const pid_t process = process_in(entry->path().filename().string());
    if (process <= 0 || is_running(process) || ::lstat(entry->path().c_str(), &status) != 0 ||
        status.st_uid != ::geteuid())
      continue;
    remove_unlocked(entry->path());
  }
}

/// Lets all users who know its path pass a folder.
constexpr mode_t passing = S_IRWXU | S_IXGRP | S_IXOTH;

/// Returns whether all users may pass this folder and those above it.
bool lets_all_pass(const fs::path& folder) {
  struct stat status {};
  for (fs::path each = folder; each.has_relative_path(); each = each.parent_path()) {
    if (::stat(each.c_str(), &status) != 0 || (status.st_mode & S_IXOTH) == 0) return false;
  }
  return true;
}

/// Who reads copies.
enum class Reader { host, program };

/// Returns the folders for temporary files in which such copies may lie, the user's own first. A program in the sandbox
/// has another /dev/shm, and one of root runs as another user.
std::vector<fs::path> temporary_folders(Reader reader) {
  std::error_code fault;
  std::vector<fs::path> found = {fs::absolute(fs::temp_directory_path(fault), fault)};
  if (fault) found.clear();
  if (reader == Reader::host) return found;
  found.insert(found.end(), {"/tmp", "/var/tmp"});
  std::erase_if(found, [](const fs::path& folder) {
    return lies_in(folder, "/dev/shm") || (::geteuid() == 0 && !lets_all_pass(folder));
  });
  return found;
}

/// The folder of all copies of this process for a reader: <temporary folder>/agon-<process>-XXXXXX. It exists as long
/// as it has copies.
class CopiesFolder {
 public:
  constexpr explicit CopiesFolder(Reader reader) : reader_(reader) {}

  /// Creates a folder for one copy. Returns its path; "" if that fails, or if files in it can't be executed.
  fs::path add() {
    const std::lock_guard lock(guard_);
    if (copies_ == 0 && !make()) return {};
    fs::path folder = fs::path(path_.data()) / std::to_string(++added_);
    ++copies_;
    if (::mkdir(folder.c_str(), S_IRWXU) == 0) return folder;
    leave();
    return {};
  }

  void remove(const fs::path& folder) {
    remove_tree(folder.c_str());
    const std::lock_guard lock(guard_);
    leave();
  }

  /// Async-signal-safe.
  void remove_at_once() const {
    if (owner_ == ::getpid()) remove_tree(path_.data());
  }

 private:
  bool make() {
    const std::vector<fs::path> folders = temporary_folders(reader_);
    return std::any_of(folders.begin(), folders.end(), [&](const fs::path& folder) { return make_in(folder); });
  }

  bool make_in(const fs::path& temporary) {
    struct statvfs system {};
    if (::statvfs(temporary.c_str(), &system) != 0 || (system.f_flag & ST_NOEXEC) != 0) return false;
    remove_abandoned(temporary);
    std::string name = (temporary / (folder_prefix(::getpid()) + "XXXXXX")).string();
    if (name.size() >= path_.size() || ::mkdtemp(name.data()) == nullptr) return false;  // mode 0700
    if (reader_ == Reader::program) ::chmod(name.c_str(), passing);
    path_.fill('\0');
    name.copy(path_.data(), name.size());
    lock_ = lock_folder(name);
    owner_ = ::getpid();
    static const int registered = std::atexit(TempLibraryCopy::remove_at_once);  // a library may call exit()
    static_cast<void>(registered);
    return true;
  }

  void leave() {
    if (--copies_ > 0) return;
    owner_ = 0;
    ::rmdir(path_.data());
    ::close(std::exchange(lock_, -1));
  }

  Reader reader_;
  std::mutex guard_;
  int lock_ = -1;                      // tells others that this process lives
  std::size_t copies_ = 0;             // current number
  std::size_t added_ = 0;              // total number
  std::array<char, PATH_MAX> path_{};  // not a std::string: a signal handler reads it
  std::atomic<pid_t> owner_ = 0;       // the process that must remove it, not a fork of it; 0: none
  static_assert(std::atomic<pid_t>::is_always_lock_free);
};

constinit CopiesFolder libraries(Reader::host);
constinit CopiesFolder programs(Reader::program);

/// Returns whether the library may look for files next to it; true if the library can't be read.
bool looks_around(const Descriptor& library) {
  struct stat status {};
  if (::fstat(library.get(), &status) != 0) return true;
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const bytes = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, library.get(), 0);
  if (bytes == MAP_FAILED) return true;
  // The start of a run path, the functions and the file that tell a library its own path, functions that use a run
  // path.
  constexpr std::array<std::string_view, 8> signs = {"$ORIGIN", "${ORIGIN}", "dladdr",          "dlinfo",
                                                     "dlopen",  "dlmopen",   "dl_iterate_phdr", "/proc/self/maps"};
  const bool found = std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) {
    return ::memmem(bytes, size, sign.data(), sign.size()) != nullptr;
  });
  ::munmap(bytes, size);
  return found;
}

/// Creates a link in `to` for each entry of `from`, except for the entry `except`, for existing ones, and for what
/// Python has compiled.
void link_entries(const fs::path& from, const fs::path& to, const fs::path& except) {
  std::error_code fault;
  for (fs::directory_iterator entry(from, fault); !fault && entry != fs::directory_iterator(); entry.increment(fault)) {
    std::error_code ignored;
    const fs::path name = entry->path().filename();
    if (name != except && name != "__pycache__") fs::create_symlink(entry->path(), to / name, ignored);
  }
}

/// Fills the folders around `original` below `top` with links, where the real folders are readable.
void link_neighbours(const fs::path& top, const fs::path& original) {
  std::error_code fault;
  const fs::path target =
      fs::canonical(original, fault);  // if the original is a link, also link the files next to its target
  fs::path except = original.filename();
  for (fs::path folder = original.parent_path();; folder = folder.parent_path()) {
    link_entries(folder, top / folder.relative_path(), except);
    if (!fault && folder == original.parent_path())
      link_entries(target.parent_path(), top / folder.relative_path(), except);
    if (!folder.has_relative_path()) return;
    except = folder.filename();
  }
}

}  // namespace

TempLibraryCopy::TempLibraryCopy(fs::path folder) : folder_(std::move(folder)) {}

TempLibraryCopy::~TempLibraryCopy() {
  (is_of_program_ ? programs : libraries).remove(folder_);
}

std::unique_ptr<TempLibraryCopy> TempLibraryCopy::make(const Build& build) {
  fs::path folder = libraries.add();
  if (folder.empty()) return nullptr;
  std::unique_ptr<TempLibraryCopy> copy(new TempLibraryCopy(std::move(folder)));
  std::error_code fault;
  const fs::path original =
      fs::weakly_canonical(fs::absolute(build.path(), fault).parent_path(), fault) / build.path().filename();
  copy->path_ = copy->folder_ / original.relative_path();
  if (fault) return nullptr;
  fs::create_directories(copy->path_.parent_path(), fault);
  if (fault || !fs::copy_file(build.memory().path(), copy->path_, fault)) return nullptr;
  fs::permissions(copy->path_, fs::perms::owner_read, fault);  // if that fails, the copy is still usable
  copy->has_neighbours_ = looks_around(build.memory());
  if (copy->has_neighbours_) link_neighbours(copy->folder_, original);
  return copy;
}

namespace {

/// Copies a file below a folder, so that nobody can write the copy. Returns whether every user may read the original.
bool copy_below(const fs::path& top, const SourceFile& file) {
  constexpr fs::perms writing = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  const Descriptor open = file.folder ? open_regular_beneath(*file.folder, file.below) : open_regular(file.path);
  struct stat status {};
  if (!open.is_open() || ::fstat(open.get(), &status) != 0) refuse_file(file.path, why_unread());
  const fs::path to = top / file.path.relative_path();
  std::error_code fault;
  fs::create_directories(to.parent_path(), fault);
  if (!fault) fs::copy_file(open.path(), to, fault);
  if (fault)
    throw Failure(Exit::output, file.path.string() + ": can't be copied, as it has to be to play: " + fault.message());
  fs::permissions(to, writing, fs::perm_options::remove, fault);  // if that fails, the copy is still usable
  return (status.st_mode & S_IROTH) != 0 && lets_all_pass(file.path.parent_path());
}

/// Lets all who may enter `top` read the folders below it that lead to a copy.
void open_folders(const fs::path& top, const fs::path& file) {
  constexpr fs::perms open = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec |
                             fs::perms::others_read | fs::perms::others_exec;
  std::error_code fault;
  for (fs::path each = (top / file.relative_path()).parent_path(); each != top; each = each.parent_path())
    fs::permissions(each, open, fault);
}

/// Creates a link below `top` by which relative paths from the copies lead to `path`.
void link_path(const fs::path& top, const fs::path& path) {
  std::error_code fault;
  fs::path at = top;
  fs::path original = "/";
  for (const fs::path& part : path.relative_path()) {
    at /= part;
    original /= part;
    if (fs::is_symlink(at, fault)) return;
    if (!fs::exists(at, fault)) return fs::create_symlink(original, at, fault);
  }
}

}  // namespace

std::unique_ptr<TempLibraryCopy> TempLibraryCopy::for_program() {
  fs::path folder = programs.add();
  if (folder.empty())
    throw Failure(Exit::output,
                  "programs can't be copied to a folder for temporary files, from which they play: set TMPDIR to one "
                  "that all users can enter, and whose files can be executed");
  std::unique_ptr<TempLibraryCopy> copy(new TempLibraryCopy(std::move(folder)));
  copy->is_of_program_ = true;
  copy->path_ = copy->folder_;
  copy->has_neighbours_ = true;
  return copy;
}

std::unique_ptr<TempLibraryCopy> TempLibraryCopy::of_archive(const std::vector<ProgramFile>& files) {
  std::unique_ptr<TempLibraryCopy> copy = for_program();
  if (::geteuid() == 0 &&
      std::all_of(files.begin(), files.end(), [](const ProgramFile& file) { return (file.mode & S_IROTH) != 0; }))
    ::chmod(copy->folder_.c_str(), passing);
  for (const ProgramFile& file : files) {
    const fs::path to = (copy->folder_ / file.path).lexically_normal();
    if (fs::path(file.path).is_absolute() || !lies_in(to, copy->folder_)) throw BadMessage();
    std::error_code fault;
    fs::create_directories(to.parent_path(), fault);
    replace_file(to, file.content);
    constexpr std::uint32_t readable = 0555;  // nobody can write the copy
    fs::permissions(to, static_cast<fs::perms>(file.mode & readable), fault);
    open_folders(copy->folder_, file.path);
  }
  return copy;
}

std::unique_ptr<TempLibraryCopy> TempLibraryCopy::of_program(const std::vector<SourceFile>& files,
                                                             const std::vector<fs::path>& readable) {
  std::unique_ptr<TempLibraryCopy> copy = for_program();
  bool open_to_all = true;
  for (const SourceFile& file : files) open_to_all = copy_below(copy->folder_, file) && open_to_all;
  std::set<fs::path> own;
  for (const SourceFile& file : files) {
    own.insert(file.path.parent_path());
    open_folders(copy->folder_, file.path);
  }
  // A program of root runs as another user, who may read it now.
  if (::geteuid() == 0 && open_to_all) ::chmod(copy->folder_.c_str(), passing);
  for (const fs::path& each : own) link_entries(each, copy->folder_ / each.relative_path(), {});
  std::error_code fault;
  for (const SourceFile& file : files) {
    const fs::path target = fs::is_symlink(file.path, fault) ? fs::canonical(file.path, fault) : fs::path();
    if (!target.empty())
      link_entries(target.parent_path(), (copy->folder_ / file.path.relative_path()).parent_path(), {});
  }
  for (const fs::path& path : readable) link_path(copy->folder_, path);
  return copy;
}

void TempLibraryCopy::remove_those_of(pid_t process) {
  std::error_code fault;
  const std::string prefix = folder_prefix(process);
  for (const Reader reader : {Reader::host, Reader::program}) {
    for (const fs::path& folder : temporary_folders(reader)) {
      for (const auto& entry : fs::directory_iterator(folder, fault)) {
        // A process of another container that has the same number holds the lock of its own folder.
        if (entry.path().filename().string().starts_with(prefix)) remove_unlocked(entry.path());
      }
    }
  }
}

void TempLibraryCopy::remove_at_once() {
  libraries.remove_at_once();
  programs.remove_at_once();
}

}  // namespace host
