#include "tests/hostile/upkeep.hpp"

#include "tests/hostile/arena.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <malloc.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

namespace hostile {

namespace {

struct Upkeep {
  std::size_t resident_kib = 0;
  std::size_t descriptors = 0;
  std::size_t threads = 0;
  std::size_t processes = 0;  // its children
  std::size_t files = 0;      // for temporary files, and in shared memory
};

std::size_t resident() {
  ::malloc_trim(0);
  for (const std::string& line : support::lines_of(support::content("/proc/self/status"))) {
    if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6));
  }
  return 0;
}

std::size_t count(const std::filesystem::path& folder) {
  return support::names_in(folder).size();
}

/// Returns the number of files in shared memory that attacks name. Other programs of this machine have some, too.
std::size_t in_shared_memory() {
  const auto names = support::names_in("/dev/shm");
  return static_cast<std::size_t>(std::count_if(
      names.begin(), names.end(), [](const std::string& name) { return name.find("agon") != std::string::npos; }));
}

/// `folder` is where temporary files would lie.
Upkeep held_now(const std::filesystem::path& folder) {
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
  return {.resident_kib = resident(),
          .descriptors = count("/proc/self/fd") - 1,  // this one is of the counting
          .threads = count("/proc/self/task"),
          .processes = children().size(),
          .files = count(folder) + in_shared_memory()};
}

void print(const char* when, const Upkeep& upkeep, std::size_t matches) {
  std::cout << when << upkeep.resident_kib << " KiB resident, " << upkeep.descriptors << " descriptors, "
            << upkeep.threads << " threads, " << upkeep.processes << " child processes, " << upkeep.files
            << " temporary files (after " << matches << " matches)" << std::endl;
}

/// What has grown, as a sentence; empty if nothing has.
std::string grown(const Upkeep& before, const Upkeep& after) {
  // The allocator's and the kernel's ways with pages come to less, a leak in each match to far more.
  constexpr std::size_t noise_kib = 2048;
  if (after.resident_kib > before.resident_kib + noise_kib) return "memory has leaked";
  if (after.descriptors > before.descriptors) return "descriptors have leaked";
  if (after.threads > before.threads) return "threads have leaked";
  if (after.processes > before.processes) return "processes have leaked";
  if (after.files > before.files) return "files have leaked";
  return "";
}

}  // namespace

bool holds_nothing(const std::function<void(std::uint64_t first_seed, std::size_t matches)>& play, std::size_t warm_up,
                   std::size_t matches) {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);  // what workers and supervisors leave behind becomes this process's own
  const support::TemporaryFolder folder;
  std::filesystem::current_path(folder.path());
  ::setenv("TMPDIR", folder.path().c_str(), 1);
  play(1'000'000'000, warm_up);
  const Upkeep before = held_now(folder.path());
  print("before: ", before, warm_up);
  const auto began = std::chrono::steady_clock::now();
  play(1, matches);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const Upkeep after = held_now(folder.path());
  print("after:  ", after, warm_up + matches);
  const std::string leak = grown(before, after);
  std::cout << "took:   " << took.count() << " s" << (leak.empty() ? "" : "\n" + leak) << "\n";
  std::filesystem::current_path("/");
  return leak.empty();
}

}  // namespace hostile
