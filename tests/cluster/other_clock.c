/* Preloaded into a program, moves its real-time clock by AGON_TEST_CLOCK seconds. The steady clock and the clocks of
 * CPU time stay as they are. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t difference(void) {
  const char* text = getenv("AGON_TEST_CLOCK");
  return text == NULL ? 0 : strtol(text, NULL, 10);
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  const int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += difference();
  return result;
}

time_t time(time_t* now) {
  struct timespec real;
  clock_gettime(CLOCK_REALTIME, &real);
  if (now != NULL) *now = real.tv_sec;
  return real.tv_sec;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  struct timespec real;
  clock_gettime(CLOCK_REALTIME, &real);
  now->tv_sec = real.tv_sec;
  now->tv_usec = real.tv_nsec / 1000;
  return 0;
}
