#include "tests/hostile/program_attacks.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>

namespace hostile {

double ProgramAttack::seconds() const {
  return waits || std::find(kinds.begin(), kinds.end(), "time") != kinds.end() ? 0.5 : 10;
}

const std::vector<ProgramAttack>& program_attacks() {
  static const std::vector<ProgramAttack> all = {
      {"fork_bomb", {"forbidden"}, "processes and threads"},
      {"daemonise", {"ok"}, ""},
      {"daemonise_and_end", {"exit"}, "it ended, with exit status 5"},
      {"memory_in_children", {"memory"}, "it ran out of its memory of 64 MiB"},
      {"time_in_orphans", {"time"}, "it used up its CPU time"},
      {"endless_line", {"error"}, "without a line break"},
      {"no_newline", {"stall"}, "has written 10 bytes without a line break", false, true},
      {"short_lines", {"error"}, "it wrote 100000 lines, or 16 MiB, and no 'action' among them"},
      {"empty_lines", {"error"}, "it wrote 100000 lines, or 16 MiB"},
      {"log_lines", {"error"}, "it wrote 100000 lines, or 16 MiB"},
      {"name_lines", {"error"}, "it wrote 100000 lines, or 16 MiB"},
      {"long_lines", {"error"}, "it wrote 100000 lines, or 16 MiB"},
      {"junk", {"ok", "error"}, ""},
      {"sleep", {"stall"}, "it did not answer within 5 s", false, true, {"--wall", "5"}},
      {"ignore_all", {"ok"}, "", false, true},
      {"flood_log", {"ok", "time", "memory"}, "", true},
      {"fill_folder", {"ok"}, "", true},
      {"connect_out", {"ok"}, "", true},
      {"read_files", {"ok"}, "", true},
      {"write_files", {"ok"}, "", true},
      {"reach_parent", {"ok"}, "", true},
      {"outlive", {"ok"}, "", true},
      {"change_system", {"ok"}, "", true},
      {"watch_files", {"ok"}, "", true}};
  return all;
}

const std::vector<ProgramAttack>& hiding_attacks() {
  static const std::vector<std::string> patient = {"--wall", "120"};  // they use one core after the other
  static const std::vector<ProgramAttack> all = {
      {"time_in_ignored", {"time"}, "it used up its CPU time", false, false, patient},
      {"time_in_unwaited", {"time"}, "it used up its CPU time", false, false, patient},
      {"time_in_silent", {"time"}, "it used up its CPU time", false, false, patient},
      {"time_in_ignored_grandchildren", {"time"}, "it used up its CPU time", false, false, patient},
      {"time_after_start", {"time"}, "it used up its CPU time", false, false, patient},
      {"memory_without_first_thread", {"memory"}, "it ran out of its memory of 64 MiB"},
      {"memory_without_named_thread", {"memory"}, "it ran out of its memory of 64 MiB"},
      {"memory_by_name", {"memory"}, "it ran out of its memory of 64 MiB"},
      {"memory_by_name_with_tab", {"memory"}, "it ran out of its memory of 64 MiB"},
      {"memory_by_second_line", {"memory"}, "it ran out of its memory of 64 MiB"},
      {"memory_by_brackets", {"memory"}, "it ran out of its memory of 64 MiB"},
      {"memory_against_negative", {"memory"}, "it ran out of its memory of 64 MiB"},
      {"time_by_brackets", {"time"}, "it used up its CPU time", false, false, patient},
      {"memory_in_log", {"memory"}, "it ran out of its memory of 64 MiB", true},
      {"memory_in_mapped_log", {"memory"}, "it ran out of its memory of 64 MiB", true},
      {"memory_in_written_log", {"memory"}, "it ran out of its memory of 64 MiB", true},
      {"little_time_of_many", {"time"}, "it used up its CPU time", false, false, patient},
      {"little_time_without_faults", {"time"}, "it used up its CPU time", false, false, patient},
      {"memory_in_tables", {"memory"}, "it ran out of its memory of 64 MiB"},
      {"memory_in_sockets", {"memory", "ok"}, "", true},
      {"memory_dropped", {"memory", "ok"}, "", true},
      {"memory_of_device", {"memory", "ok"}, "", true},
      {"memory_by_reference", {"ok"}, "", true},
      {"send_descriptor", {"ok"}, "", true},
      {"send_by_ring", {"ok"}, "", true},
      {"send_to_itself", {"ok"}, "", true},
      {"widen_buffers", {"ok"}, "", true},
      {"make_rules", {"ok"}, "", true}};
  return all;
}

const std::vector<ProgramAttack>& neighbour_attacks() {
  static const std::vector<ProgramAttack> all = [] {
    std::vector<ProgramAttack> each;
    for (const char* const name :
         {"pair_datagrams", "send_to_address", "serve_or_connect", "sockets_of_all_families", "filters_of_packets",
          "filter_itself", "filter_with_listener", "filter_in_a_child", "set_priorities", "schedule_others",
          "limit_others", "use_up_system", "reach_queues", "flush_disks", "truncate_or_open", "read_attributes",
          "allow_core_files", "hide_from_proc"})
      each.push_back({name, {"ok"}, "", true});
#if defined(__x86_64__)
    each.push_back({"call_by_other_numbers", {"ok"}, "", true});
#endif
    return each;
  }();
  return all;
}

void limit_processes() {
  std::size_t now = 0;
  const uid_t user = ::getuid();
  std::error_code ended;  // a process that ends meanwhile
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    struct stat owner {};
    if (::stat(entry.path().c_str(), &owner) != 0 || owner.st_uid != user) continue;
    for (std::filesystem::directory_iterator task(entry.path() / "task", ended), end; !ended && task != end;
         task.increment(ended))
      ++now;
  }
  constexpr rlim_t more = 1000;
  rlimit limit{};
  ::getrlimit(RLIMIT_NPROC, &limit);
  limit.rlim_cur = std::min<rlim_t>(now + more, limit.rlim_cur);
  ::setrlimit(RLIMIT_NPROC, &limit);
}

}  // namespace hostile
