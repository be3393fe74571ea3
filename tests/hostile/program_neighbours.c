/* Attacks on what programs share with the rest of the machine: sockets, priorities, limits of the whole system, files'
 * attributes, filters of system calls, core files. Each shows first that the call is the right one, if a harmless form
 * of it is allowed. */
#define _GNU_SOURCE
#include "belongings.h"
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Returns 1, with a word for the log, unless the call has failed with `error`. */
static int not_refused(long result, int error, const char* what) {
  if (result < 0 && errno == error) return 0;
  fprintf(stderr, "%s: %ld, error %d\n", what, result, errno);
  return 1;
}

static int pair_of(int type, int (*ends)[2]) {
  return socketpair(AF_UNIX, type, 0, *ends);
}

/* A pair that is connected for good, and works. */
static int open_pair(int type, int (*ends)[2]) {
  char byte = 'x';
  return pair_of(type, ends) == 0 && send((*ends)[0], &byte, 1, 0) == 1 && recv((*ends)[1], &byte, 1, 0) == 1;
}

static struct sockaddr_un abstract_address(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, "\0agon-hostile", 13);
  return address;
}

/* Every type but streams and packets in order, with each flag: a raw pair is one of datagrams. */
ATTACK(pair_datagrams) {
  int ends[2];
  if (!open_pair(SOCK_STREAM | SOCK_CLOEXEC, &ends) || !open_pair(SOCK_SEQPACKET | SOCK_NONBLOCK, &ends)) return 1;
  const int flags[] = {0, SOCK_CLOEXEC, SOCK_NONBLOCK, SOCK_CLOEXEC | SOCK_NONBLOCK};
  for (int type = 0; type < 16; ++type) {
    for (int flag = 0; flag < 4; ++flag) {
      if (type == SOCK_STREAM || type == SOCK_SEQPACKET) continue;
      if (not_refused(pair_of(type | flags[flag], &ends), EACCES, "socketpair")) return 1;
    }
  }
  /* The upper half of an argument is none that the kernel reads. */
  return not_refused(syscall(SYS_socketpair, AF_UNIX, SOCK_DGRAM | 1L << 40, 0, ends), EACCES, "socketpair");
}

ATTACK(send_to_address) {
  struct sockaddr_un to = abstract_address();
  int ends[2];
  char byte = 0;
  const int types[] = {SOCK_STREAM, SOCK_SEQPACKET};
  for (int type = 0; type < 2; ++type) {
    if (!open_pair(types[type], &ends)) return 1;
    if (not_refused(sendto(ends[0], &byte, 1, 0, (struct sockaddr*)&to, sizeof to), EACCES, "sendto")) return 1;
    if (not_refused(sendto(ends[0], &byte, 1, MSG_OOB, (struct sockaddr*)&to, 0), EACCES, "sendto")) return 1;
    struct iovec part = {&byte, 1};
    struct msghdr message = {.msg_name = &to, .msg_namelen = sizeof to, .msg_iov = &part, .msg_iovlen = 1};
    struct mmsghdr many = {message, 0};
    if (not_refused(sendmsg(ends[0], &message, 0), EPERM, "sendmsg")) return 1;
    if (not_refused(sendmmsg(ends[0], &many, 1, 0), EPERM, "sendmmsg")) return 1;
  }
  return 0;
}

ATTACK(serve_or_connect) {
  struct sockaddr_un address = abstract_address();
  const struct sockaddr none = {.sa_family = AF_UNSPEC}; /* takes a connection apart */
  int ends[2];
  if (!open_pair(SOCK_STREAM, &ends)) return 1;
  return not_refused(bind(ends[0], (struct sockaddr*)&address, sizeof address), EACCES, "bind") ||
         not_refused(bind(ends[0], (struct sockaddr*)&address, sizeof(sa_family_t)), EACCES, "bind by itself") ||
         not_refused(listen(ends[0], 1), EACCES, "listen") ||
         not_refused(accept(ends[0], NULL, NULL), EACCES, "accept") ||
         not_refused(accept4(ends[0], NULL, NULL, SOCK_CLOEXEC), EACCES, "accept4") ||
         not_refused(connect(ends[0], (struct sockaddr*)&address, sizeof address), EACCES, "connect") ||
         not_refused(connect(ends[0], &none, sizeof none), EACCES, "connect to nothing");
}

ATTACK(sockets_of_all_families) {
  const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET};
  for (int family = 0; family < 46; ++family) {
    for (int type = 0; type < 4; ++type) {
      int ends[2];
      if (not_refused(socket(family, types[type], 0), EACCES, "socket")) return 1;
      if (family != AF_UNIX && not_refused(socketpair(family, types[type], 0, ends), EACCES, "socketpair")) return 1;
    }
  }
  return 0;
}

/* Programs for packets: their memory, and their machine code, of which the whole system has a limit. */
ATTACK(filters_of_packets) {
  struct sock_filter all = {BPF_RET | BPF_K, 0, 0, 1};
  const struct sock_fprog program = {1, &all};
  const int options[] = {SO_ATTACH_FILTER, SO_ATTACH_BPF, SO_ATTACH_REUSEPORT_CBPF, SO_ATTACH_REUSEPORT_EBPF};
  int ends[2];
  if (!open_pair(SOCK_STREAM, &ends)) return 1;
  for (int option = 0; option < 4; ++option) {
    if (not_refused(setsockopt(ends[0], SOL_SOCKET, options[option], &program, sizeof program), EPERM, "setsockopt"))
      return 1;
  }
  return 0;
}

static int filter_by(unsigned flags) {
  struct sock_filter all = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};
  const struct sock_fprog program = {1, &all};
  return not_refused(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program), EINVAL, "seccomp") ||
         not_refused(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER | 1L << 35, flags, &program), EINVAL, "seccomp");
}

ATTACK_IS(filter_itself, filter_by(0))
ATTACK_IS(filter_with_listener, filter_by(SECCOMP_FILTER_FLAG_NEW_LISTENER) ||
                                    filter_by(SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_TSYNC | 16) ||
                                    filter_by(SECCOMP_FILTER_FLAG_LOG))

/* The older way, the strict mode, and both from a child that shares descriptors. */
static int filter_in_other_ways(void* unused) {
  struct sock_filter all = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_LOG};
  const struct sock_fprog program = {1, &all};
  (void)unused;
  return filter_by(SECCOMP_FILTER_FLAG_NEW_LISTENER) ||
         not_refused(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0), EINVAL, "prctl") ||
         not_refused(prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0), EINVAL, "prctl") ||
         not_refused(syscall(SYS_prctl, PR_SET_SECCOMP | 1L << 40, SECCOMP_MODE_STRICT, 0, 0, 0), EINVAL, "prctl") ||
         not_refused(syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, NULL), EINVAL, "seccomp");
}

ATTACK(filter_in_a_child) {
  static char stack[1 << 16];
  int status = 1;
  const pid_t child = clone(filter_in_other_ways, stack + sizeof stack, CLONE_FILES | SIGCHLD, NULL);
  return child < 0 || waitpid(child, &status, 0) != child || status != 0 || filter_in_other_ways(NULL);
}

ATTACK(set_priorities) {
  const int kinds[] = {PRIO_PROCESS, PRIO_PGRP, PRIO_USER};
  for (int kind = 0; kind < 3; ++kind) {
    errno = 0;
    if (getpriority(kinds[kind], 0) == -1 && errno != 0) return 1; /* it is there */
    if (not_refused(setpriority(kinds[kind], 0, 19), EPERM, "setpriority")) return 1;
  }
  return not_refused(setpriority(PRIO_PROCESS, (id_t)getppid(), 19), EPERM, "setpriority") ||
         not_refused(syscall(SYS_setpriority, PRIO_USER | 1L << 40, 0, 19), EPERM, "setpriority");
}

/* The kernel would refuse descriptors that are none. */
ATTACK(flush_disks) {
  sync();
  return syncfs(-1) != 0 || fsync(-1) != 0 || fdatasync(-1) != 0 || sync_file_range(-1, 0, 0, 0) != 0 ||
         posix_fadvise(-1, 0, 0, POSIX_FADV_DONTNEED) != 0 || readahead(-1, 0, 1) != 0;
}

ATTACK(schedule_others) {
  const struct sched_param batch = {.sched_priority = 0};
  struct {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
  } all = {.size = 48, .policy = SCHED_IDLE};
  const int idle = 3 << 13;
  return not_refused(sched_setscheduler(getppid(), SCHED_IDLE, &batch), EPERM, "sched_setscheduler") ||
         not_refused(syscall(SYS_sched_setattr, getppid(), &all, 0), EPERM, "sched_setattr") ||
         not_refused(syscall(SYS_sched_setattr, 0, &all, 0), EPERM, "sched_setattr") ||
         not_refused(sched_setparam(getppid(), &batch), EPERM, "sched_setparam") ||
         not_refused(syscall(SYS_ioprio_set, 1, getppid(), idle), EPERM, "ioprio_set") ||
         not_refused(syscall(SYS_ioprio_set, 3, getuid(), idle), EPERM, "ioprio_set of a user");
}

ATTACK(limit_others) {
  const struct rlimit none = {0, 0};
  struct iovec part = {NULL, 0};
  struct rlimit seen;
  if (getrlimit(RLIMIT_NOFILE, &seen) != 0) return 1;
  return not_refused(prlimit(getppid(), RLIMIT_NOFILE, &none, NULL), EPERM, "prlimit") ||
         not_refused(prlimit(getppid(), RLIMIT_CPU, NULL, &seen), EPERM, "prlimit") ||
         not_refused(syscall(SYS_process_madvise, 0, &part, 1, MADV_COLD, 0), EPERM, "process_madvise") ||
         not_refused(syscall(SYS_pidfd_getfd, 0, 0, 0), EPERM, "pidfd_getfd") ||
         not_refused(prctl(62 /* PR_SCHED_CORE */, 1, 0, 2, 0), EINVAL, "PR_SCHED_CORE");
}

/* What the whole machine, or a user, has only some of. */
ATTACK(use_up_system) {
  unsigned long context = 0;
  return not_refused(syscall(SYS_io_setup, 1, &context), EPERM, "io_setup") ||
         not_refused(syscall(SYS_io_setup, 8000, &context), EPERM, "io_setup") ||
         not_refused(syscall(SYS_mq_open, "/agon", O_CREAT | O_RDWR, 0600, NULL), EPERM, "mq_open") ||
         not_refused(syscall(SYS_add_key, "user", "agon", "x", 1, -4), EPERM, "add_key") ||
         not_refused(syscall(SYS_keyctl, 0, -3, 1), EPERM, "keyctl") ||
         not_refused(syscall(SYS_msgget, 0, 01600), EPERM, "msgget") ||
         not_refused(syscall(SYS_semget, 0, 1, 01600), EPERM, "semget") ||
         not_refused(syscall(SYS_inotify_init1, 0), EPERM, "inotify_init1") ||
         not_refused(syscall(SYS_memfd_create, "agon", 0), EPERM, "memfd_create") ||
         not_refused(prctl(67 /* PR_SET_MEMORY_MERGE */, 1, 0, 0, 0), EINVAL, "PR_SET_MEMORY_MERGE");
}

/* Queues and the like that other processes of the user may have: without a namespace, their numbers are easy to guess.
 */
ATTACK(reach_queues) {
  char room[256] = {0};
  return not_refused(syscall(SYS_msgctl, 0, IPC_STAT, room), EPERM, "msgctl") ||
         not_refused(syscall(SYS_msgctl, 0, IPC_RMID, NULL), EPERM, "msgctl") ||
         not_refused(syscall(SYS_msgrcv, 0, room, 16, 0, IPC_NOWAIT), EPERM, "msgrcv") ||
         not_refused(syscall(SYS_msgsnd, 0, room, 16, IPC_NOWAIT), EPERM, "msgsnd") ||
         not_refused(syscall(SYS_semctl, 0, 0, IPC_RMID, 0), EPERM, "semctl") ||
         not_refused(syscall(SYS_semop, 0, room, 1), EPERM, "semop") ||
         not_refused(syscall(SYS_shmctl, 0, IPC_RMID, NULL), EPERM, "shmctl") ||
         not_refused(syscall(SYS_mq_unlink, "agon"), EPERM, "mq_unlink");
}

ATTACK_IS(finds_socket, finds_socket())
ATTACK_IS(finds_queue, finds_queue())
ATTACK_IS(finds_semaphores, finds_semaphores())
ATTACK_IS(finds_segment, finds_segment())
ATTACK_IS(finds_key, finds_key())
ATTACK_IS(finds_named_queue, finds_named_queue())
ATTACK_IS(makes_ring, makes_ring())

#if defined(__x86_64__)
/* The call of that number, as a program of 32 bits would make it, or one of 64 bits with short pointers: a filter sees
 * other numbers. Returns the signal that ends the child that makes it; 0: none. */
static int signal_of_call(int old, long number) {
  int status = 0;
  const pid_t child = fork();
  if (child == 0) {
    if (old)
      __asm__ volatile("int $0x80" : "+a"(number) : "b"(0L), "c"(0L), "d"(0L) : "memory");
    else
      number = syscall(number | 0x40000000, 0, 0, 0);
    _exit(0);
  }
  return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

/* socketcall, ipc, mq_open, add_key, seccomp and io_uring_setup of 32 bits; and the same of the short pointers. */
ATTACK(call_by_other_numbers) {
  const long old[] = {102, 117, 277, 286, 354, 425, 20};
  const long shorter[] = {SYS_socket,  SYS_msgget,         SYS_mq_open, SYS_add_key,
                          SYS_seccomp, SYS_io_uring_setup, SYS_getpid};
  for (int call = 0; call < 7; ++call) {
    const int by_old = signal_of_call(1, old[call]);
    if (by_old != SIGSYS && by_old != SIGSEGV) return 1; /* a kernel without these calls ends it by itself */
    if (signal_of_call(0, shorter[call]) != SIGSYS) return 1;
  }
  return 0;
}
#endif

/* By its path, which old versions of Landlock do not restrict; and devices that a machine or a user has few of. */
ATTACK(truncate_or_open) {
  const char* const devices[] = {"/dev/ptmx", "/dev/fuse", "/dev/userfaultfd", "/dev/kvm", "/dev/shm/../ptmx"};
  struct stat status;
  if (not_refused(truncate(AGON_TEST_VICTIM, 0), EPERM, "truncate")) return 1;
  for (int device = 0; device < 5; ++device) {
    if (stat(devices[device], &status) != 0) continue;
    if (not_refused(open(devices[device], O_RDWR), EACCES, devices[device])) return 1;
  }
  return 0;
}

/* Reads attributes of files that it can't open, by each call, also through a descriptor that only names the file. */
ATTACK(read_attributes) {
  static char value[4096];
  char name[64];
  struct stat status;
  const char* const victim = AGON_TEST_VICTIM;
  if (stat("/etc/shadow", &status) != 0) return 1; /* it is there */
  const int named = open("/etc/shadow", O_PATH);
  if (named < 0) return 1;
  snprintf(name, sizeof name, "/proc/self/fd/%d", named);
  const int own = open("/proc/self/exe", O_RDONLY);
  struct {
    uint64_t value;
    uint32_t size, flags;
  } wanted = {(uint64_t)(uintptr_t)value, sizeof value, 0};
  return not_refused(getxattr(victim, "user.mark", value, sizeof value), EOPNOTSUPP, "getxattr") ||
         not_refused(lgetxattr("/etc/shadow", "security.capability", value, sizeof value), EOPNOTSUPP, "lgetxattr") ||
         not_refused(getxattr(name, "system.posix_acl_access", value, sizeof value), EOPNOTSUPP, "getxattr") ||
         not_refused(fgetxattr(own, "user.mark", value, sizeof value), EOPNOTSUPP, "fgetxattr") ||
         not_refused(listxattr(victim, value, sizeof value), EOPNOTSUPP, "listxattr") ||
         not_refused(llistxattr(name, value, sizeof value), EOPNOTSUPP, "llistxattr") ||
         not_refused(flistxattr(own, value, sizeof value), EOPNOTSUPP, "flistxattr") ||
         not_refused(syscall(464, AT_FDCWD, victim, 0, "user.mark", &wanted, sizeof wanted), EOPNOTSUPP,
                     "getxattrat") ||
         not_refused(syscall(465, AT_FDCWD, victim, 0, value, sizeof value), EOPNOTSUPP, "listxattrat") ||
         not_refused(syscall(468, AT_FDCWD, victim, value, 24, 0), EOPNOTSUPP, "file_getattr");
}

/* The limit that keeps the system from running a program at each crash, whatever it sets, and after a program is run.
 */
static int core_limit_is_kept(void) {
  struct rlimit now = {0, 0};
  return getrlimit(RLIMIT_CORE, &now) == 0 && now.rlim_cur == 1 && now.rlim_max == 1;
}

ATTACK(allow_core_files) {
  const struct rlimit none = {0, 0};
  const struct rlimit other = {0, 1};
  if (!core_limit_is_kept()) return 1;
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_CORE, &other);
  prlimit(0, RLIMIT_CORE, &none, NULL);
  prlimit(getpid(), RLIMIT_CORE, &none, NULL);
  syscall(SYS_prlimit64, 0, RLIMIT_CORE | 1L << 40, &none, NULL);
  syscall(SYS_setrlimit, RLIMIT_CORE | 1L << 40, &none);
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", "ulimit -c 0; exec grep -q 'Max core file size *1 *1 ' /proc/self/limits", NULL);
    _exit(2);
  }
  int status = 1;
  const int proc = open("/proc/self/limits", O_RDONLY); /* closed without namespaces */
  if (child < 0 || waitpid(child, &status, 0) != child || (proc >= 0 && status != 0)) return 1;
  return !core_limit_is_kept();
}

/* Without it the host could not read what this process uses, where /proc hides processes of others. */
ATTACK(hide_from_proc) {
  prctl(PR_SET_DUMPABLE, 0);
  return prctl(PR_GET_DUMPABLE) == 0;
}
