#include "tests/hostile/rows.hpp"

#include "tests/support/files.hpp"

#include <utility>

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

/// The attacks, by their kinds. Names and moments separated by blanks are rows of their own.
// clang-format off
const std::vector<Rows>& kinds() {
  static const std::vector<Rows> all = {
      {  // by a signal
        {"null_write", "create third", {"crash"}, "SIGSEGV"},
        {"null_write", "first", {"crash"}, "SIGSEGV", {"--fresh"}},
        {"null_write", "load", {"load"}, "while it was loaded (SIGSEGV"},
        {"wild_write wild_jump", "first", {"crash"}, "SIGSEGV"},
        {"stack_overflow", "third load", {"crash"}, "SIGSEGV"},
        {"abort", "third", {"crash"}, "SIGABRT"},
        {"abort", "load", {"load"}, "while it was loaded (SIGABRT"},
        {"terminate", "first", {"crash"}, "SIGABRT"},
        {"divide_by_zero", "first", {arm64 ? "ok" : "crash"}, arm64 ? "" : "SIGFPE"},
        {"illegal_instruction", "first", {"crash"}, "SIGILL"},
        {"bus_error", "load", {"load"}, "SIGBUS"},
        {"crash_with_signals_blocked", "first", {"crash"}, "SIGSEGV"},
        {"raise_segv raise_kill", "first", {"forbidden"}, "tgkill"},
        {"raise_stop", "first load", {"forbidden"}, "tgkill"},
        {"print_and_crash", "third", {"crash"}, "SIGSEGV"},
        {"print_and_crash", "load", {"load"}, "while it was loaded"},
      },
      {  // leaves
        {"exit", "third", {"exit"}, "exit"},
        {"exit_at_once", "first create", {"exit"}, "exit"},
        {"exit_at_once", "load", {"load"}, "while it was loaded"},
        {"exit_quickly", "first", {"exit"}, "3"},
        {"exit_thread", "first", {"exit"}, "exit"},
        {"exit_pthread", "first", {"crash", "exit"}, ""},
        {"throw_exception", "third create", {"error"}, "I am hostile"},
        {"throw_exception", "third create", {"error"}, "I am hostile", {}, "1-3", "glue"},
        {"throw_exception", "load", {"load"}, "I am hostile"},
        {"throw_int", "first", {"error"}, "no std::exception"},
        {"throw_int", "first", {"error"}, "no std::exception", {}, "1-3", "glue"},
        {"throw_bad_alloc", "first", {"error", "memory"}, "memory"},
        {"throw_nameless", "first", {"crash", "error"}, ""},
        {"throw_long_text", "first", {"error"}, "!!!!!!!!"},
        {"throw_long_text", "first", {"error"}, "!!!!!!!!", {}, "1-3", "glue"},
      },
      {  // is late
        {"loop", "third create", {"time"}, "CPU time", {}, "1-2"},
        {"loop", "third", {"time"}, "CPU time", {}, "1-2", "glue"},
        {"loop_in_system_calls loop_yielding", "first", {"time"}, "CPU time", {}, "1"},
        {"think_a_while", "always", {"time"}, "CPU time", {}, "1"},
        {"think_long", "first load", {"ok"}, "", {"--time", "10"}, "1"},
        {"think_long", "load", {"time"}, "CPU time of 0.5 s", {}, "1-2", "raw,do=think_long"},
        {"sleep", "third load", {"forbidden"}, "nanosleep"},
        {"poll", "first", {"forbidden"}, "poll"},
        {"pause", "first", {"forbidden"}, arm64 ? "ppoll" : "pause"},
        {"deadlock", "third", {"stall"}, "did not answer", {}, "1-2"},
        {"wait_in_futex", "create", {"stall"}, "did not answer", {}, "1"},
        {"nap_in_futex", "always", {"stall"}, "did not answer", {}, "1"},
      },
      {  // is greedy
        {"small_blocks", "third load", {"memory"}, "memory"},
        {"small_blocks", "third", {"memory"}, "memory", {}, "1-3", "glue"},
        {"small_blocks", "create", {"memory"}, "memory", {"--memory", "16"}},
        {"large_block", "third", {"memory"}, "memory"},
        {"large_block", "third", {"memory"}, "memory", {}, "1-3", "glue"},
        {"unchecked_malloc", "third", {"memory"}, "memory", {"--time", "10"}},
        {"unchecked_malloc", "third", {"memory"}, "memory", {"--memory", "200", "--time", "2"}},
        {"unchecked_malloc", "load", {"load"}, "memory"},
        {"unchecked_large_malloc", "third", {"crash", "memory"}, ""},
        {"pages", "third", {"memory"}, "memory"},
        {"caught", "always load", {"ok"}},
        {"checked_malloc", "always", {"ok"}},
        {"much_for_a_while", "always", {"ok"}, "", {"--time", "10"}},
        {"leak", "first", {"ok"}, "", {}, "1-150"},
        {"leak_much", "first", {"ok"}, "", {}, "1-8"},
        {"grow_a_mapping", "first", {"ok"}},
        {"shared_memory", "first load", {"forbidden"}, "mmap"},
        {"grow_down", "third load", {"forbidden"}, "mmap", {"--time", "10"}},
        {"huge_pages", "first", {"ok"}, "", {"--time", "10"}},
        {"write_protect", "third load", {"memory"}, "its memory of", {"--time", "10"}},
        {"page_tables", "third load", {"memory"}, "its memory of", {"--time", "10"}},
        {"memory_without_first_thread", "third", {"memory"}, "its memory of", {"--threads", "2", "--time", "10"}},
        {"protect", "create", {"memory"}, "its memory of", {"--time", "10"}},
        {"data_and_stack", "third", {"memory"}, "its memory of", {"--time", "10"}},
        {"private_file", "load", {"ok"}, "", {"--time", "10"}},
        {"move_mappings program_break", "first", {"ok"}, "", {"--time", "10"}},
        {"swap_out", "first load", {"ok"}, "", {"--time", "10"}},
      },
      {  // becomes more than one
        {"fork", "third load", {"forbidden"}, "the sandbox forbids"},
        {"fork", "first", {"forbidden"}, "the sandbox forbids", two_threads},
        {"vfork", "first", {"forbidden"}, arm64 ? "clone" : "vfork"},
        {"clone3", "first", {"ok"}},
        {"thread", "third load", {"forbidden"}, ""},
        {"one_more_thread", "always", {"ok"}, "", two_threads},
        {"many_threads", "first", {"forbidden"}, "threads", two_threads, "1"},
        {"loop_in_a_thread", "first", {"time"}, "CPU time", two_threads, "1"},
        {"think_between_turns", "first", {"ok", "time"}, "", two_threads},
        {"execute", "third load", {"forbidden"}, "execve"},
        {"spawn shell", "first", {"forbidden"}, ""},
      },
      {  // is curious
        {"read_passwords", "third load", {"ok"}},
        {"read_environment", "first load", {"ok"}},
        {"read_own_maps", "first", {"ok"}},
        {"write_own_memory read_folder", "first load", {"ok"}},
        {"open_by_openat2", "first", {"ok"}},
        {"overwrite_itself create_file", "first load", {"ok"}},
        {"reopen_descriptors", "first", {"ok"}},
        {"connect_out", "third load", {"ok"}},
        {"pair_of_sockets", "first", {"forbidden"}, "socketpair"},
        {"read_process", "first load", {"forbidden"}, "process_vm_readv"},
        {"read_memory_files", "first", {"ok"}},
        {"trace", "first load", {"forbidden"}, "ptrace"},
        {"open_process", "first", {"forbidden"}, "pidfd_open"},
        {"take_descriptor", "first", {"forbidden"}, "pidfd_getfd"},
        {"stat_by_empty_path stat_path stat_by_statx stat_what_is_open ask_for_paths", "first load", {"ok"}},
        {"ask_for_folder", "first", {"forbidden"}, "getcwd"},
        {"ask_for_folder", "load", {"ok"}},
        {"open_as_path read_clock_of_another read_own_clocks", "first load", {"ok"}},
        {"read_own_clocks", "first", {"ok"}, "", two_threads},
        {"read_limits_of_another", "first load", {"forbidden"}, "prlimit64"},
        {"read_own_limits", "first", {"ok"}},
        {"lock_of_another ask_for_load", "first load", {"ok"}},
        {"sort_much", "first", {"ok"}},
      },
      {  // acts on others
        {"kill_host", "third load", {"forbidden"}, "kill"},
        {"kill_group kill_everyone", "first", {"forbidden"}, "kill"},
        {"signal_queue", "first", {"forbidden"}, "rt_sigqueueinfo"},
        {"change_folder", "first", {"forbidden"}, "chdir"},
        {"unlink_file", "first load", {"forbidden"}, "unlink"},
        {"rename_file", "first", {"forbidden"}, "rename"},
        {"make_folder", "first", {"forbidden"}, "mkdir"},
        {"raise_limits", "first load", {"forbidden"}, "prlimit64"},
        {"become_root", "first", {"forbidden"}, "setuid"},
        {"join_groups", "first", {"forbidden"}, "setgroups"},
        {"new_namespace", "first", {"forbidden"}, "unshare"},
        {"blind_seccomp log_calls listen_to_calls", "first load", {"forbidden", "load"}, "seccomp"},
        {"log_calls listen_to_calls", "load", {"forbidden", "load"}, "seccomp", two_threads},
        {"change_second_filter", "load", {"ok"}},
        {"filter_by_prctl outlive_host", "first load", {"forbidden", "load"}, "prctl"},
        {"new_session", "first", {"forbidden"}, "setsid"},
        {"other_cores", "first", {"forbidden"}, "sched_setaffinity"},
        {"be_important", "first", {"forbidden"}, "setpriority"},
        {"leave_handler", "first load", {"ok"}},
        {"set_alarm", "first load", {"forbidden"}, arm64 ? "setitimer" : "alarm"},
        {"set_timer", "first", {"forbidden"}, "setitimer"},
        {"type_into_terminal", "first", {"ok"}},
        {"ring_of_calls", "first", {"forbidden"}, "io_uring_setup"},
        {"watch_faults", "first", {"forbidden"}, "userfaultfd"},
#if defined(__x86_64__)
        {"call_of_old", "first", {"forbidden", "crash"}, ""},  // a crash where the kernel does not know these calls
        {"call_of_x32", "first", {"forbidden"}, ""},
#endif
      },
      {  // uses descriptors
        {"close_all", "first load", {"ok"}, "", {"--fresh"}},
        {"write_to_all", "always load", {"ok"}},
        {"flood_stdout", "first load", {"ok"}, "", {"--time", "5"}},
        {"flood_stderr flood_log", "first", {"ok"}, "", {"--time", "5"}},
        {"log_control_characters log_from_nowhere", "always", {"ok"}, "", {"--log"}},
        {"seek_far", "always", {"ok"}},
        {"truncate_all", "first load", {"forbidden"}, "ftruncate"},
        {"grow_all", "first", {"forbidden"}, "ftruncate"},
        {"punch_holes", "first", {"forbidden"}, "fallocate"},
        {"duplicate", "first", {"forbidden"}, arm64 ? "dup3" : "dup2"},
        {"pass_on", "first", {"forbidden"}, "fcntl"},
        {"lease", "first load", {"ok"}},
        {"control_files", "first", {"forbidden"}, "fcntl"},
        {"control_files", "load", {"ok"}},
        {"memory_file", "first load", {"ok"}},
        {"pipe", "first", {"forbidden"}, "pipe"},
      },
      {  // changes what is mapped
        {"make_executable", "first", {"forbidden"}, "mprotect"},
        {"map_executable", "first", {"forbidden"}, "mmap"},
        {"unmap_channel protect_channel", "third", {"crash"}, "SIGSEGV"},
        {"replace_channel", "third", {"time", "stall", "crash"}, "", {}, "1"},
        {"empty_channel", "third", {"ok"}},
        {"grow_channel", "third", {"crash"}, "SIG"},
        {"unmap_stack", "first", {"crash"}, "SIGSEGV"},
        {"lock_memory", "first", {"forbidden"}, "mlockall"},
        {"plain_addresses", "first", {"forbidden"}, "personality"},
      },
      {  // answers badly
        {"size_huge", "third", {"error"}, "more bytes than an action may have"},
        {"size_negative size_one_too_many", "first", {"error"}, "more bytes than an action may have"},
        {"size_zero", "first", {"illegal"}, "0 bytes"},
        {"garbage", "third", {"illegal"}, "off the board"},
        {"answer_elsewhere", "always", {"ok"}},
        {"fail_silently", "third create", {"error"}, "no reason"},
        {"fail_without_end", "third", {"error"}, "xxxxxxxx"},
        {"fail_in_control_characters", "first", {"error"}, "all is well"},
        {"status_unknown status_turn_over", "first", {"error"}, ""},
        {"act_outside_turn", "create destroy", {"ok"}},
        {"status_unsupported", "create", {"load"}, "this match is beyond me"},
        {"", "", {"ok", "load"}, "", {}, "1-4", "refuser"},
        {"", "", {"ok", "load"}, "", {}, "1-4", "unable"},
        {"act_again", "first", {"ok", "illegal", "error"}, ""},
        {"act_for_ever", "first", {"time", "error", "illegal"}, "", {}, "1"},
        {"act_huge", "first", {"illegal", "error"}, ""},
        {"act_from_nowhere", "first", {"crash", "illegal", "error"}, ""},
        {"ask_for_odd_extensions", "always", {"ok"}},
        {"cheat_at_limits", "create", {"ok"}},
      },
      {  // writes over the shared memory
        {"scribble_ones", "first third", any_failure, "", {"--fresh"}, "1-2"},
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
        {"forge_broken_sandbox", "third create", {"load", "error", "exit"}, ""},
        {"forge_broken_sandbox", "load", {"load"}, "exit"},
        {"forge_load_failure", "load", {"load"}, "xxxxxxxx"},
        {"forge_report", "load", {"load"}, "while it was loaded"},
        {"forge_text", "third", {"error"}, "xxxxxxxx"},
        {"forge_start", "third", {"ok"}, "", {"--fresh"}},
      },
      {  // races against the host
        {"change_action change_size change_all_sizes change_answer change_status change_sizes_and_act "
         "ring_all_the_time scribble_all_the_time empty_all_the_time", "first", anything, "", two_threads, "1-4"},
        {"change_reports", "first", {"ok"}, "", two_threads, "1-4"},
        {"change_texts", "first", {"error"}, "xxxxxxxx", two_threads, "1-4"},
      },
      {  // writes where a game might, which counts there
        {"play_by_hand", "first", {"ok"}, "", {}, "1-3", "raw", "patient", "counting"},
        {"play_by_hand", "third", {"ok"}, "", {"--pin", "off"}, "1-2", "raw", "patient", "counting"},
        {"change_observation", "first", {"ok"}, "", two_threads, "1-2", "raw", "patient", "counting"},
        {"change_observation", "third", {"ok"}, "", two_threads, "1-4"},
        {"change_action scribble_all_the_time empty_all_the_time change_sizes_and_act", "first", anything, "", two_threads,
         "1-2", "raw", "patient", "counting"},
      },
      {  // the match is over, and its scores stand
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
      },
      {  // computes when it is not its turn
        {"ponder", "first", {"time"}, "CPU time", {"--time", "0.1"}, "1-3", "raw", "patient"},
        {"ponder", "first", {"time"}, "CPU time", {"--time", "0.1", "--threads", "2"}, "1", "raw", "patient"},
        {"spin_after_the_end", "destroy", {"ok", "time"}},
      },
  };
  return all;
}
// clang-format on

/// Returns a row for each name and each moment. Of attacks while a library is loaded or created, `load` is an outcome,
/// too.
Rows apart(const Rows& rows) {
  const auto words = [](const std::string& text) {
    return text.empty() ? std::vector<std::string>{""} : support::words_of(text);
  };
  Rows all;
  for (const Row& row : rows) {
    for (const std::string& attack : words(row.attack)) {
      for (const std::string& when : words(row.when)) {
        all.push_back(row);
        all.back().attack = attack;
        all.back().when = when;
        // What fails there can't be started.
        std::vector<std::string>& expected = all.back().kinds;
        if ((when == "load" || when == "create") && std::ranges::find(expected, "ok") == expected.end())
          expected.emplace_back("load");
      }
    }
  }
  return all;
}

}  // namespace

const std::vector<Row>& rows_in_process() {
  static const Rows all = {
      // clang-format off
      {"null_write", "third", {"crash"}, "SIGSEGV"},
      {"abort", "load", {"load"}, "while it was loaded"},
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

const std::vector<Row>& rows() {
  static const Rows all = [] {
    Rows joined;
    for (const Rows& kind : kinds()) {
      for (Row& row : apart(kind)) joined.push_back(std::move(row));
    }
    return joined;
  }();
  return all;
}

std::vector<Row> representative_rows() {
  constexpr std::size_t of_each = 4;
  Rows chosen;
  for (const Rows& kind : kinds()) {
    Rows some = apart(kind);
    if (some.size() > of_each) some.resize(of_each);
    for (Row& row : some) {
      if (row.seeds == "1-3" || row.seeds == "1-2") row.seeds = "1";
      chosen.push_back(std::move(row));
    }
  }
  return chosen;
}

}  // namespace hostile
