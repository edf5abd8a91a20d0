// The VFS: one per process. See tracing_file.c for the files that it opens.

#include "tracing_trace.h"

#include <pthread.h>
#include <string.h>

static sqlite3_vfs tracing_vfs;
static pthread_once_t registration = PTHREAD_ONCE_INIT;
static int registration_code;

static sqlite3_vfs *below(sqlite3_vfs *vfs) { return (sqlite3_vfs *)vfs->pAppData; }

// Whether a path leads into the folder of a store's large values.
static bool is_external(const char *path) {
    return path && strstr(path, TRACING_EXTERNAL_FOLDER "/");
}

// The class of a file that is opened, from the flags by which SQLite tells its VFS. Those of a
// large value's file are a super-journal's, because they ask for what such a file needs.
static ctracing_vfs_file_class class_of_opened(const char *path, int flags) {
    if ((flags & SQLITE_OPEN_SUPER_JOURNAL) && is_external(path)) return CTRACING_VFS_EXTERNAL;
    if (flags & SQLITE_OPEN_MAIN_DB) return CTRACING_VFS_MAIN;
    if (flags & SQLITE_OPEN_WAL) return CTRACING_VFS_WAL;
    if (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL)) return CTRACING_VFS_JOURNAL;
    return CTRACING_VFS_OTHER;
}

// The class of a file that is deleted: only its path is known. SQLite appends `-wal`, `-journal`,
// and `-mj` with nine more characters for a super-journal.
static ctracing_vfs_file_class class_of_path(const char *path) {
    if (is_external(path)) return CTRACING_VFS_EXTERNAL;
    size_t length = path ? strlen(path) : 0;
    if (length >= 4 && memcmp(path + length - 4, "-wal", 4) == 0) return CTRACING_VFS_WAL;
    if (length >= 8 && memcmp(path + length - 8, "-journal", 8) == 0) return CTRACING_VFS_JOURNAL;
    if (length >= 12 && memcmp(path + length - 12, "-mj", 3) == 0) return CTRACING_VFS_JOURNAL;
    return CTRACING_VFS_OTHER;
}

static int tracing_open(
    sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags) {
    ctracing_vfs_file_class file_class = class_of_opened(name, flags);
    tracing_file_real(file)->pMethods = NULL;
    const char *suffix;
    ctracing_trace *trace = tracing_trace_of(name, &suffix);
    if (trace) {
        return tracing_traced_open(
            below(vfs), trace, suffix, name, file_class, file, flags, out_flags);
    }
    uint64_t began = tracing_now();
    int code = tracing_file_open_real(below(vfs), name, file, flags, out_flags);
    tracing_count(file_class, CTRACING_VFS_OPEN, 0, began);
    tracing_file_opened(file, file_class, code == SQLITE_OK);
    return code;
}

static int tracing_delete(sqlite3_vfs *vfs, const char *name, int sync_directory) {
    const char *suffix;
    ctracing_trace *trace = tracing_trace_of(name, &suffix);
    if (trace) {
        return tracing_traced_delete(
            below(vfs), trace, suffix, name, class_of_path(name), sync_directory);
    }
    uint64_t began = tracing_now();
    int code = below(vfs)->xDelete(below(vfs), name, sync_directory);
    tracing_count(class_of_path(name), CTRACING_VFS_DELETE, 0, began);
    return code;
}

static int tracing_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    return below(vfs)->xAccess(below(vfs), name, flags, result);
}

static int tracing_full_pathname(sqlite3_vfs *vfs, const char *name, int size, char *out) {
    return below(vfs)->xFullPathname(below(vfs), name, size, out);
}

static void *tracing_dl_open(sqlite3_vfs *vfs, const char *name) {
    return below(vfs)->xDlOpen(below(vfs), name);
}

static void tracing_dl_error(sqlite3_vfs *vfs, int size, char *message) {
    below(vfs)->xDlError(below(vfs), size, message);
}

static void (*tracing_dl_symbol(sqlite3_vfs *vfs, void *library, const char *name))(void) {
    return below(vfs)->xDlSym(below(vfs), library, name);
}

static void tracing_dl_close(sqlite3_vfs *vfs, void *library) {
    below(vfs)->xDlClose(below(vfs), library);
}

static int tracing_randomness(sqlite3_vfs *vfs, int size, char *out) {
    return below(vfs)->xRandomness(below(vfs), size, out);
}

static int tracing_sleep(sqlite3_vfs *vfs, int microseconds) {
    return below(vfs)->xSleep(below(vfs), microseconds);
}

static int tracing_current_time(sqlite3_vfs *vfs, double *julian_day) {
    return below(vfs)->xCurrentTime(below(vfs), julian_day);
}

static int tracing_last_error(sqlite3_vfs *vfs, int size, char *message) {
    return below(vfs)->xGetLastError(below(vfs), size, message);
}

static int tracing_current_time_64(sqlite3_vfs *vfs, sqlite3_int64 *milliseconds) {
    return below(vfs)->xCurrentTimeInt64(below(vfs), milliseconds);
}

static int tracing_set_system_call(
    sqlite3_vfs *vfs, const char *name, sqlite3_syscall_ptr function) {
    return below(vfs)->xSetSystemCall(below(vfs), name, function);
}

static sqlite3_syscall_ptr tracing_get_system_call(sqlite3_vfs *vfs, const char *name) {
    return below(vfs)->xGetSystemCall(below(vfs), name);
}

static const char *tracing_next_system_call(sqlite3_vfs *vfs, const char *name) {
    return below(vfs)->xNextSystemCall(below(vfs), name);
}

static void register_once(void) {
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    if (!real) {
        registration_code = SQLITE_ERROR;
        return;
    }
    tracing_vfs = (sqlite3_vfs){
        // SQLite does not look at the members of a version that a VFS does not claim.
        .iVersion = real->iVersion < 3 ? real->iVersion : 3,
        .szOsFile = tracing_file_size(real->szOsFile),
        .mxPathname = real->mxPathname,
        .zName = CTRACING_VFS_NAME,
        .pAppData = real,
        .xOpen = tracing_open,
        .xDelete = tracing_delete,
        .xAccess = tracing_access,
        .xFullPathname = tracing_full_pathname,
        .xDlOpen = real->xDlOpen ? tracing_dl_open : NULL,
        .xDlError = real->xDlError ? tracing_dl_error : NULL,
        .xDlSym = real->xDlSym ? tracing_dl_symbol : NULL,
        .xDlClose = real->xDlClose ? tracing_dl_close : NULL,
        .xRandomness = tracing_randomness,
        .xSleep = tracing_sleep,
        .xCurrentTime = tracing_current_time,
        .xGetLastError = tracing_last_error,
        .xCurrentTimeInt64 = tracing_current_time_64,
        .xSetSystemCall = tracing_set_system_call,
        .xGetSystemCall = tracing_get_system_call,
        .xNextSystemCall = tracing_next_system_call,
    };
    registration_code = sqlite3_vfs_register(&tracing_vfs, 0);
}

int ctracing_vfs_register(void) {
    pthread_once(&registration, register_once);
    return registration_code;
}
