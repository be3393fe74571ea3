/* A program on a pipe that attacks at its first turn, as the option `do` says, and plays on where it can: the first
 * empty cell. If an attack that must be refused succeeds, it plays an illegal action instead. If it does not find what
 * it attacks, it gives up with an error: it would show nothing. */
#define _GNU_SOURCE
#include "program.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

/* What the linker calls the begin and the end of a section of that name. */
extern const struct attack __start_attacks[];
extern const struct attack __stop_attacks[];

/* Whether the program reads nothing more after its action. */
static int is_deaf = 0;

static void __attribute__((noreturn)) sleep_on(void) {
  for (;;) sleep(1000);
}

static void __attribute__((noreturn)) compute(void) {
  for (;;) {
  }
}

static void missed(const char* what) {
  printf("error the attack missed: %s: %s\n", what, strerror(errno));
  fflush(stdout);
  sleep_on();
}

/* Whether a call has succeeded that must fail because it is not allowed, and for no other reason. */
static int is_allowed(int succeeded, const char* what) {
  if (!succeeded && errno != EPERM && errno != EACCES && errno != EROFS) missed(what);
  return succeeded;
}

static pid_t fork_or_miss(void) {
  const pid_t child = fork();
  if (child < 0) missed("no child");
  return child;
}

static void touch_memory(size_t bytes) {
  char* const memory = malloc(bytes);
  for (size_t at = 0; memory != NULL && at < bytes; at += 4096) memory[at] = (char)at;
}

static void ignore_signals(void) {
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_IGN);
}

/* Every process forks. All together fork at most 400 times, and none lives longer than 5 s, so that the machine stays
 * usable if the limit does not hold. */
ATTACK(fork_bomb) {
  enum { most = 400, seconds = 5 };
  static char forks[most]; /* one byte for each, which all take from a pipe */
  int ends[2];
  if (pipe2(ends, O_NONBLOCK) != 0 || write(ends[1], forks, sizeof forks) != sizeof forks) return 1;
  const pid_t first = getpid();
  while (read(ends[0], forks, 1) == 1) {
    alarm(seconds);
    if (fork() >= 0) continue;
    sleep_on(); /* refused */
  }
  if (getpid() == first) return 1;
  sleep_on();
}

/* Leaves a process that has left its session, its group and its parent, and ignores what can be ignored. */
static void leave_daemon(int keep_output) {
  if (fork_or_miss() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  ignore_signals();
  if (!keep_output) close(1);
  sleep_on();
}

ATTACK(daemonise) {
  leave_daemon(0);
  return 0;
}

ATTACK(daemonise_and_end) {
  leave_daemon(1);
  _exit(5);
}

ATTACK(memory_in_children) {
  for (int child = 0; child < 8; ++child) {
    if (fork() != 0) continue;
    touch_memory((size_t)24 << 20);
    sleep_on();
  }
  sleep_on();
}

ATTACK(time_in_orphans) {
  if (fork() == 0) {
    if (fork() != 0) _exit(0);
    compute();
  }
  sleep_on();
}

ATTACK(endless_line) {
  static char text[4096];
  memset(text, 'x', sizeof text);
  while (write(1, text, sizeof text) > 0) {
  }
  _exit(0);
}

ATTACK(no_newline) {
  if (write(1, "action 0 0", 10) < 0) _exit(1);
  sleep_on();
}

/* Writes what no answer is, line by line, as long as the host reads it. */
static int write_for_ever(const char* line, size_t size) {
  static char text[1 << 16];
  const size_t whole = sizeof text / size * size;
  for (size_t at = 0; at < whole; at += size) memcpy(text + at, line, size);
  while (write(1, text, whole) > 0) {
  }
  _exit(0);
}

ATTACK_IS(short_lines, write_for_ever("x\n", 2))
ATTACK_IS(empty_lines, write_for_ever("\n", 1))
ATTACK_IS(log_lines, write_for_ever("log x\n", 6))
ATTACK_IS(name_lines, write_for_ever("name x\n", 7))

ATTACK(long_lines) {
  static char line[60000];
  memset(line, 'x', sizeof line);
  line[sizeof line - 1] = '\n';
  return write_for_ever(line, sizeof line);
}

ATTACK(junk) {
  unsigned number = 1;
  for (int count = 0; count < 1 << 20; ++count) {
    number = number * 1103515245U + 12345U;
    putchar((int)(number >> 16U) & 0xFF);
    if (count % 100 == 99) putchar('\n');
  }
  putchar('\n');
  return 0;
}

ATTACK(sleep) {
  sleep_on();
}

ATTACK(ignore_all) {
  ignore_signals();
  return 0;
}

ATTACK(flood_log) {
  static char text[1 << 16];
  memset(text, 'x', sizeof text);
  for (int count = 0; count < 4096; ++count) {
    if (write(2, text, sizeof text) > 0) continue;
    if (count == 0) missed("no log");
    break;
  }
  return 0;
}

ATTACK(fill_folder) {
  static char text[1 << 16];
  char name[256];
  const char* const folder = getenv("TMPDIR");
  int written = 0;
  for (int file = 0; file < 8; ++file) {
    snprintf(name, sizeof name, "%s/%d", folder == NULL ? "/tmp" : folder, file);
    const int to = open(name, O_CREAT | O_WRONLY, 0600);
    if (to < 0 && is_allowed(0, name)) return 1;
    for (int count = 0; to >= 0 && count < 512; ++count) {
      if (write(to, text, sizeof text) <= 0) break;
      ++written;
    }
    if (to >= 0) close(to);
  }
  return written > 1024 + 16; /* more than 64 MiB */
}

ATTACK(connect_out) {
  const int one = socket(AF_INET, SOCK_STREAM, 0);
  is_allowed(one >= 0, "a socket");
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (one >= 0 && connect(one, (struct sockaddr*)&to, sizeof to) == 0) return 1;
  if (one >= 0 && errno == ECONNREFUSED) return 1; /* it has reached a network */
  const int other = socket(AF_UNIX, SOCK_STREAM, 0);
  return other >= 0 || socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
}

static int opens(const char* path, int flags) {
  const int file = open(path, flags, 0600);
  if (file >= 0) close(file);
  return file >= 0;
}

static int opens_what_is_there(const char* path) {
  struct stat status;
  const int there = lstat(path, &status) == 0; /* which Landlock does not refuse */
  return is_allowed(opens(path, O_RDONLY) || !there, path) && there;
}

ATTACK(read_files) {
  return opens_what_is_there("/root/.profile") || opens_what_is_there("/etc/shadow") || opens_what_is_there("/home") ||
         is_allowed(opens("/tmp", O_RDONLY), "/tmp") || is_allowed(opens("/var/log", O_RDONLY), "/var/log") ||
         is_allowed(opens(AGON_TEST_VICTIM, O_RDONLY), "the victim");
}

ATTACK(write_files) {
  return is_allowed(opens("left", O_CREAT | O_WRONLY), "left") ||
         is_allowed(opens("/tmp/agon_left", O_CREAT | O_WRONLY), "/tmp") ||
         is_allowed(opens(AGON_TEST_VICTIM, O_WRONLY), "the victim") ||
         is_allowed(unlink(AGON_TEST_VICTIM) == 0, "unlink") || is_allowed(mkdir("folder", 0700) == 0, "mkdir") ||
         is_allowed(chmod(AGON_TEST_VICTIM, 0777) == 0, "chmod") ||
         is_allowed(syscall(452, AT_FDCWD, AGON_TEST_VICTIM, 0777, 0) == 0, "fchmodat2") ||
         is_allowed(utimensat(AT_FDCWD, AGON_TEST_VICTIM, NULL, 0) == 0, "utimensat") ||
         is_allowed(setxattr(AGON_TEST_VICTIM, "user.mark", "1", 1, 0) == 0, "setxattr");
}

ATTACK(reach_parent) {
  char path[64];
  const pid_t parent = getppid();
  char byte = 0;
  struct iovec here = {&byte, 1};
  struct iovec there = {(void*)&byte, 1};
  snprintf(path, sizeof path, "/proc/%d/mem", (int)parent);
  if (parent < 1) missed("no parent");
  return is_allowed(ptrace(PTRACE_ATTACH, parent, 0, 0) == 0, "ptrace") ||
         is_allowed(process_vm_readv(parent, &here, 1, &there, 1, 0) == 1, "process_vm_readv") ||
         is_allowed(opens(path, O_RDWR), path) ||
         (parent != 1 && kill(parent, SIGSTOP) == 0); /* the first process of a view is not stopped */
}

ATTACK_IS(outlive, is_allowed(shmget(0x41474f4e, 4096, IPC_CREAT | 0600) >= 0, "shmget"))

ATTACK(change_system) {
  return is_allowed(unshare(CLONE_NEWUSER) == 0, "unshare") || is_allowed(chroot("/") == 0, "chroot") ||
         is_allowed(sethostname("mine", 4) == 0, "sethostname") || setuid(0) == 0;
}

/* A user has a few hundred of them, in all processes together. */
ATTACK(watch_files) {
  return is_allowed(inotify_init() >= 0, "inotify_init") ||
         is_allowed(inotify_init1(IN_CLOEXEC) >= 0, "inotify_init1") ||
         is_allowed(syscall(SYS_inotify_init1, 0) >= 0, "inotify_init1") ||
         is_allowed(fanotify_init(FAN_CLASS_NOTIF, O_RDONLY) >= 0, "fanotify_init");
}

/* The supervisor, with a look at whether it is one. */
static pid_t supervisor(void) {
  char path[64];
  char name[64] = "";
  snprintf(path, sizeof path, "/proc/%d/comm", (int)getppid());
  FILE* const file = fopen(path, "r");
  if (file == NULL || fgets(name, sizeof name, file) == NULL || strcmp(name, "agon-supervisor\n") != 0)
    missed("no supervisor");
  fclose(file);
  return getppid();
}

ATTACK(kill_supervisor) {
  if (kill(supervisor(), SIGKILL) != 0) missed("kill");
  sleep_on();
}

ATTACK(stop_supervisor) {
  if (kill(supervisor(), SIGSTOP) != 0) missed("kill");
  sleep_on();
}

ATTACK(crash_supervisor_and_compute) {
  if (kill(supervisor(), SIGSEGV) != 0) missed("kill");
  compute();
}

/* Its children compute, and it plays on. */
ATTACK(kill_supervisor_and_play) {
  const pid_t parent = supervisor();
  for (int child = 0; child < 4; ++child) {
    if (fork_or_miss() != 0) continue;
    compute();
  }
  if (kill(parent, SIGKILL) != 0) missed("kill");
  return 0;
}

ATTACK(kill_supervisor_from_child) {
  const pid_t parent = supervisor();
  if (fork_or_miss() == 0 && kill(parent, SIGKILL) != 0) missed("kill");
  sleep_on();
}

/* Fills the program's own input, but for this many bytes. */
static int fill_input_but(int room) {
  const int input = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK);
  const int size = fcntl(0, F_GETPIPE_SZ) - room;
  char* const text = calloc(1, (size_t)size);
  if (is_allowed(input >= 0, "input") && write(input, text, (size_t)size) != size) missed("filling the input");
  is_deaf = input >= 0;
  fputs(is_deaf ? "the input is reached\n" : "the input is refused\n", stderr);
  return 0;
}

ATTACK_IS(fill_input, fill_input_but(0))
ATTACK_IS(fill_input_but_for_end, fill_input_but(4))

/* Leaves a process that reads it, byte by byte. */
ATTACK(drain_input_slowly) {
  const pid_t parent = getpid();
  fill_input_but(0);
  if (!is_deaf || fork_or_miss() != 0) return 0;
  char byte = 0;
  while (getppid() == parent && read(0, &byte, 1) == 1) usleep(20000);
  _exit(0);
}

/* Leaves a pipe of one page, with one byte that ends the page: no room for another line. */
ATTACK(shrink_input) {
  static char page[4096];
  is_deaf = is_allowed(fcntl(0, F_SETPIPE_SZ, sizeof page) == sizeof page, "F_SETPIPE_SZ");
  fputs(is_deaf ? "the input is reached\n" : "the input is refused\n", stderr);
  if (!is_deaf) return 0;
  const int input = open("/proc/self/fd/0", O_WRONLY | O_NONBLOCK);
  if (write(input, page, sizeof page) != sizeof page || read(0, page, sizeof page - 1) != sizeof page - 1)
    missed("filling the input");
  return 0;
}

/* Locks a file of its own: the host's database would be stopped in the same way. */
ATTACK_IS(lock_whole, flock(open("/proc/self/exe", O_RDONLY), LOCK_EX) == 0)

static int lock_range_by(int command) {
  struct flock range = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 0x40000000, .l_len = 1};
  return fcntl(open("/proc/self/exe", O_RDONLY), command, &range) == 0;
}

ATTACK_IS(lock_range, lock_range_by(F_SETLK))
ATTACK_IS(lock_open_file, lock_range_by(F_OFD_SETLK))

ATTACK(take_lease) {
  const int file = open("/dev/shm/agon-lease", O_RDWR | O_CREAT, 0600);
  const int taken = fcntl(file, F_SETLEASE, F_WRLCK) == 0;
  unlink("/dev/shm/agon-lease");
  return taken;
}

static void play(const char* board) {
  int row = 0;
  int column = 0;
  for (; *board != '\0' && *board != '.'; ++board) {
    ++column;
    if (*board == '/') {
      ++row;
      column = 0;
    }
  }
  printf("action %d %d\n", row, column);
}

int main(void) {
  static char line[65536];
  const struct attack* pending = NULL;
  int stays = 0;
  int gives_up = 0;
  const struct attack* of_each_match = NULL;
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  while (fgets(line, sizeof line, stdin) != NULL || stays) {
    line[strcspn(line, "\n")] = '\0';
    if (strncmp(line, "option do ", 10) == 0) {
      for (const struct attack* each = __start_attacks; each != __stop_attacks; ++each) {
        if (strcmp(line + 10, each->name) == 0) pending = each;
      }
      gives_up = strcmp(line + 10, "give_up") == 0; /* in each match */
      stays = strcmp(line + 10, "ignore_all") == 0; /* it does not end, whatever it is told */
      if (strcmp(line + 10, "time_before_restart") == 0) of_each_match = pending;
    } else if (strcmp(line, "start") == 0) {
      if (pending != NULL) hide_at_start(pending->name);
      puts("ready");
    } else if (strncmp(line, "new ", 4) == 0) {
      if (of_each_match != NULL) pending = of_each_match;
    } else if (strncmp(line, "turn ", 5) == 0) {
      const struct attack* const now = pending;
      pending = NULL;
      if (gives_up || (now != NULL && now->run())) {
        puts("action 99 99");
      } else {
        play(strchr(line + 5, ' ') + 1);
      }
    } else if (strcmp(line, "quit") == 0 && !stays) {
      return 0;
    }
    if (stays && feof(stdin)) sleep(1);
    fflush(stdout);
    while (is_deaf) sleep(1000);
  }
  return 0;
}
