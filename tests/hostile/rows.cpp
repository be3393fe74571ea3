#include "tests/hostile/rows.hpp"

namespace hostile {

namespace {

using Rows = std::vector<Row>;

/// ARM64 has no system calls of some names: its C library calls others. And it divides by zero without a signal.
constexpr bool arm64 =
#ifdef __aarch64__
    true;
#else
    false;
#endif
const std::vector<std::string> two_threads = {"--threads", "2"};
/// Anything but the host's own failure: what a strategy tells of its end is a hint.
const std::vector<std::string> any_failure = {"illegal", "error",     "crash", "time", "stall",
                                              "memory",  "forbidden", "exit",  "load"};
/// Of an attack that may come too late, or harm nobody.
const std::vector<std::string> anything = {"ok", "illegal", "error", "crash", "time", "stall", "exit"};

// A row, a line.
// clang-format off

Rows ends_by_signal() {
  return {
      {"null_write", "create", {"crash"}, "SIGSEGV"},
      {"null_write", "third", {"crash"}, "SIGSEGV"},
      {"null_write", "first", {"crash"}, "SIGSEGV", {"--fresh"}},
      {"null_write", "load", {"crash"}, "while it was loaded (SIGSEGV"},
      {"wild_write", "first", {"crash"}, "SIGSEGV"},
      {"wild_jump", "first", {"crash"}, "SIGSEGV"},
      {"stack_overflow", "third", {"crash"}, "SIGSEGV"},
      {"stack_overflow", "load", {"crash"}, "SIGSEGV"},
      {"abort", "third", {"crash"}, "SIGABRT"},
      {"abort", "load", {"crash"}, "while it was loaded (SIGABRT"},
      {"terminate", "first", {"crash"}, "SIGABRT"},
      {"divide_by_zero", "first", {arm64 ? "ok" : "crash"}, arm64 ? "" : "SIGFPE"},
      {"illegal_instruction", "first", {"crash"}, "SIGILL"},
      {"bus_error", "load", {"crash"}, "SIGBUS"},
      {"crash_with_signals_blocked", "first", {"crash"}, "SIGSEGV"},
      {"raise_segv", "first", {"forbidden"}, "tgkill"},
      {"raise_kill", "first", {"forbidden"}, "tgkill"},
      {"raise_stop", "first", {"forbidden"}, "tgkill"},
      {"raise_stop", "load", {"forbidden"}, "tgkill"},
      {"print_and_crash", "third", {"crash"}, "SIGSEGV"},
      {"print_and_crash", "load", {"crash"}, "while it was loaded"},
  };
}

Rows leaves() {
  return {
      {"exit", "third", {"exit"}, "exit"},
      {"exit_at_once", "first", {"exit"}, "exit"},
      {"exit_at_once", "create", {"exit"}, "exit"},
      {"exit_at_once", "load", {"exit"}, "while it was loaded"},
      {"exit_quickly", "first", {"exit"}, "3"},
      {"exit_thread", "first", {"exit"}, "exit"},
      {"exit_pthread", "first", {"crash", "exit"}, ""},
      {"throw_exception", "third", {"error"}, "I am hostile"},
      {"throw_exception", "third", {"error"}, "I am hostile", {}, "1-3", "glue"},
      {"throw_exception", "create", {"error"}, "I am hostile"},
      {"throw_exception", "create", {"error"}, "I am hostile", {}, "1-3", "glue"},
      {"throw_exception", "load", {"error", "load"}, "I am hostile"},
      {"throw_int", "first", {"error"}, "no std::exception"},
      {"throw_int", "first", {"error"}, "no std::exception", {}, "1-3", "glue"},
      {"throw_bad_alloc", "first", {"error", "memory"}, "memory"},
      {"throw_nameless", "first", {"crash", "error"}, ""},
      {"throw_long_text", "first", {"error"}, "!!!!!!!!"},
      {"throw_long_text", "first", {"error"}, "!!!!!!!!", {}, "1-3", "glue"},
  };
}

Rows is_late() {
  return {
      {"loop", "third", {"time"}, "CPU time", {}, "1-2"},
      {"loop", "create", {"time"}, "CPU time", {}, "1-2"},
      {"loop", "third", {"time"}, "CPU time", {}, "1-2", "glue"},
      {"loop_in_system_calls", "first", {"time"}, "CPU time", {}, "1"},
      {"loop_yielding", "first", {"time"}, "CPU time", {}, "1"},
      {"think_a_while", "always", {"time"}, "CPU time", {}, "1"},
      {"think_long", "first", {"ok"}, "", {"--time", "10"}, "1"},
      {"think_long", "load", {"ok"}, "", {"--time", "10"}, "1"},
      {"think_long", "load", {"time"}, "CPU time of 0.5 s", {}, "1-2", "raw,do=think_long"},
      {"sleep", "third", {"forbidden"}, "nanosleep"},
      {"sleep", "load", {"forbidden"}, "nanosleep"},
      {"poll", "first", {"forbidden"}, "poll"},
      {"pause", "first", {"forbidden"}, arm64 ? "ppoll" : "pause"},
      {"deadlock", "third", {"stall"}, "did not answer", {}, "1-2"},
      {"wait_in_futex", "create", {"stall"}, "did not answer", {}, "1"},
      {"nap_in_futex", "always", {"stall"}, "did not answer", {}, "1"},
  };
}

Rows is_greedy() {
  return {
      {"small_blocks", "third", {"memory"}, "memory"},
      {"small_blocks", "third", {"memory"}, "memory", {}, "1-3", "glue"},
      {"small_blocks", "create", {"memory"}, "memory", {"--memory", "16"}},
      {"small_blocks", "load", {"memory"}, "memory"},
      {"large_block", "third", {"memory"}, "memory"},
      {"large_block", "third", {"memory"}, "memory", {}, "1-3", "glue"},
      {"unchecked_malloc", "third", {"memory"}, "memory", {"--time", "10"}},
      {"unchecked_malloc", "third", {"memory"}, "memory", {"--memory", "200", "--time", "2"}},
      {"unchecked_malloc", "load", {"memory"}, "memory"},
      {"unchecked_large_malloc", "third", {"crash", "memory"}, ""},
      {"pages", "third", {"memory"}, "memory"},
      {"caught", "always", {"ok"}},
      {"caught", "load", {"ok"}},
      {"checked_malloc", "always", {"ok"}},
      {"much_for_a_while", "always", {"ok"}, "", {"--time", "10"}},
      {"leak", "first", {"ok"}, "", {}, "1-150"},
      {"leak_much", "first", {"ok"}, "", {}, "1-8"},
      {"grow_a_mapping", "first", {"ok"}},
      {"shared_memory", "first", {"forbidden"}, "mmap"},
      {"shared_memory", "load", {"forbidden"}, "mmap"},
      {"grow_down", "third", {"forbidden"}, "mmap", {"--time", "10"}},
      {"grow_down", "load", {"forbidden"}, "mmap", {"--time", "10"}},
      {"huge_pages", "first", {"ok"}, "", {"--time", "10"}},
      {"write_protect", "third", {"memory"}, "its memory of", {"--time", "10"}},
      {"write_protect", "load", {"memory"}, "its memory of", {"--time", "10"}},
      {"protect", "create", {"memory"}, "its memory of", {"--time", "10"}},
      {"data_and_stack", "third", {"memory"}, "its memory of", {"--time", "10"}},
      {"private_file", "load", {"ok"}, "", {"--time", "10"}},
      {"move_mappings", "first", {"ok"}, "", {"--time", "10"}},
      {"program_break", "first", {"ok"}, "", {"--time", "10"}},
      {"swap_out", "first", {"ok"}, "", {"--time", "10"}},
      {"swap_out", "load", {"ok"}, "", {"--time", "10"}},
  };
}

Rows multiplies() {
  return {
      {"fork", "third", {"forbidden"}, "the sandbox forbids"},
      {"fork", "load", {"forbidden"}, "the sandbox forbids"},
      {"fork", "first", {"forbidden"}, "the sandbox forbids", two_threads},
      {"vfork", "first", {"forbidden"}, arm64 ? "clone" : "vfork"},
      {"clone3", "first", {"ok"}},
      {"thread", "third", {"forbidden"}, ""},
      {"thread", "load", {"forbidden"}, ""},
      {"one_more_thread", "always", {"ok"}, "", two_threads},
      {"many_threads", "first", {"forbidden"}, "threads", two_threads, "1"},
      {"loop_in_a_thread", "first", {"time"}, "CPU time", two_threads, "1"},
      {"think_between_turns", "first", {"ok", "time"}, "", two_threads},
      {"execute", "third", {"forbidden"}, "execve"},
      {"execute", "load", {"forbidden"}, "execve"},
      {"spawn", "first", {"forbidden"}, ""},
      {"shell", "first", {"forbidden"}, ""},
  };
}

Rows is_curious() {
  return {
      {"read_passwords", "third", {"ok"}},
      {"read_passwords", "load", {"ok"}},
      {"read_environment", "first", {"ok"}},
      {"read_environment", "load", {"ok"}},
      {"read_own_maps", "first", {"ok"}},
      {"write_own_memory", "first", {"ok"}},
      {"write_own_memory", "load", {"ok"}},
      {"read_folder", "first", {"ok"}},
      {"read_folder", "load", {"ok"}},
      {"open_by_openat2", "first", {"ok"}},
      {"overwrite_itself", "first", {"ok"}},
      {"overwrite_itself", "load", {"ok"}},
      {"create_file", "first", {"ok"}},
      {"create_file", "load", {"ok"}},
      {"reopen_descriptors", "first", {"ok"}},
      {"connect_out", "third", {"ok"}},
      {"connect_out", "load", {"ok"}},
      {"pair_of_sockets", "first", {"forbidden"}, "socketpair"},
      {"read_process", "first", {"forbidden"}, "process_vm_readv"},
      {"read_process", "load", {"forbidden"}, "process_vm_readv"},
      {"read_memory_files", "first", {"ok"}},
      {"trace", "first", {"forbidden"}, "ptrace"},
      {"trace", "load", {"forbidden"}, "ptrace"},
      {"open_process", "first", {"forbidden"}, "pidfd_open"},
      {"take_descriptor", "first", {"forbidden"}, "pidfd_getfd"},
      {"stat_by_empty_path", "first", {"ok"}},
      {"stat_by_empty_path", "load", {"ok"}},
      {"stat_path", "first", {"ok"}},
      {"stat_path", "load", {"ok"}},
      {"stat_by_statx", "first", {"ok"}},
      {"stat_by_statx", "load", {"ok"}},
      {"stat_what_is_open", "first", {"ok"}},
      {"stat_what_is_open", "load", {"ok"}},
      {"ask_for_paths", "first", {"ok"}},
      {"ask_for_paths", "load", {"ok"}},
      {"ask_for_folder", "first", {"forbidden"}, "getcwd"},
      {"ask_for_folder", "load", {"ok"}},
      {"open_as_path", "first", {"ok"}},
      {"open_as_path", "load", {"ok"}},
      {"read_clock_of_another", "first", {"ok"}},
      {"read_clock_of_another", "load", {"ok"}},
      {"read_own_clocks", "first", {"ok"}},
      {"read_own_clocks", "first", {"ok"}, "", two_threads},
      {"read_own_clocks", "load", {"ok"}},
      {"read_limits_of_another", "first", {"forbidden"}, "prlimit64"},
      {"read_limits_of_another", "load", {"forbidden"}, "prlimit64"},
      {"read_own_limits", "first", {"ok"}},
      {"lock_of_another", "first", {"ok"}},
      {"lock_of_another", "load", {"ok"}},
      {"ask_for_load", "first", {"ok"}},
      {"ask_for_load", "load", {"ok"}},
      {"sort_much", "first", {"ok"}},
  };
}

Rows influences() {
  return {
      {"kill_host", "third", {"forbidden"}, "kill"},
      {"kill_host", "load", {"forbidden"}, "kill"},
      {"kill_group", "first", {"forbidden"}, "kill"},
      {"kill_everyone", "first", {"forbidden"}, "kill"},
      {"signal_queue", "first", {"forbidden"}, "rt_sigqueueinfo"},
      {"change_folder", "first", {"forbidden"}, "chdir"},
      {"unlink_file", "first", {"forbidden"}, "unlink"},
      {"unlink_file", "load", {"forbidden"}, "unlink"},
      {"rename_file", "first", {"forbidden"}, "rename"},
      {"make_folder", "first", {"forbidden"}, "mkdir"},
      {"raise_limits", "first", {"forbidden"}, "prlimit64"},
      {"raise_limits", "load", {"forbidden"}, "prlimit64"},
      {"become_root", "first", {"forbidden"}, "setuid"},
      {"join_groups", "first", {"forbidden"}, "setgroups"},
      {"new_namespace", "first", {"forbidden"}, "unshare"},
      {"blind_seccomp", "first", {"forbidden"}, "seccomp"},
      {"blind_seccomp", "load", {"ok"}},
      {"blind_seccomp", "load", {"ok"}, "", {}, "1-3", "raw,do=read_passwords"},
      {"blind_seccomp", "load", {"ok"}, "", {}, "1-3", "raw,do=create_file"},
      {"blind_seccomp", "load", {"ok"}, "", {}, "1-3", "raw,do=connect_out"},
      {"blind_seccomp", "load", {"forbidden"}, "the sandbox forbids", {}, "1-3", "raw,do=fork"},
      {"blind_seccomp", "load", {"forbidden"}, "execve", {}, "1-3", "raw,do=execute"},
      {"blind_seccomp", "load", {"forbidden"}, "kill", {}, "1-3", "raw,do=kill_everyone"},
      {"filter_by_prctl", "first", {"forbidden"}, "prctl"},
      {"outlive_host", "first", {"forbidden"}, "prctl"},
      {"new_session", "first", {"forbidden"}, "setsid"},
      {"other_cores", "first", {"forbidden"}, "sched_setaffinity"},
      {"be_important", "first", {"forbidden"}, "setpriority"},
      {"leave_handler", "first", {"ok"}},
      {"leave_handler", "load", {"ok"}},
      {"set_alarm", "first", {"forbidden"}, arm64 ? "setitimer" : "alarm"},
      {"set_alarm", "load", {"forbidden"}, arm64 ? "setitimer" : "alarm"},
      {"set_timer", "first", {"forbidden"}, "setitimer"},
      {"type_into_terminal", "first", {"ok"}},
      {"ring_of_calls", "first", {"forbidden"}, "io_uring_setup"},
      {"watch_faults", "first", {"forbidden"}, "userfaultfd"},
#if defined(__x86_64__)
      {"call_of_old", "first", {"forbidden", "crash"}, ""},  // a crash where the kernel does not know these calls
      {"call_of_x32", "first", {"forbidden"}, ""},
#endif
  };
}

Rows uses_descriptors() {
  return {
      {"close_all", "first", {"ok"}, "", {"--fresh"}},
      {"close_all", "load", {"ok"}, "", {"--fresh"}},
      {"write_to_all", "always", {"ok"}},
      {"write_to_all", "load", {"ok"}},
      {"flood_stdout", "first", {"ok"}, "", {"--time", "5"}},
      {"flood_stdout", "load", {"ok"}, "", {"--time", "5"}},
      {"flood_stderr", "first", {"ok"}, "", {"--time", "5"}},
      {"flood_log", "first", {"ok"}, "", {"--time", "5"}},
      {"log_control_characters", "always", {"ok"}, "", {"--log"}},
      {"log_from_nowhere", "always", {"ok"}, "", {"--log"}},
      {"seek_far", "always", {"ok"}},
      {"truncate_all", "first", {"forbidden"}, "ftruncate"},
      {"truncate_all", "load", {"forbidden"}, "ftruncate"},
      {"grow_all", "first", {"forbidden"}, "ftruncate"},
      {"punch_holes", "first", {"forbidden"}, "fallocate"},
      {"duplicate", "first", {"forbidden"}, arm64 ? "dup3" : "dup2"},
      {"pass_on", "first", {"forbidden"}, "fcntl"},
      {"lease", "first", {"ok"}},
      {"lease", "load", {"ok"}},
      {"control_files", "first", {"forbidden"}, "fcntl"},
      {"control_files", "load", {"ok"}},
      {"memory_file", "first", {"ok"}},
      {"memory_file", "load", {"ok"}},
      {"pipe", "first", {"forbidden"}, "pipe"},
  };
}

Rows maps() {
  return {
      {"make_executable", "first", {"forbidden"}, "mprotect"},
      {"map_executable", "first", {"forbidden"}, "mmap"},
      {"unmap_channel", "third", {"crash"}, "SIGSEGV"},
      {"protect_channel", "third", {"crash"}, "SIGSEGV"},
      {"replace_channel", "third", {"time", "stall", "crash"}, "", {}, "1"},
      {"empty_channel", "third", {"ok"}},
      {"grow_channel", "third", {"crash"}, "SIG"},
      {"unmap_stack", "first", {"crash"}, "SIGSEGV"},
      {"lock_memory", "first", {"forbidden"}, "mlockall"},
      {"plain_addresses", "first", {"forbidden"}, "personality"},
  };
}

Rows answers_badly() {
  return {
      {"size_huge", "third", {"error"}, "more bytes than an action may have"},
      {"size_negative", "first", {"error"}, "more bytes than an action may have"},
      {"size_one_too_many", "first", {"error"}, "more bytes than an action may have"},
      {"size_zero", "first", {"illegal"}, "0 bytes"},
      {"garbage", "third", {"illegal"}, "off the board"},
      {"answer_elsewhere", "always", {"ok"}},
      {"fail_silently", "third", {"error"}, "no reason"},
      {"fail_silently", "create", {"error"}, "no reason"},
      {"fail_without_end", "third", {"error"}, "xxxxxxxx"},
      {"fail_in_control_characters", "first", {"error"}, "all is well"},
      {"status_unknown", "first", {"error"}, ""},
      {"status_turn_over", "first", {"error"}, ""},
      {"act_outside_turn", "create", {"ok"}},
      {"act_outside_turn", "destroy", {"ok"}},
      {"status_unsupported", "create", {"error"}, "this match is beyond me"},
      {"", "", {"ok", "error"}, "", {}, "1-4", "refuser"},
      {"", "", {"ok", "error"}, "", {}, "1-4", "unable"},
      {"act_again", "first", {"ok", "illegal", "error"}, ""},
      {"act_for_ever", "first", {"time", "error", "illegal"}, "", {}, "1"},
      {"act_huge", "first", {"illegal", "error"}, ""},
      {"act_from_nowhere", "first", {"crash", "illegal", "error"}, ""},
      {"ask_for_odd_extensions", "always", {"ok"}},
      {"cheat_at_limits", "create", {"ok"}},
  };
}

Rows scribbles_around() {
  return {
      {"scribble_ones", "first", any_failure, "", {"--fresh"}, "1-2"},
      {"scribble_ones", "third", any_failure, "", {"--fresh"}, "1-2"},
      {"scribble_zeros", "third", anything, "", {"--fresh"}, "1-2"},  // its next request may come in time to repair all
      {"scribble_noise", "third", any_failure, "", {"--fresh"}, "1-4"},
      {"scribble_and_ring", "third", {"error", "illegal"}, "", {}, "1-2"},
      {"forge_size", "third", {"error"}, "more bytes than an action may have"},
      {"forge_answer", "third", {"error"}, "wrote over"},
      {"forge_act", "third", {"illegal", "error"}, "", {}, "1-2"},
      {"ring_for_nothing", "third", {"error"}, "wrote over"},
      {"ring_own_bell", "third", {"ok", "error", "time", "stall"}, "", {}, "1-2"},
      {"forge_unknown_hint", "third", {"exit"}, ""},
      {"forge_unknown_call", "third", {"forbidden", "exit"}, ""},
      {"forge_exception", "third", {"error"}, "xxxxxxxx"},
      {"forge_load_failure", "third", {"load", "error", "exit"}, ""},
      {"forge_broken_sandbox", "third", {"load", "error", "exit"}, ""},
      {"forge_broken_sandbox", "create", {"load", "error", "exit"}, ""},
      {"forge_broken_sandbox", "load", {"exit"}, "exit"},
      {"forge_load_failure", "load", {"load"}, "xxxxxxxx"},
      {"forge_report", "load", {"exit"}, "while it was loaded"},
      {"forge_text", "third", {"error"}, "xxxxxxxx"},
      {"forge_start", "third", {"ok"}, "", {"--fresh"}},
  };
}

// clang-format on

Rows races_against_the_host() {
  Rows all;
  for (const char* const attack :
       {"change_action", "change_size", "change_all_sizes", "change_answer", "change_status", "change_sizes_and_act",
        "ring_all_the_time", "scribble_all_the_time", "empty_all_the_time"})
    all.push_back({attack, "first", anything, "", two_threads, "1-4"});
  return all;
}

// clang-format off

/// The match is over, and its scores stand.
Rows ends_late() {
  return {
      {"loop", "destroy", {"time"}, "CPU time of 1 s in destroy()", {}, "1-2"},
      {"wait_in_futex", "destroy", {"stall"}, "by the clock in destroy()", {"--wall", "60"}, "1"},
      {"null_write", "destroy", {"crash"}, "in destroy() (SIGSEGV"},
      {"exit_at_once", "destroy", {"exit"}, "in destroy()"},
      {"throw_exception", "destroy", {"error"}, "I am hostile"},
      {"throw_exception", "destroy", {"error"}, "I am hostile", {}, "1-3", "glue"},
      {"fork", "destroy", {"forbidden"}, "in destroy()"},
      {"small_blocks", "destroy", {"error", "memory"}, "memory", {"--memory", "16"}},
      {"flood_stdout", "destroy", {"ok"}},
      {"forge_answer", "destroy", {"error"}, "wrote over"},
  };
}

Rows computes_for_itself() {
  return {
      {"ponder", "first", {"time"}, "CPU time", {"--time", "0.1"}, "1-3", "raw", "patient"},
      {"ponder", "first", {"time"}, "CPU time", {"--time", "0.1", "--threads", "2"}, "1", "raw", "patient"},
      {"spin_after_the_end", "destroy", {"ok", "time"}},
  };
}

// clang-format on

}  // namespace

const std::vector<Row>& rows_in_process() {
  static const Rows all = {
      // clang-format off
      {"null_write", "third", {"crash"}, "SIGSEGV"},
      {"abort", "load", {"crash"}, "while it was loaded"},
      {"raise_kill", "third", {"memory", "crash"}, "SIGKILL"},
      {"exit", "third", {"exit"}, "exit"},
      {"throw_exception", "third", {"error"}, "I am hostile"},
      {"loop", "third", {"time"}, "CPU time", {}, "1"},
      {"sleep", "third", {"stall"}, "did not answer", {}, "1"},
      {"unchecked_malloc", "third", {"memory"}, "memory", {"--time", "10"}},
      {"leave_child", "third", {"ok"}},
      {"close_all", "first", {"ok"}, "", {"--fresh"}},
      {"scribble_ones", "third", any_failure, "", {"--fresh"}, "1-2"},
      {"forge_size", "third", {"error"}, "more bytes than an action may have"},
      // clang-format on
  };
  return all;
}

namespace {

constexpr auto themes = {ends_by_signal,
                         leaves,
                         is_late,
                         is_greedy,
                         multiplies,
                         is_curious,
                         influences,
                         uses_descriptors,
                         maps,
                         answers_badly,
                         scribbles_around,
                         races_against_the_host,
                         ends_late,
                         computes_for_itself};

}  // namespace

const std::vector<Row>& rows() {
  static const Rows all = [] {
    Rows joined;
    for (const auto theme : themes) {
      for (Row& row : theme()) joined.push_back(std::move(row));
    }
    return joined;
  }();
  return all;
}

std::vector<Row> representative_rows() {
  constexpr std::size_t of_each = 4;
  Rows chosen;
  for (const auto theme : themes) {
    Rows kind = theme();
    if (kind.size() > of_each) kind.resize(of_each);
    for (Row& row : kind) {
      if (row.seeds == "1-3" || row.seeds == "1-2") row.seeds = "1";
      chosen.push_back(std::move(row));
    }
  }
  return chosen;
}

}  // namespace hostile
