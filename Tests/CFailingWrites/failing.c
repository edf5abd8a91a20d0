#define _GNU_SOURCE
#include "CFailingWrites.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char folder[PATH_MAX];
static char countFile[PATH_MAX];
static long failing;
static enum { once, full, killed } how;
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
    const char *place = getenv("LAB_FAIL_FOLDER");
    if (!place) return;
    snprintf(folder, sizeof folder, "%s/", place);
    const char *at = getenv("LAB_FAIL_AT");
    failing = at ? atol(at) : 0;
    const char *kind = getenv("LAB_FAIL_HOW");
    how = kind && !strcmp(kind, "full") ? full : kind && !strcmp(kind, "kill") ? killed : once;
    const char *count = getenv("LAB_FAIL_COUNT");
    if (count) snprintf(countFile, sizeof countFile, "%s", count);
    unsetenv("LD_PRELOAD");
    unsetenv("LAB_FAIL_FOLDER");
}

__attribute__((destructor)) static void end(void) {
    if (!folder[0] || !countFile[0]) return;
    char text[32];
    int length = snprintf(text, sizeof text, "%ld", atomic_load(&calls));
    int file = (int)syscall(SYS_openat, AT_FDCWD, countFile, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (file < 0) return;
    syscall(SYS_write, file, text, length);
    syscall(SYS_close, file);
}

static int isBelow(const char *path) {
    if (!folder[0] || !path) return 0;
    return strncmp(path, folder, strlen(folder)) == 0;
}

static int isOpenBelow(int descriptor) {
    if (!folder[0]) return 0;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return isBelow(path);
}

/// Counts a call. Returns 1, with `errno` set, where it fails.
static int fails(int takesSpace) {
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (!failing || number < failing) return 0;
    if (number > failing && !(how == full && takesSpace)) return 0;
    if (how == killed) raise(SIGKILL);
    errno = how == full ? ENOSPC : EIO;
    // A full disk still renames.
    return how == full ? takesSpace : 1;
}

static int opened(int folderDescriptor, const char *path, int flags, mode_t mode) {
    int isWrite = (flags & O_ACCMODE) != O_RDONLY;
    if (isWrite && isBelow(path) && fails((flags & O_CREAT) != 0)) return -1;
    return (int)syscall(SYS_openat, folderDescriptor, path, flags, mode);
}

#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...) {                                                   \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(list, mode_t) : 0;                  \
        va_end(list);                                                                              \
        return opened(AT_FDCWD, path, flags, mode);                                                \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                                               \
    int name(int place, const char *path, int flags, ...) {                                        \
        va_list list;                                                                              \
        va_start(list, flags);                                                                     \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(list, mode_t) : 0;                  \
        va_end(list);                                                                              \
        return opened(place, path, flags, mode);                                                   \
    }
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int descriptor, const void *bytes, size_t count) {
    if (isOpenBelow(descriptor) && fails(1)) return -1;
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "write");
    return real(descriptor, bytes, count);
}

int fsync(int descriptor) {
    if (isOpenBelow(descriptor) && fails(0)) return -1;
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fsync");
    return real(descriptor);
}

int rename(const char *from, const char *to) {
    if (isBelow(to) && access(from, F_OK) == 0 && fails(0)) return -1;
    static int (*real)(const char *, const char *);
    if (!real) real = dlsym(RTLD_NEXT, "rename");
    return real(from, to);
}

int mkdir(const char *path, mode_t mode) {
    struct stat status;
    if (isBelow(path) && stat(path, &status) != 0 && fails(1)) return -1;
    static int (*real)(const char *, mode_t);
    if (!real) real = dlsym(RTLD_NEXT, "mkdir");
    return real(path, mode);
}
