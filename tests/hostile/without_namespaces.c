/* Runs a command in a user namespace in which none can be made, as on systems that give none to users. All users and
 * groups are those outside where root runs it; else there is only the one who does.
 *
 *   without_namespaces COMMAND ARGUMENT...
 *
 * It also runs where that fails, as this user may have none anyway: the command shows what it finds. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int writes(const char* path, const char* text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  const ssize_t size = (ssize_t)strlen(text);
  const int whole = file >= 0 && write(file, text, (size_t)size) == size;
  if (file >= 0) close(file);
  return whole;
}

/* Says who is who in the namespace of the process `of`. This process is still outside, with its rights. */
static int maps(pid_t of) {
  char path[64];
  char text[64];
  const int root = geteuid() == 0;
  snprintf(path, sizeof path, "/proc/%d/setgroups", (int)of);
  if (!root && !writes(path, "deny")) return 0;
  snprintf(path, sizeof path, "/proc/%d/gid_map", (int)of);
  snprintf(text, sizeof text, root ? "0 0 4294967295" : "%u %u 1", (unsigned)getegid(), (unsigned)getegid());
  if (!writes(path, text)) return 0;
  snprintf(path, sizeof path, "/proc/%d/uid_map", (int)of);
  snprintf(text, sizeof text, root ? "0 0 4294967295" : "%u %u 1", (unsigned)geteuid(), (unsigned)geteuid());
  return writes(path, text);
}

int main(int count, char** words) {
  static const char* const kinds[] = {"pid", "mnt", "net", "ipc", "user"};
  int go[2];
  char byte = 0;
  if (count < 2 || pipe2(go, O_CLOEXEC) != 0) return 1;
  const pid_t parent = getpid();
  const pid_t outside = fork();
  if (outside == 0) {
    close(go[1]);
    _exit(read(go[0], &byte, 1) == 1 && maps(parent) ? 0 : 1);
  }
  if (outside < 0) return 1;
  const int apart = unshare(CLONE_NEWUSER) == 0 && write(go[1], &byte, 1) == 1;
  close(go[1]);
  waitpid(outside, NULL, 0);
  for (unsigned kind = 0; apart && kind < sizeof kinds / sizeof *kinds; ++kind) {
    char path[64];
    snprintf(path, sizeof path, "/proc/sys/user/max_%s_namespaces", kinds[kind]);
    if (!writes(path, "0")) perror(path);
  }
  execvp(words[1], words + 1);
  return 1;
}
