#include "host/isolation/control_group.hpp"

#include "host/isolation/child_files.hpp"
#include "host/isolation/layers.hpp"
#include "host/isolation/process_status.hpp"
#include "host/util/text.hpp"

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
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace host {

namespace {

using std::filesystem::path;

const std::string prefix = "agon-";
constexpr const char* own_group = "agon-main";  // into which this process moves, if it must
constexpr std::uint32_t layers_of_groups = layer_group_cpu | layer_group_memory | layer_group_tasks | layer_group_end;

/// Where this process makes groups.
struct GroupPlace {
  path folder;
  std::uint32_t layers = 0;
  bool shared = false;  // others have the group of this process, too; alone, it could have more counted
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

/// Returns whether these processes, as cgroup.procs lists them, are this one and its descendants.
bool are_own(const std::string& processes) {
  constexpr std::size_t surely_whole = 4096;  // bytes of a list that was read
  if (processes.size() > surely_whole) return false;
  std::vector<pid_t> own = descendants(::getpid());
  own.push_back(::getpid());
  std::istringstream all(processes);
  for (pid_t process = 0; all >> process;) {
    if (std::ranges::find(own, process) == own.end()) return false;  // 0: one that this process can't see
  }
  return true;
}

/// Returns whether the name is as make_group() gives: "agon-<process>-<number>".
bool is_made(std::string_view name) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  const std::size_t dash = std::min(name.find('-'), name.size());
  return whole_number<pid_t>(name.substr(0, dash)) && dash < name.size() &&
         whole_number<unsigned>(name.substr(dash + 1));
}

bool has_groups_of_others(const path& group) {
  std::error_code fault;
  for (std::filesystem::directory_iterator each(group, fault), end; !fault && each != end; each.increment(fault)) {
    const std::string name = each->path().filename();
    if (each->is_directory(fault) && name != own_group && !is_made(name)) return true;
  }
  return false;
}

/// Removes the groups of processes that have ended without removing them.
void remove_abandoned(const path& folder) {
  std::error_code ended;  // another host removes them, too
  for (std::filesystem::directory_iterator each(folder, ended), end; !ended && each != end; each.increment(ended)) {
    struct stat status {};
    if (!is_made(each->path().filename().string()) || ::stat(each->path().c_str(), &status) != 0 ||
        status.st_uid != ::geteuid())
      continue;
    if (const Descriptor lock = locked(each->path()); lock.is_open()) remove_group(each->path());
  }
}

GroupPlace place_in(const path& folder) {
  if (::access((folder / "cgroup.procs").c_str(), W_OK) != 0) return {};
  remove_abandoned(folder);
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
    const bool shared = !count_below(own);
    const GroupPlace below_own = place_in(own);
    const GroupPlace below_top = ::geteuid() == 0 && own != top ? place_in(top) : GroupPlace{};
    GroupPlace place = below_own.layers >= below_top.layers ? below_own : below_top;
    const std::string known = read_small_file(top / "cgroup.controllers");
    place.shared = shared && (known.find("memory") != std::string::npos || known.find("pids") != std::string::npos);
    return place;
  }
  return {};
}

const GroupPlace& group_place() {
  // Never destroyed: a game may call exit() in several threads at once.
  static const GroupPlace& place = *new GroupPlace(find_place());
  return place;
}

}  // namespace

bool count_below(const path& group) {
  const bool is_top = ::access((group / "cgroup.type").c_str(), F_OK) != 0;
  const std::string processes = read_small_file(group / "cgroup.procs");
  if (is_top || ::access((group / "cgroup.subtree_control").c_str(), W_OK) != 0 || !are_own(processes) ||
      has_groups_of_others(group))
    return false;
  std::istringstream known(read_small_file(group / "cgroup.controllers"));
  for (std::string controller; known >> controller;) {
    if (controller != "memory" && controller != "pids") continue;
    // A group that has processes itself can't have the groups in it count.
    std::istringstream all(processes);
    if (!processes.empty()) ::mkdir((group / own_group).c_str(), 0755);
    for (std::string process; all >> process;) write_small_file(group / own_group / "cgroup.procs", process);
    write_small_file(group / "cgroup.subtree_control", "+" + controller);
  }
  return true;
}

std::uint32_t ControlGroup::layers() {
  return group_place().layers;
}

std::string ControlGroup::advice() {
  const GroupPlace& place = group_place();
  if (!place.shared || (place.layers & layers_of_groups) == layers_of_groups) return "";
  const std::string why = "others have this host's control group, too, which therefore stays as it is; ";
  if (::access("/run/systemd/system", F_OK) != 0) return why + "start the host in a group of its own";
  return why + "start it in one of its own: systemd-run " + (::geteuid() == 0 ? "" : "--user ") +
         "--scope -p Delegate=yes";
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
  use.cpu_ns = number_of("usage_usec", read_small_file(file("cpu.stat"))) * 1000;
  if ((layers() & layer_group_memory) == 0) return;
  const std::string kinds = read_small_file(file("memory.stat"));
  const std::int64_t files = number_of("file", kinds) - number_of("shmem", kinds);
  use.held_bytes = std::max<std::int64_t>(number_in(read_small_file(file("memory.current"))) - files, 0);
}

bool ControlGroup::ran_out_of_memory() const {
  return number_of("oom_kill", read_small_file(file("memory.events"))) > 0;
}

}  // namespace host
