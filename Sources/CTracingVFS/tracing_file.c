// What all open files of the shim have in common: forwarding, and the tables of methods. The calls
// that are counted are in tracing_untraced.c, and those of a traced store's files in
// tracing_traced.c.

#include "tracing_trace.h"

// The file below begins at a multiple of this, as any allocation of SQLite's does.
enum { alignment = 8 };

static const int own_size = (sizeof(tracing_file) + alignment - 1) / alignment * alignment;

int tracing_file_size(int size_below) { return own_size + size_below; }

sqlite3_file *tracing_file_real(sqlite3_file *file) {
    return (sqlite3_file *)((char *)file + own_size);
}

static int tracing_close(sqlite3_file *file) {
    sqlite3_file *real = tracing_file_real(file);
    int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
    file->pMethods = NULL;
    // A trace that ended meanwhile is let go here, too.
    ctracing_trace *trace = ((tracing_file *)file)->trace;
    if (trace) ctracing_trace_release(trace);
    return code;
}

static int tracing_file_size_call(sqlite3_file *file, sqlite3_int64 *size) {
    sqlite3_file *real = tracing_file_real(file);
    return real->pMethods->xFileSize(real, size);
}

static int tracing_lock(sqlite3_file *file, int level) {
    sqlite3_file *real = tracing_file_real(file);
    return real->pMethods->xLock(real, level);
}

static int tracing_unlock(sqlite3_file *file, int level) {
    sqlite3_file *real = tracing_file_real(file);
    return real->pMethods->xUnlock(real, level);
}

static int tracing_check_reserved_lock(sqlite3_file *file, int *result) {
    sqlite3_file *real = tracing_file_real(file);
    return real->pMethods->xCheckReservedLock(real, result);
}

int tracing_file_control_below(sqlite3_file *file, int operation, void *argument) {
    sqlite3_file *real = tracing_file_real(file);
    int code = real->pMethods->xFileControl(real, operation, argument);
    if (operation == SQLITE_FCNTL_VFSNAME && code == SQLITE_OK) {
        // "lab-tracing/unix": %z frees the name of the VFS below.
        char **name = argument;
        *name = sqlite3_mprintf("%s/%z", CTRACING_VFS_NAME, *name);
        if (!*name) return SQLITE_NOMEM;
    }
    return code;
}

static int tracing_sector_size(sqlite3_file *file) {
    sqlite3_file *real = tracing_file_real(file);
    return real->pMethods->xSectorSize(real);
}

static int tracing_device_characteristics(sqlite3_file *file) {
    sqlite3_file *real = tracing_file_real(file);
    return real->pMethods->xDeviceCharacteristics(real);
}

static int tracing_shm_map(
    sqlite3_file *file, int page, int page_size, int extend, void volatile **mapping) {
    sqlite3_file *real = tracing_file_real(file);
    return real->pMethods->xShmMap(real, page, page_size, extend, mapping);
}

int tracing_shm_lock_below(sqlite3_file *file, int offset, int count, int flags) {
    sqlite3_file *real = tracing_file_real(file);
    return real->pMethods->xShmLock(real, offset, count, flags);
}

static void tracing_shm_barrier(sqlite3_file *file) {
    sqlite3_file *real = tracing_file_real(file);
    real->pMethods->xShmBarrier(real);
}

static int tracing_shm_unmap(sqlite3_file *file, int delete_flag) {
    sqlite3_file *real = tracing_file_real(file);
    return real->pMethods->xShmUnmap(real, delete_flag);
}

static int tracing_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **bytes) {
    sqlite3_file *real = tracing_file_real(file);
    return real->pMethods->xFetch(real, offset, count, bytes);
}

static int tracing_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *bytes) {
    sqlite3_file *real = tracing_file_real(file);
    return real->pMethods->xUnfetch(real, offset, bytes);
}

// A table claims what the file below can do: WAL asks for version 2 with shared memory, mmap for 3.
#define TRACING_METHODS(version, read, write, truncate, sync, file_control, shm_lock) \
    { \
        .iVersion = version, .xClose = tracing_close, .xRead = read, .xWrite = write, \
        .xTruncate = truncate, .xSync = sync, .xFileSize = tracing_file_size_call, \
        .xLock = tracing_lock, .xUnlock = tracing_unlock, \
        .xCheckReservedLock = tracing_check_reserved_lock, .xFileControl = file_control, \
        .xSectorSize = tracing_sector_size, \
        .xDeviceCharacteristics = tracing_device_characteristics, .xShmMap = tracing_shm_map, \
        .xShmLock = shm_lock, .xShmBarrier = tracing_shm_barrier, \
        .xShmUnmap = tracing_shm_unmap, .xFetch = tracing_fetch, .xUnfetch = tracing_unfetch, \
    }

#define UNTRACED_METHODS(version) \
    TRACING_METHODS( \
        version, tracing_untraced_read, tracing_untraced_write, tracing_untraced_truncate, \
        tracing_untraced_sync, tracing_untraced_file_control, tracing_shm_lock_below)

#define TRACED_METHODS(version) \
    TRACING_METHODS( \
        version, tracing_traced_read, tracing_traced_write, tracing_traced_truncate, \
        tracing_traced_sync, tracing_traced_file_control, tracing_traced_shm_lock)

static const sqlite3_io_methods untraced_methods[] = {
    UNTRACED_METHODS(1), UNTRACED_METHODS(2), UNTRACED_METHODS(3)};
static const sqlite3_io_methods traced_methods[] = {
    TRACED_METHODS(1), TRACED_METHODS(2), TRACED_METHODS(3)};

// Where in either table the methods are that a file over such ones has.
static int index_over(const sqlite3_io_methods *real) {
    // A file without shared memory (the “nolock” VFS) is shown as version 1, whatever it claims: a
    // forwarder must not stand where there is nothing to forward to.
    if (real->iVersion < 2 || !real->xShmMap) return 0;
    if (real->iVersion < 3 || !real->xFetch) return 1;
    return 2;
}

int tracing_file_open_real(
    sqlite3_vfs *below, const char *name, sqlite3_file *file, int flags, int *out_flags) {
    sqlite3_file *real = tracing_file_real(file);
    int code = below->xOpen(below, name, real, flags, out_flags);
    // A VFS may fail and still ask to be closed. SQLite will not call xClose for it, because
    // pMethods of ours is null where the open failed.
    if (code != SQLITE_OK && real->pMethods) real->pMethods->xClose(real);
    return code;
}

void tracing_file_opened(
    sqlite3_file *file, ctracing_vfs_file_class file_class, int is_open) {
    tracing_file *own = (tracing_file *)file;
    own->file_class = file_class;
    own->trace = NULL;
    own->incarnation = CTRACING_NO_FILE;
    file->pMethods = NULL;
    if (is_open) tracing_file_becomes_untraced(file);
}

void tracing_file_becomes_traced(
    sqlite3_file *file, ctracing_trace *trace, int32_t incarnation) {
    tracing_file *own = (tracing_file *)file;
    own->trace = trace;
    own->incarnation = incarnation;
    file->pMethods = &traced_methods[index_over(tracing_file_real(file)->pMethods)];
}

void tracing_file_becomes_untraced(sqlite3_file *file) {
    file->pMethods = &untraced_methods[index_over(tracing_file_real(file)->pMethods)];
}
