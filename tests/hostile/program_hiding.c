/* Attacks that hide CPU time or memory from the host. Each makes sure that it has used what it hides: it then ends if
 * it is not stopped. */
#define _GNU_SOURCE
#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { mebibyte = 1 << 20, held_mib = 200, page = 4096 };

/* The host has long noticed by then. */
static int hold(void) {
  sleep(3);
  return 1;
}

static void use_time(double seconds) {
  struct timespec now = {0, 0};
  while ((double)now.tv_sec + (double)now.tv_nsec / 1e9 < seconds) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
}

/* Starts a child that uses this time, and returns when it has ended. Nobody waits for it, as far as this process can
 * say: its end closes the pipe. */
static int child_uses(double seconds, int ends_by_signal, int flags) {
  int ends[2];
  char byte = 0;
  if (pipe(ends) != 0) return 0;
  struct clone_args how = {.exit_signal = (unsigned)flags};
  pid_t child = flags == SIGCHLD ? fork() : (pid_t)syscall(SYS_clone3, &how, sizeof how);
  if (child < 0 && flags != SIGCHLD) child = (pid_t)syscall(SYS_clone, flags, NULL, NULL, NULL, NULL);
  if (child == 0) {
    close(ends[0]);
    use_time(seconds);
    if (ends_by_signal) raise(SIGKILL);
    _exit(0);
  }
  close(ends[1]);
  const int ended = child > 0 && read(ends[0], &byte, 1) == 0;
  close(ends[0]);
  return ended;
}

/* Two seconds in children that follow each other. */
static int children_use(int ends_by_signal, int flags) {
  for (int child = 0; child < 20; ++child) {
    if (!child_uses(0.1, ends_by_signal, flags)) return 1;
  }
  sleep(1);
  return 0;
}

ATTACK(time_in_ignored) {
  signal(SIGCHLD, SIG_IGN);
  return children_use(0, SIGCHLD);
}

static void on_end(int number) {
  (void)number;
}

ATTACK(time_in_unwaited) {
  const struct sigaction how = {.sa_handler = on_end, .sa_flags = SA_NOCLDWAIT | SA_RESTART};
  sigaction(SIGCHLD, &how, NULL);
  return children_use(1, SIGCHLD);
}

/* Its parent is not told of its end. */
ATTACK_IS(time_in_silent, children_use(0, 0))

/* A child uses the time in children of its own, and ends by a signal. */
ATTACK(time_in_ignored_grandchildren) {
  int ends[2];
  char byte = 0;
  signal(SIGCHLD, SIG_IGN);
  if (pipe(ends) != 0) return 1;
  if (fork() == 0) {
    children_use(1, SIGCHLD);
    raise(SIGKILL);
  }
  close(ends[1]);
  return read(ends[0], &byte, 1) != 0;
}

/* The start has used more than the match may: see hide_at_start(). */
ATTACK_IS(time_after_start, children_use(0, SIGCHLD))

/* Uses time in the first turn of each match, and ends there in the second match, as a program that plays only one would
 * before that turn: the host starts it again. */
ATTACK(time_before_restart) {
  static double until = 0;
  const int is_again = until > 0;
  use_time(until += 0.5);
  if (is_again) _exit(0);
  return 0;
}

/* Time below a tick of the kernel's clock, in processes that end, of each of many that wait for one and stay. */

enum { parents = 60, parents_of_start = 30 };
static const double below_two_ticks = 0.018; /* user and system time are cut apart */

static int use_little(void* unused) {
  (void)unused;
  use_time(below_two_ticks);
  return 0;
}

static pid_t fork_child(void) {
  const pid_t child = fork();
  if (child == 0) _exit(use_little(NULL));
  return child;
}

/* It touches no page that is not there. */
static pid_t vfork_child(void) {
  const pid_t child = vfork();
  if (child == 0) _exit(use_little(NULL));
  return child;
}

static pid_t clone_child(int flags) {
  static char stack[1 << 16];
  memset(stack, 1, sizeof stack);
  return clone(use_little, stack + sizeof stack, flags, NULL);
}

/* Its parent is not told of its end, and it shares all memory. */
static pid_t silent_child(void) {
  return clone_child(CLONE_VM | CLONE_VFORK);
}

/* Returns the time that a child has used, once it has ended, in seconds; 0 if that is unknown. */
static double time_of(pid_t child) {
  struct rusage used;
  if (child <= 0 || wait4(child, NULL, __WALL, &used) != child) return 0;
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

static int tell_used(double seconds) {
  fprintf(stderr, "its children used %.3f s\n", seconds);
  return seconds < 0.5; /* then it shows nothing */
}

/* One child after the other, as there may be only few processes. */
static int children_of_many(pid_t (*start)(void)) {
  int ends[2];
  double sum = 0;
  if (pipe(ends) != 0) return 1;
  for (int parent = 0; parent < parents; ++parent) {
    double used = 0;
    const pid_t pid = fork();
    if (pid == 0) {
      used = time_of(start());
      if (write(ends[1], &used, sizeof used) != sizeof used) _exit(1);
      for (;;) sleep(1000);
    }
    if (pid < 0 || read(ends[0], &used, sizeof used) != sizeof used) return 1;
    sum += used;
  }
  return tell_used(sum);
}

ATTACK_IS(little_time_of_many, children_of_many(fork_child))
ATTACK_IS(little_time_without_faults, children_of_many(vfork_child))
ATTACK_IS(little_time_in_silence, children_of_many(silent_child))

/* Each process of a chain waits for a short child, and then starts the next one. */
ATTACK(little_time_in_a_chain) {
  int ends[2];
  double used = 0;
  double sum = 0;
  if (pipe(ends) != 0) return 1;
  for (int parent = 0; parent < parents; ++parent) {
    const pid_t pid = fork();
    if (pid < 0) return 1;
    if (pid > 0 && parent == 0) break;
    if (pid > 0) {
      for (;;) sleep(1000);
    }
    used = time_of(fork_child());
    if (write(ends[1], &used, sizeof used) != sizeof used) _exit(1);
    if (parent == parents - 1) {
      for (;;) sleep(1000);
    }
  }
  for (int parent = 0; parent < parents; ++parent) {
    if (read(ends[0], &used, sizeof used) != sizeof used) return 1;
    sum += used;
  }
  return tell_used(sum);
}

/* Children that others wait for: orphans of which the first process of all takes care, and siblings. */
ATTACK(little_time_of_orphans) {
  int ends[2];
  double sum = 0;
  if (pipe(ends) != 0) return 1;
  for (int child = 0; child < parents; ++child) {
    struct timespec used = {0, 0};
    const pid_t pid = fork();
    if (pid == 0) {
      if (fork() != 0) _exit(0);
      use_little(NULL);
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
      if (write(ends[1], &used, sizeof used) != sizeof used) _exit(1);
      _exit(0);
    }
    if (pid < 0 || read(ends[0], &used, sizeof used) != sizeof used || waitpid(pid, NULL, 0) != pid) return 1;
    sum += (double)used.tv_nsec / 1e9;
  }
  return tell_used(sum);
}

/* Processes and their children of the start, of which the children use their time in the match. */
static int wake[2];
static int woken[2];

ATTACK(little_time_since_start) {
  double sum = 0;
  for (int parent = 0; parent < parents_of_start; ++parent) {
    double used = 0;
    if (write(wake[1], "x", 1) != 1 || read(woken[0], &used, sizeof used) != sizeof used) return 1;
    sum += used;
  }
  return tell_used(sum);
}

static void start_parents(void) {
  if (pipe(wake) != 0 || pipe(woken) != 0) return;
  for (int parent = 0; parent < parents_of_start; ++parent) {
    if (fork() != 0) continue;
    const pid_t child = fork();
    char byte = 0;
    if (child == 0) {
      if (read(wake[0], &byte, 1) == 1) use_little(NULL);
      _exit(0);
    }
    const double used = time_of(child);
    if (write(woken[1], &used, sizeof used) != sizeof used) _exit(1);
    for (;;) sleep(1000);
  }
}

/* Names of processes that look like what /proc says of them. */

static int hold_memory(int mib) {
  char* const memory = malloc((size_t)mib * mebibyte);
  if (memory == NULL) return 1;
  for (size_t at = 0; at < (size_t)mib * mebibyte; at += page) memory[at] = (char)(at / page);
  return hold();
}

static int hold_as(const char* name) {
  char is[17] = "";
  if (prctl(PR_SET_NAME, name) != 0 || prctl(PR_GET_NAME, is) != 0 || strncmp(is, name, 15) != 0) return 1;
  return hold_memory(held_mib);
}

ATTACK_IS(memory_by_name, hold_as("RssAnon: 0"))
ATTACK_IS(memory_by_name_with_tab, hold_as("RssAnon:\t0 kB"))
ATTACK_IS(memory_by_second_line, hold_as("x\nRssAnon: 0"))
ATTACK_IS(memory_by_brackets, hold_as(") Z 0 0 0 0 (x"))

/* Another process that seems to hold less than nothing. */
ATTACK(memory_against_negative) {
  if (fork() == 0) {
    prctl(PR_SET_NAME, "RssAnon:-999999");
    for (;;) sleep(1000);
  }
  return hold_memory(held_mib);
}

ATTACK(time_by_brackets) {
  if (prctl(PR_SET_NAME, ") S 1 1 1 (") != 0) return 1;
  return children_use(0, SIGCHLD);
}

/* What the log, which is a file in memory, keeps; and some memory of its own. */

static int hold_with_log(int written) {
  enum { rest_mib = 30 };
  return written ? hold_memory(rest_mib) : 1;
}

enum { log_size = 60 * mebibyte };

ATTACK_IS(memory_in_log, hold_with_log(fallocate(2, FALLOC_FL_KEEP_SIZE, 0, log_size) == 0))

ATTACK(memory_in_mapped_log) {
  if (ftruncate(2, log_size) != 0) return 1;
  char* const memory = mmap(NULL, log_size, PROT_READ | PROT_WRITE, MAP_SHARED, 2, 0);
  if (memory == MAP_FAILED) return 1;
  memset(memory, 1, log_size);
  munmap(memory, log_size);
  return hold_with_log(1);
}

/* At places of its choice, without O_APPEND. */
ATTACK(memory_in_written_log) {
  static char block[mebibyte];
  fcntl(2, F_SETFL, 0);
  for (int at = 0; at < log_size; at += mebibyte) {
    if (pwrite(2, block, sizeof block, at) != sizeof block) return 1;
  }
  return hold_with_log(1);
}

static int hold_dropped(int file, int flags) {
  for (int part = 0; part < held_mib; part += 20) {
    const size_t size = (size_t)20 * mebibyte;
    char* const memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | flags, file, 0);
    if (memory == MAP_FAILED) return 0;
    memset(memory, 1, size);
    madvise(memory, size, MADV_DONTNEED);
    if (memory[0] != 1) return 0; /* not kept, so not held */
    munmap(memory + page, size - page);
  }
  return hold();
}

ATTACK_IS(memory_dropped, hold_dropped(-1, MAP_ANONYMOUS))

ATTACK(memory_of_device) {
  const int file = open("/dev/zero", O_RDWR);
  return file < 0 ? 0 : hold_dropped(file, 0);
}

/* Buffers of sockets, in children. */
ATTACK(memory_in_sockets) {
  enum { children = 8, pairs = 200 };
  static char text[1 << 16];
  int done[2];
  if (pipe(done) != 0) return 1;
  for (int child = 0; child < children; ++child) {
    if (fork() != 0) continue;
    int sent = 0;
    for (int pair = 0; pair < pairs; ++pair) {
      int ends[2];
      if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0) break;
      for (ssize_t size = 1; size > 0; sent += size > 0 ? (int)(size / 1024) : 0)
        size = write(ends[0], text, sizeof text);
    }
    if (write(done[1], &sent, sizeof sent) != sizeof sent) _exit(1);
    for (;;) sleep(1000);
  }
  int sum = 0;
  for (int child = 0; child < children; ++child) {
    int sent = 0;
    if (read(done[0], &sent, sizeof sent) == sizeof sent) sum += sent;
  }
  return sum / 1024 < held_mib ? 0 : hold();
}

static void* fill(void* memory) {
  memset(memory, 1, (size_t)held_mib * mebibyte);
  sleep(3);
  printf("action 99 99\n");
  fflush(stdout);
  return NULL;
}

static int leave_first_thread(void);
ATTACK_IS(memory_without_first_thread, leave_first_thread())
ATTACK_IS(memory_without_named_thread, prctl(PR_SET_NAME, "RssAnon: 0") != 0 || leave_first_thread())

static int leave_first_thread(void) {
  pthread_t other;
  char* const memory =
      mmap(NULL, (size_t)held_mib * mebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || pthread_create(&other, NULL, fill, memory) != 0) return 1;
  pthread_exit(NULL);
}

/* One page of tables for each 2 MiB that are read, of which none is kept. */
ATTACK(memory_in_tables) {
  const size_t step = (size_t)2 * mebibyte;
  const size_t size = (size_t)held_mib * mebibyte / page * step;
  char* const memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return 0;
  madvise(memory, size, MADV_NOHUGEPAGE);
  int sum = 0;
  for (size_t at = 0; at < size; at += step) sum += *(volatile char*)(memory + at);
  return sum == 0 ? hold() : 1;
}

static int is_refused(ssize_t result) {
  return result < 0 && errno == EINVAL;
}

/* A page in a pipe keeps the huge page of which it is a part, and a byte in a socket the page of which it is a part. */
ATTACK(memory_by_reference) {
  enum { from, to };
  int pipes[2];
  int others[2];
  int sockets[2];
  static char text[page];
  struct iovec part = {text, sizeof text};
  const int file = open("/proc/self/exe", O_RDONLY);
  if (file < 0 || pipe(pipes) != 0 || pipe(others) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0 ||
      write(pipes[to], text, 2) != 2)
    return 1;
  return !is_refused(vmsplice(others[to], &part, 1, 0)) || !is_refused(tee(pipes[from], others[to], 1, 0)) ||
         !is_refused(splice(pipes[from], NULL, sockets[to], NULL, 1, 0)) ||
         !is_refused(sendfile(sockets[to], file, NULL, 1));
}

ATTACK(send_descriptor) {
  int ends[2];
  char byte = 0;
  char room[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec part = {&byte, 1};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  struct cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &(int){0}, sizeof(int));
  struct mmsghdr many = {message, 0};
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  return sendmsg(ends[0], &message, 0) >= 0 || errno != EPERM || sendmmsg(ends[0], &many, 1, 0) >= 0;
}

/* A ring sends messages without the calls that are refused. */
ATTACK(send_by_ring) {
  char settings[120] = {0};
  return syscall(425, 4, settings) >= 0;
}

/* The kernel has descriptors in flight also for a message without a byte, and for one to itself. */
ATTACK(send_to_itself) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char room[CMSG_SPACE(2 * sizeof(int))] = {0};
  struct msghdr message = {.msg_name = &address,
                           .msg_namelen = sizeof address.sun_family,
                           .msg_control = room,
                           .msg_controllen = sizeof room};
  struct cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(2 * sizeof(int));
  const int alone = socket(AF_UNIX, SOCK_DGRAM, 0);
  return alone >= 0 && (sendmsg(alone, &message, 0) >= 0 || errno != EPERM);
}

ATTACK(widen_buffers) {
  int ends[2];
  const int size = 4 * mebibyte;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;
  return setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size) == 0;
}

/* Rules of Landlock, one for each port, count for nobody. */
ATTACK(make_rules) {
  const unsigned long long rights[2] = {0, 3};
  return syscall(444, rights, sizeof rights, 0) >= 0;
}

/* Threads that take all cores from each other, and never answer. */
static void* compete(void* unused) {
  for (;;) {
  }
  return unused;
}

ATTACK(compete_for_cores) {
  pthread_t other;
  for (int thread = 0; thread < 60; ++thread) {
    if (pthread_create(&other, NULL, compete, NULL) != 0) return 1;
  }
  compete(NULL);
  return 0;
}

void hide_at_start(const char* name) {
  if (strcmp(name, "little_time_since_start") == 0) start_parents();
  if (strcmp(name, "time_after_start") != 0) return;
  signal(SIGCHLD, SIG_IGN);
  for (int child = 0; child < 10; ++child) child_uses(0.1, 0, SIGCHLD);
}
