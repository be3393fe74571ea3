#include "tests/hostile/upkeep.hpp"

#include "tests/hostile/arena.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <malloc.h>
#include <sys/wait.h>

#include <sstream>

namespace hostile {

namespace {

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

}  // namespace

Upkeep Upkeep::now(const std::filesystem::path& folder) {
  while (::waitpid(-1, nullptr, WNOHANG) > 0) {
  }
  return {.resident_kib = resident(),
          .descriptors = count("/proc/self/fd") - 1,  // this one is of the counting
          .threads = count("/proc/self/task"),
          .processes = children().size(),
          .files = count(folder) + count("/dev/shm")};
}

std::string to_text(const Upkeep& upkeep) {
  std::ostringstream text;
  text << upkeep.resident_kib << " KiB resident, " << upkeep.descriptors << " descriptors, " << upkeep.threads
       << " threads, " << upkeep.processes << " child processes, " << upkeep.files << " temporary files";
  return text.str();
}

}  // namespace hostile
