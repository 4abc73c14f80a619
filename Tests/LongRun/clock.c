// Shows a program another time than the machine's, so that a day passes in an hour. The linker loads this library
// before the system's (LD_PRELOAD).
//
// Only the wall clock is replaced. Timeouts and pauses use the monotonic clock and keep their real lengths. The library
// faketime counts from the start of each process, so two programs that start at different times would show different
// times; here, all programs read the same file.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL

// The file's contents. `clock.py` writes them: `changes` is odd while the other members are being changed.
struct shown {
  _Atomic uint64_t changes;
  _Atomic int64_t real_start;
  _Atomic int64_t shown_start;
  _Atomic int64_t rate;
};

static struct shown *shown;
static int (*real_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
  real_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  const char *path = getenv("LONG_RUN_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) _exit(126);
  void *memory = mmap(NULL, sizeof(struct shown), PROT_READ, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) _exit(126);
  close(file);
  shown = memory;
}

static int64_t now(void) {
  struct timespec time;
  real_gettime(CLOCK_REALTIME, &time);
  int64_t real = time.tv_sec * SECOND + time.tv_nsec;
  if (!shown) return real;  // another library's constructor runs before this one's
  uint64_t before;
  int64_t result;
  do {
    before = atomic_load(&shown->changes);
    result = shown->shown_start + (real - shown->real_start) * shown->rate;
  } while (before % 2 || before != atomic_load(&shown->changes));
  return result;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
  if (!real_gettime) real_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE) return real_gettime(clock, result);
  int64_t time = now();
  result->tv_sec = time / SECOND;
  result->tv_nsec = time % SECOND;
  return 0;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  (void)zone;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  result->tv_sec = time.tv_sec;
  result->tv_usec = time.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
