#include "tests/hostile/program_attacks.hpp"

namespace hostile {

const std::vector<ProgramAttack>& program_attacks() {
  static const std::vector<ProgramAttack> all = {
      {"fork_bomb", {"forbidden", "time", "memory"}, "", true},
      {"daemonise", {"ok"}, ""},
      {"daemonise_and_end", {"exit"}, "it ended, with exit status 5"},
      {"memory_in_children", {"memory"}, "it ran out of its memory of 64 MiB"},
      {"shared_memory", {"memory"}, "it ran out of its memory of 64 MiB"},
      {"time_in_orphans", {"time"}, "it used up its CPU time"},
      {"endless_line", {"error"}, "without a line break"},
      {"no_newline", {"stall"}, "has written 10 bytes without a line break", false, true},
      {"junk", {"ok", "error"}, ""},
      {"sleep", {"stall"}, "it did not answer within 5 s", false, true, {"--wall", "5"}},
      {"ignore_all", {"ok"}, "", false, true},
      {"flood_log", {"ok", "time"}, "", true},
      {"fill_folder", {"ok"}, "", true},
      {"connect_out", {"ok"}, "", true},
      {"read_files", {"ok"}, "", true},
      {"write_files", {"ok"}, "", true},
      {"reach_parent", {"ok"}, "", true},
      {"outlive", {"ok"}, "", true},
      {"change_system", {"ok"}, "", true}};
  return all;
}

}  // namespace hostile
