// Loaded before the C library: writes down, in the order in which it happens, all that a process does to the files of one
// SQLite database, and all that it sends to those who called. What it could not write down it refuses to let happen.
#define _GNU_SOURCE
#undef _FILE_OFFSET_BITS
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CREATED = 1, WRITTEN, CUT, SYNCED, REMOVED, SENT };
enum { NOTHING = 0, DATABASE, LOG, JOURNAL, FOLDER, AROUND };

#define MOST_FDS 65536
#define MOST_PARTS 1024

// As the reader in recording.ts has it: little-endian, without gaps.
struct head {
  uint32_t kind, file, length, unused;
  uint64_t at;
};

static int out = -1;
static char folder[4096];
static unsigned char file_of[MOST_FDS];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void) {
  const char *where = getenv("RECORDED_FOLDER"), *to = getenv("RECORDED_TO");
  if (!where || !to) return;
  snprintf(folder, sizeof folder, "%s", where);
  // Appended to whole: threads, and processes one after the other, write to the same file.
  out = syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void refuse(const char *what) {
  fprintf(stderr, "disk-recorder: %s cannot be recorded\n", what);
  abort();
}

static void record(uint32_t kind, uint32_t file, uint64_t at, const struct iovec *parts, int count) {
  struct iovec all[MOST_PARTS + 1];
  struct head head = {kind, file, 0, 0, at};
  if (count > MOST_PARTS) refuse("a write of so many parts");
  for (int i = 0; i < count; i++) {
    all[i + 1] = parts[i];
    head.length += parts[i].iov_len;
  }
  all[0] = (struct iovec){&head, sizeof head};
  ssize_t wanted = sizeof head + head.length;
  if (syscall(SYS_writev, out, all, count + 1) != wanted) refuse("anything on a full disk");
}

static int named(const char *path) {
  if (out < 0 || !path) return NOTHING;
  size_t length = strlen(folder), around = strrchr(folder, '/') - folder;
  if (strlen(path) == around && strncmp(path, folder, around) == 0) return AROUND;
  if (strncmp(path, folder, length) != 0) return NOTHING;
  const char *rest = path + length;
  if (*rest == 0) return FOLDER;
  if (strcmp(rest, "/arkhouse.db") == 0) return DATABASE;
  if (strcmp(rest, "/arkhouse.db-wal") == 0) return LOG;
  if (strcmp(rest, "/arkhouse.db-journal") == 0) return JOURNAL;
  return NOTHING;
}

static int file_at(int fd) { return fd >= 0 && fd < MOST_FDS ? file_of[fd] : NOTHING; }

static int is_caller(int fd) {
  struct sockaddr_storage peer;
  socklen_t size = sizeof peer;
  if (out < 0 || getpeername(fd, (struct sockaddr *)&peer, &size) != 0) return 0;
  return peer.ss_family == AF_INET || peer.ss_family == AF_INET6;
}

// ---- what changes names

static int opened(int from, const char *path, int flags, mode_t mode) {
  int file = named(path);
  int is_new = (flags & O_CREAT) && file != NOTHING && access(path, F_OK) != 0;
  int fd = syscall(SYS_openat, from, path, flags, mode);
  if (fd < 0) return fd;
  if (fd >= MOST_FDS) refuse("so many open files");
  file_of[fd] = file;
  if (is_new) record(CREATED, file, 0, 0, 0);
  if ((flags & O_TRUNC) && file != NOTHING) record(CUT, file, 0, 0, 0);
  return fd;
}

#define MODE(flags)                                \
  mode_t mode = 0;                                 \
  if ((flags) & (O_CREAT | O_TMPFILE)) {           \
    va_list rest;                                  \
    va_start(rest, flags);                         \
    mode = va_arg(rest, int);                      \
    va_end(rest);                                  \
  }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int from, const char *path, int flags, ...) { MODE(flags) return opened(from, path, flags, mode); }
int openat64(int from, const char *path, int flags, ...) { MODE(flags) return opened(from, path, flags, mode); }

int close(int fd) {
  if (fd >= 0 && fd < MOST_FDS) file_of[fd] = NOTHING;
  return REAL(close)(fd);
}

int unlink(const char *path) {
  int done = REAL(unlink)(path);
  int file = named(path);
  if (done == 0 && file != NOTHING) record(REMOVED, file, 0, 0, 0);
  return done;
}

int rename(const char *from, const char *to) {
  if (named(from) != NOTHING || named(to) != NOTHING) refuse("a new name for the database");
  return REAL(rename)(from, to);
}

// ---- what changes contents

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at) {
  ssize_t done = REAL(pwrite64)(fd, bytes, size, at);
  struct iovec part = {(void *)bytes, done};
  if (done > 0 && file_at(fd) != NOTHING) record(WRITTEN, file_at(fd), at, &part, 1);
  return done;
}

ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) {
  if (file_at(fd) != NOTHING) refuse("pwritev to the database");
  return REAL(pwritev)(fd, parts, count, at);
}

int ftruncate64(int fd, off64_t size) {
  int done = REAL(ftruncate64)(fd, size);
  if (done == 0 && file_at(fd) != NOTHING) record(CUT, file_at(fd), size, 0, 0);
  return done;
}

void *mmap64(void *near, size_t size, int may, int flags, int fd, off64_t at) {
  if (file_at(fd) != NOTHING && (flags & MAP_SHARED) && (may & PROT_WRITE)) refuse("a database mapped for writing");
  return REAL(mmap64)(near, size, may, flags, fd, at);
}

static int synced(int fd, int done) {
  if (done == 0 && file_at(fd) != NOTHING) record(SYNCED, file_at(fd), 0, 0, 0);
  return done;
}

int fsync(int fd) { return synced(fd, REAL(fsync)(fd)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)(fd)); }

// ---- what callers are told: written down before it leaves

static void sending(int fd, const struct iovec *parts, int count) {
  if (file_at(fd) != NOTHING) refuse("a write without a place");
  if (is_caller(fd)) record(SENT, 0, 0, parts, count);
}

ssize_t write(int fd, const void *bytes, size_t size) {
  struct iovec part = {(void *)bytes, size};
  if (fd != out) sending(fd, &part, 1);
  return REAL(write)(fd, bytes, size);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  sending(fd, parts, count);
  return REAL(writev)(fd, parts, count);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  sending(fd, message->msg_iov, message->msg_iovlen);
  return REAL(sendmsg)(fd, message, flags);
}
