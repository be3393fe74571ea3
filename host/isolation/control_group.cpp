#include "host/isolation/control_group.hpp"

#include "host/isolation/child_files.hpp"
#include "host/isolation/layers.hpp"
#include "host/isolation/process_status.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

namespace host {

namespace {

using std::filesystem::path;

const std::string prefix = "agon-";
constexpr const char* own_group = "agon-main";  // into which this process moves, if it must

/// Where this process makes groups.
struct GroupPlace {
  path folder;
  std::uint32_t layers = 0;
};

/// Returns a folder's descriptor if nobody else holds its lock; otherwise one that is not open.
Descriptor locked(const path& folder) {
  Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (open.is_open() && ::flock(open.get(), LOCK_EX | LOCK_NB) == 0) return open;
  const int why = errno;
  open = Descriptor();
  errno = why;
  return open;
}

/// Ends all processes of a group, and removes it.
void remove_group(const path& group) {
  constexpr int tries = 200;
  constexpr useconds_t moment = 1000;
  for (int count = 0; count < tries && ::rmdir(group.c_str()) != 0 && errno == EBUSY; ++count) {
    kill_group(group);
    ::usleep(moment);
  }
}

/// Makes a group in a folder, and locks it. The result is not open, with the reason in errno, if that is not possible.
Descriptor make_group(const path& folder, path& made) {
  static std::atomic<unsigned> count = 0;
  for (;;) {
    made = folder / (prefix + std::to_string(::getpid()) + "-" + std::to_string(++count));
    if (::mkdir(made.c_str(), 0755) != 0 && errno != EEXIST) return {};
    Descriptor lock = locked(made);
    if (!lock.is_open() && errno != ENOENT && errno != EWOULDBLOCK) return {};
    // Before it was locked, another host may have taken it for abandoned, and removed it.
    if (lock.is_open() && ::access(made.c_str(), F_OK) == 0) return lock;
  }
}

/// Removes the groups of processes that have ended without removing them.
void remove_abandoned(const path& folder) {
  std::error_code ended;  // another host removes them, too
  for (std::filesystem::directory_iterator each(folder, ended), end; !ended && each != end; each.increment(ended)) {
    const std::string name = each->path().filename();
    if (!name.starts_with(prefix) || name == own_group) continue;
    if (const Descriptor lock = locked(each->path()); lock.is_open()) remove_group(each->path());
  }
}

/// Has the groups in a folder count memory and processes. Its own group may have no processes then, unless it is the
/// top. If it is delegated to a user, they move into another one.
void enable_controllers(const path& folder) {
  const bool is_top = ::access((folder / "cgroup.type").c_str(), F_OK) != 0;
  if (!is_top && ::geteuid() != 0) {
    ::mkdir((folder / own_group).c_str(), 0755);
    std::istringstream processes(read_small_file(folder / "cgroup.procs"));
    for (std::string process; processes >> process;) write_small_file(folder / own_group / "cgroup.procs", process);
  }
  if (!is_top && !read_small_file(folder / "cgroup.procs").empty()) return;
  for (const char* const controller : {"+memory", "+pids"})
    write_small_file(folder / "cgroup.subtree_control", controller);
}

GroupPlace place_in(const path& folder) {
  if (::access((folder / "cgroup.procs").c_str(), W_OK) != 0) return {};
  remove_abandoned(folder);
  enable_controllers(folder);
  path trial;
  const Descriptor lock = make_group(folder, trial);
  if (!lock.is_open()) return {};
  GroupPlace place{folder};
  for (const auto& [file, layer] :
       {std::pair("cpu.stat", layer_group_cpu), std::pair("memory.max", layer_group_memory),
        std::pair("pids.max", layer_group_tasks), std::pair("cgroup.kill", layer_group_end)})
    if (::access((trial / file).c_str(), F_OK) == 0) place.layers |= layer;
  // Below one whose groups are threads, it can't hold processes.
  if (read_small_file(trial / "cgroup.type") != "domain\n") place.layers = 0;
  remove_group(trial);
  return place;
}

GroupPlace find_place() {
  constexpr long unknown_call = -1;
  if (::syscall(SYS_clone3, nullptr, 0) == unknown_call && errno == ENOSYS) return {};
  for (const path top : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
    struct statfs system {};
    if (::statfs(top.c_str(), &system) != 0 || system.f_type != CGROUP2_SUPER_MAGIC) continue;
    path own = top;
    std::istringstream groups(read_small_file("/proc/self/cgroup"));
    for (std::string line; std::getline(groups, line);) {
      if (line.starts_with("0::/") && line.size() > 4) own /= line.substr(4);
    }
    if (own.filename() == own_group) own = own.parent_path();
    const GroupPlace below_own = place_in(own);
    const GroupPlace below_top = ::geteuid() == 0 && own != top ? place_in(top) : GroupPlace{};
    return below_own.layers >= below_top.layers ? below_own : below_top;
  }
  return {};
}

const GroupPlace& group_place() {
  // Never destroyed: a game may call exit() in several threads at once.
  static const GroupPlace& place = *new GroupPlace(find_place());
  return place;
}

}  // namespace

std::uint32_t ControlGroup::layers() {
  return group_place().layers;
}

ControlGroup::ControlGroup(std::int64_t memory_bytes, int tasks) {
  const std::string owner = "a program";
  path made;
  Descriptor lock = make_group(group_place().folder, made);
  if (!lock.is_open()) fail_to_start(owner, "make a control group");
  path_ = made;
  folder_ = moved_up(std::move(lock), owner);
  if (memory_bytes > 0) {
    // The host looks at the memory, without cached files. This is a backstop for a program that takes it faster.
    constexpr std::int64_t reserve = 64 << 20;
    write_small_file(file("memory.max"), std::to_string(2 * memory_bytes + reserve));
    write_small_file(file("memory.swap.max"), "0");
    write_small_file(file("memory.oom.group"), "1");
  }
  write_small_file(file("pids.max"), std::to_string(tasks));
}

ControlGroup::~ControlGroup() {
  remove_group(path_);
}

void ControlGroup::measure(TreeUse& use) const {
  use.cpu_ns = number_after("usage_usec", read_small_file(file("cpu.stat"))) * 1000;
  if ((layers() & layer_group_memory) == 0) return;
  const std::string kinds = read_small_file(file("memory.stat"));
  const std::int64_t files = number_after("\nfile ", kinds) - number_after("\nshmem ", kinds);
  use.held_bytes = std::max<std::int64_t>(number_after("", read_small_file(file("memory.current"))) - files, 0);
}

bool ControlGroup::ran_out_of_memory() const {
  return number_after("oom_kill ", read_small_file(file("memory.events"))) > 0;
}

}  // namespace host
