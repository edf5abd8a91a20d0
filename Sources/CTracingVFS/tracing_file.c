// The methods of an open file: each counts, times and forwards. Those of a traced one go by
// tracing_traced.c.

#include "tracing_trace.h"

// The file below begins at a multiple of this, as any allocation of SQLite's does.
enum { alignment = 8 };

static const int own_size = (sizeof(tracing_file) + alignment - 1) / alignment * alignment;

int tracing_file_size(int size_below) { return own_size + size_below; }

sqlite3_file *tracing_file_real(sqlite3_file *file) {
    return (sqlite3_file *)((char *)file + own_size);
}

static ctracing_vfs_file_class class_of(sqlite3_file *file) {
    return ((tracing_file *)file)->file_class;
}

static int tracing_close(sqlite3_file *file) {
    sqlite3_file *real = tracing_file_real(file);
    int code = real->pMethods ? real->pMethods->xClose(real) : SQLITE_OK;
    file->pMethods = NULL;
    ctracing_trace *trace = ((tracing_file *)file)->trace;
    if (trace) ctracing_trace_release(trace);
    return code;
}

static int tracing_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    if (tracing_file_trace(file)) return tracing_traced_read(file, bytes, count, offset);
    sqlite3_file *real = tracing_file_real(file);
    uint64_t began = tracing_now();
    int code = real->pMethods->xRead(real, bytes, count, offset);
    tracing_count(class_of(file), CTRACING_VFS_READ, (uint64_t)count, began);
    return code;
}

static int tracing_write(
    sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    if (tracing_file_trace(file)) return tracing_traced_write(file, bytes, count, offset);
    sqlite3_file *real = tracing_file_real(file);
    uint64_t began = tracing_now();
    int code = real->pMethods->xWrite(real, bytes, count, offset);
    tracing_count(class_of(file), CTRACING_VFS_WRITE, (uint64_t)count, began);
    return code;
}

static int tracing_truncate(sqlite3_file *file, sqlite3_int64 size) {
    if (tracing_file_trace(file)) return tracing_traced_truncate(file, size);
    sqlite3_file *real = tracing_file_real(file);
    uint64_t began = tracing_now();
    int code = real->pMethods->xTruncate(real, size);
    tracing_count(class_of(file), CTRACING_VFS_TRUNCATE, 0, began);
    return code;
}

static int tracing_sync(sqlite3_file *file, int flags) {
    sqlite3_file *real = tracing_file_real(file);
    const tracing_sync_hook *hook = tracing_current_sync_hook();
    if (hook) hook->will_sync(hook->context, class_of(file));
    int code;
    if (tracing_file_trace(file)) {
        code = tracing_traced_sync(file, flags);
    } else {
        uint64_t began = tracing_now();
        code = real->pMethods->xSync(real, flags);
        tracing_count(class_of(file), CTRACING_VFS_SYNC, 0, began);
    }
    if (hook) hook->did_sync(hook->context, class_of(file));
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

static void mark(sqlite3_file *file, tracing_mark mark, ctracing_operation_kind kind) {
    ctracing_trace *trace = tracing_file_trace(file);
    tracing_count_mark(trace ? &trace->counters : NULL, mark);
    if (trace) tracing_traced_mark(file, kind);
}

static int tracing_file_control(sqlite3_file *file, int operation, void *argument) {
    sqlite3_file *real = tracing_file_real(file);
    switch (operation) {
    case SQLITE_FCNTL_COMMIT_PHASETWO: mark(file, TRACING_COMMIT, CTRACING_COMMIT); break;
    case SQLITE_FCNTL_CKPT_START:
        mark(file, TRACING_CHECKPOINT_BEGUN, CTRACING_CHECKPOINT_BEGUN);
        break;
    case SQLITE_FCNTL_CKPT_DONE:
        mark(file, TRACING_CHECKPOINT_DONE, CTRACING_CHECKPOINT_DONE);
        break;
    case SQLITE_FCNTL_SIZE_HINT:
    case SQLITE_FCNTL_CHUNK_SIZE:
        if (tracing_file_trace(file)) return tracing_traced_growth(file, operation, argument);
        break;
    default: break;
    }
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

static int tracing_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    sqlite3_file *real = tracing_file_real(file);
    ctracing_trace *trace = tracing_file_trace(file);
    if (trace && trace->environment.will_lock_wal_index) {
        trace->environment.will_lock_wal_index(trace->environment.context);
    }
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
#define TRACING_METHODS(version) \
    { \
        .iVersion = version, .xClose = tracing_close, .xRead = tracing_read, \
        .xWrite = tracing_write, .xTruncate = tracing_truncate, .xSync = tracing_sync, \
        .xFileSize = tracing_file_size_call, .xLock = tracing_lock, .xUnlock = tracing_unlock, \
        .xCheckReservedLock = tracing_check_reserved_lock, \
        .xFileControl = tracing_file_control, .xSectorSize = tracing_sector_size, \
        .xDeviceCharacteristics = tracing_device_characteristics, .xShmMap = tracing_shm_map, \
        .xShmLock = tracing_shm_lock, .xShmBarrier = tracing_shm_barrier, \
        .xShmUnmap = tracing_shm_unmap, .xFetch = tracing_fetch, .xUnfetch = tracing_unfetch, \
    }

static const sqlite3_io_methods methods_1 = TRACING_METHODS(1);
static const sqlite3_io_methods methods_2 = TRACING_METHODS(2);
static const sqlite3_io_methods methods_3 = TRACING_METHODS(3);

static const sqlite3_io_methods *methods_over(const sqlite3_io_methods *real) {
    // A file without shared memory (the “nolock” VFS) is shown as version 1, whatever it claims: a
    // forwarder must not stand where there is nothing to forward to.
    if (real->iVersion < 2 || !real->xShmMap) return &methods_1;
    if (real->iVersion < 3 || !real->xFetch) return &methods_2;
    return &methods_3;
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
    sqlite3_file *real = tracing_file_real(file);
    file->pMethods = is_open ? methods_over(real->pMethods) : NULL;
}
