// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/ has the manual pages of
// each of these functions (sections 2 and 3), with its types and constants.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef unsigned char Boolean;
typedef long ssize_t;
typedef int64_t off_t;
typedef int32_t pid_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef int64_t blkcnt_t;
typedef int32_t blksize_t;
typedef long time_t;
typedef int32_t suseconds_t;
typedef uint32_t socklen_t;
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
typedef uint32_t sigset_t;

struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct timeval {
  time_t tv_sec;
  suseconds_t tv_usec;
};

// stat(2)
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec;
  struct timespec st_mtimespec;
  struct timespec st_ctimespec;
  struct timespec st_birthtimespec;
  off_t st_size;
  blkcnt_t st_blocks;
  blksize_t st_blksize;
};
int stat(const char *path, struct stat *buf);
int lstat(const char *path, struct stat *buf);
int fstat(int fildes, struct stat *buf);

// open(2), fcntl(2)
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_APPEND 0x0008
#define O_NOFOLLOW 0x0100
#define O_CREAT 0x0200
#define O_TRUNC 0x0400
#define O_EXCL 0x0800
#define O_NOCTTY 0x20000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define F_SETNOSIGPIPE 73
#define FD_CLOEXEC 1
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define O_ACCMODE 0x0003
#define F_DUPFD 0
#define F_DUPFD_CLOEXEC 67
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x0020
#define AT_REMOVEDIR 0x0080
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
int close(int fildes);
ssize_t read(int fildes, void *buf, size_t nbyte);
ssize_t write(int fildes, const void *buf, size_t nbyte);
ssize_t pread(int fildes, void *buf, size_t nbyte, off_t offset);
off_t lseek(int fildes, off_t offset, int whence);
int fsync(int fildes);
int ftruncate(int fildes, off_t length);
int fchmod(int fildes, mode_t mode);
int chmod(const char *path, mode_t mode);
int flock(int fd, int operation);
int unlink(const char *path);
int link(const char *path1, const char *path2);
int symlink(const char *path1, const char *path2);
int rename(const char *from, const char *to);
int mkdir(const char *path, mode_t mode);
int mkfifo(const char *path, mode_t mode);
int rmdir(const char *path);
int access(const char *path, int mode);
int dup(int fildes);
int dup2(int fildes, int fildes2);
int pipe(int fildes[2]);
int isatty(int fd);
struct winsize {
  unsigned short ws_row;
  unsigned short ws_col;
  unsigned short ws_xpixel;
  unsigned short ws_ypixel;
};
mode_t umask(mode_t cmask);
int fstatat(int fd, const char *path, struct stat *buf, int flag);
int unlinkat(int fd, const char *path, int flag);
#define PATH_MAX 1024
ssize_t readlinkat(int fd, const char *path, char *buf, size_t bufsize);
int mkdirat(int fd, const char *path, mode_t mode);
char *mkdtemp(char *template_);
char *realpath(const char *path, char *resolved);

// Processes
void exit(int status) __attribute__((noreturn));
void _exit(int status) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
int kill(pid_t pid, int sig);
pid_t waitpid(pid_t pid, int *stat_loc, int options);
unsigned int sleep(unsigned int seconds);
int usleep(uint32_t microseconds);
char *getenv(const char *name);
int setenv(const char *name, const char *value, int overwrite);
int unsetenv(const char *name);
char *strerror(int errnum);
int *__error(void);

// signal(3), sigprocmask(2)
typedef void (*sig_t)(int);
sig_t signal(int sig, sig_t func);
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int signo);
int sigfillset(sigset_t *set);
int sigismember(const sigset_t *set, int signo);
struct __siginfo;
union __sigaction_u {
  void (*__sa_handler)(int);
  void (*__sa_sigaction)(int, struct __siginfo *, void *);
};
struct sigaction {
  union __sigaction_u __sigaction_u;
  sigset_t sa_mask;
  int sa_flags;
};
int sigaction(int sig, const struct sigaction *act, struct sigaction *oact);
int sigprocmask(int how, const sigset_t *set, sigset_t *oset);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *oset);
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGABRT 6
#define SIGKILL 9
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTOP 17
#define SIGCONT 19
#define SIGUSR1 30
#define SIGUSR2 31

// intro(2)
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define ENXIO 6
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define ENFILE 23
#define EMFILE 24
#define EFBIG 27
#define ENOSPC 28
#define ESPIPE 29
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define EADDRINUSE 48
#define ECONNABORTED 53
#define ECONNRESET 54
#define ETIMEDOUT 60
#define ECONNREFUSED 61
#define ELOOP 62
#define ENAMETOOLONG 63
#define ENOTEMPTY 66
#define EDQUOT 69
#define ENOTSUP 45

// Time
typedef enum : uint32_t {
  _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6, _CLOCK_PROCESS_CPUTIME_ID = 12, _CLOCK_THREAD_CPUTIME_ID = 16
} clockid_t;
#define CLOCK_REALTIME _CLOCK_REALTIME
#define CLOCK_MONOTONIC _CLOCK_MONOTONIC
#define CLOCK_PROCESS_CPUTIME_ID _CLOCK_PROCESS_CPUTIME_ID
static const clockid_t CLOCK_THREAD_CPUTIME_ID = _CLOCK_THREAD_CPUTIME_ID;
int clock_gettime(clockid_t clock_id, struct timespec *tp);
time_t time(time_t *tloc);
struct tm {
  int tm_sec;
  int tm_min;
  int tm_hour;
  int tm_mday;
  int tm_mon;
  int tm_year;
  int tm_wday;
  int tm_yday;
  int tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};
struct tm *gmtime_r(const time_t *clock, struct tm *result);

// pthread(3)
struct _opaque_pthread_t;
typedef struct _opaque_pthread_t *pthread_t;
pthread_t _Nonnull pthread_self(void);
int pthread_equal(pthread_t _Nullable t1, pthread_t _Nullable t2);

// Memory and text
void *malloc(size_t size);
void free(void *ptr);
void *memcpy(void *dst, const void *src, size_t n);
void *memset(void *b, int c, size_t len);
int memcmp(const void *s1, const void *s2, size_t n);
void *memchr(const void *s, int c, size_t n);
size_t strlen(const char *s);
int strcmp(const char *s1, const char *s2);
char *strdup(const char *s);
double strtod(const char *nptr, char **endptr);
void arc4random_buf(void *buf, size_t nbytes);

// socket(2), bind(2), setsockopt(2), ip(4)
struct sockaddr {
  uint8_t sa_len;
  sa_family_t sa_family;
  char sa_data[14];
};
struct in_addr {
  in_addr_t s_addr;
};
struct sockaddr_in {
  uint8_t sin_len;
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  char sin_zero[8];
};
struct in6_addr {
  uint8_t __u6_addr8[16];
};
struct sockaddr_storage {
  uint8_t ss_len;
  sa_family_t ss_family;
  char __ss_pad1[6];
  int64_t __ss_align;
  char __ss_pad2[112];
};
in_addr_t inet_addr(const char *cp);
int inet_pton(int af, const char *src, void *dst);

// getaddrinfo(3), getnameinfo(3)
struct addrinfo {
  int ai_flags;
  int ai_family;
  int ai_socktype;
  int ai_protocol;
  socklen_t ai_addrlen;
  char *ai_canonname;
  struct sockaddr *ai_addr;
  struct addrinfo *ai_next;
};
#define AI_NUMERICHOST 0x00000004
#define AI_NUMERICSERV 0x00001000
#define NI_MAXHOST 1025
#define NI_NUMERICHOST 0x00000002
#define NI_NUMERICSERV 0x00000008
int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **res);
void freeaddrinfo(struct addrinfo *ai);
int getnameinfo(
    const struct sockaddr *sa, socklen_t salen, char *host, socklen_t hostlen, char *serv, socklen_t servlen, int flags);
#define AF_UNIX 1
#define AF_INET 2
#define AF_INET6 30
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 0x0004
#define SO_LINGER 0x0080
#define SO_RCVTIMEO 0x1006
#define SO_ERROR 0x1007
#define SO_NOSIGPIPE 0x1022
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define INADDR_LOOPBACK ((uint32_t)0x7f000001)
#define INADDR_ANY ((uint32_t)0x00000000)
#define IPPROTO_TCP 6
#define TCP_NODELAY 1
#define TCP_NOTSENT_LOWAT 0x201
#define IPPROTO_IPV6 41
#define IPV6_V6ONLY 27
#define MSG_PEEK 0x2
#define MSG_DONTWAIT 0x80
#define SOMAXCONN 128
int socket(int domain, int type, int protocol);
int bind(int socket, const struct sockaddr *address, socklen_t address_len);
int listen(int socket, int backlog);
int accept(int socket, struct sockaddr *address, socklen_t *address_len);
int connect(int socket, const struct sockaddr *address, socklen_t address_len);
int shutdown(int socket, int how);
int getsockname(int socket, struct sockaddr *address, socklen_t *address_len);
int getpeername(int socket, struct sockaddr *address, socklen_t *address_len);
int getsockopt(int socket, int level, int option_name, void *option_value, socklen_t *option_len);
int setsockopt(int socket, int level, int option_name, const void *option_value, socklen_t option_len);
ssize_t send(int socket, const void *buffer, size_t length, int flags);
ssize_t recv(int socket, void *buffer, size_t length, int flags);
struct linger {
  int l_onoff;
  int l_linger;
};

// poll(2)
typedef unsigned int nfds_t;
struct pollfd {
  int fd;
  short events;
  short revents;
};
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
int poll(struct pollfd fds[], nfds_t nfds, int timeout);

// math(3)
double log2(double x);
double sqrt(double x);
double pow(double x, double y);
double log(double x);
double exp(double x);
double floor(double x);
double ceil(double x);
double round(double x);
double fabs(double x);

// getrusage(2)
struct rusage {
  struct timeval ru_utime;
  struct timeval ru_stime;
  long ru_maxrss;
};
#define RUSAGE_SELF 0
int getrusage(int who, struct rusage *r_usage);

// posix_spawn(2)
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
#define POSIX_SPAWN_CLOEXEC_DEFAULT 0x4000
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *file_actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *file_actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *file_actions, int filedes, int newfiledes);
int posix_spawn_file_actions_addopen(
    posix_spawn_file_actions_t *file_actions, int filedes, const char *path, int oflag, mode_t mode);
int posix_spawnattr_init(posix_spawnattr_t *attr);
int posix_spawnattr_destroy(posix_spawnattr_t *attr);
int posix_spawnattr_setflags(posix_spawnattr_t *attr, short flags);
int posix_spawnattr_setpgroup(posix_spawnattr_t *attr, pid_t pgroup);
int posix_spawnattr_setsigmask(posix_spawnattr_t *attr, const sigset_t *sigmask);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *attr, const sigset_t *sigdefault);
int posix_spawnp(
    pid_t *pid, const char *file, const posix_spawn_file_actions_t *file_actions, const posix_spawnattr_t *attrp,
    char *const argv[], char *const envp[]);

// directory(3)
typedef struct _dirdesc DIR;
struct _dirdesc {
  int __dd_fd;
};
struct dirent {
  ino_t d_ino;
  uint64_t d_seekoff;
  uint16_t d_reclen;
  uint16_t d_namlen;
  uint8_t d_type;
  char d_name[1024];
};
DIR *opendir(const char *filename);
DIR *fdopendir(int fd);
struct dirent *readdir(DIR *dirp);
int closedir(DIR *dirp);
