/* What another process of the machine has, and hostile strategies look for: each function returns 1 if it gets at it,
 * or makes what nobody counts. None harms its owner. For programs in C and libraries in C++. */
#ifndef AGON_TESTS_HOSTILE_BELONGINGS_H
#define AGON_TESTS_HOSTILE_BELONGINGS_H

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#define BELONGINGS_NAME "agon-hostile-belongings"
enum { belongings_number = 0x41474f50, belongings_user_keyring = -4, belongings_search = 10 };

/* Its name is no path: Landlock before version 6 does not know it. */
static inline struct sockaddr_un belongings_address(void) {
  struct sockaddr_un address;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  memcpy(address.sun_path + 1, BELONGINGS_NAME, sizeof BELONGINGS_NAME);
  return address;
}

static inline int finds_socket(void) {
  const struct sockaddr_un to = belongings_address();
  const int own = socket(AF_UNIX, SOCK_DGRAM, 0);
  const int sent = own >= 0 && sendto(own, "x", 1, MSG_DONTWAIT, (const struct sockaddr*)&to, sizeof to) == 1;
  if (own >= 0) close(own);
  return sent;
}

static inline int finds_queue(void) {
  return syscall(SYS_msgget, belongings_number, 0) >= 0;
}

static inline int finds_semaphores(void) {
  return semget(belongings_number, 1, 0) >= 0;
}

static inline int finds_segment(void) {
  const int segment = shmget(belongings_number, 0, 0);
  void* const seen = segment < 0 ? (void*)-1 : shmat(segment, NULL, SHM_RDONLY);
  if (seen == (void*)-1) return 0;
  shmdt(seen);
  return 1;
}

static inline int finds_key(void) {
  return syscall(SYS_keyctl, belongings_search, belongings_user_keyring, "user", BELONGINGS_NAME, 0) > 0;
}

static inline int finds_named_queue(void) {
  const long queue = syscall(SYS_mq_open, BELONGINGS_NAME, O_RDONLY, 0, NULL);
  if (queue >= 0) close((int)queue);
  return queue >= 0;
}

/* System calls in a ring of memory, which no filter sees. */
static inline int makes_ring(void) {
  uint64_t parameters[32];
  memset(parameters, 0, sizeof parameters);
  const long ring = syscall(SYS_io_uring_setup, 4, parameters);
  const int works = ring >= 0 && syscall(SYS_io_uring_enter, ring, 0, 0, 0, NULL, 0) == 0;
  if (ring >= 0) close((int)ring);
  return works;
}

struct belonging {
  const char* attack;
  int (*reaches)(void);
  const char* forbidden; /* the call that ends a library; "": it fails */
};

static const struct belonging all_belongings[] = {{"finds_socket", finds_socket, ""},
                                                  {"finds_queue", finds_queue, "msgget"},
                                                  {"finds_semaphores", finds_semaphores, "semget"},
                                                  {"finds_segment", finds_segment, "shmget"},
                                                  {"finds_key", finds_key, "keyctl"},
                                                  {"finds_named_queue", finds_named_queue, "mq_open"},
                                                  {"makes_ring", makes_ring, "io_uring_setup"}};

#endif
