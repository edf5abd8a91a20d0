// The calls of the files of a store that nothing traces: each counts, times and forwards.

#include "tracing_file.h"

static ctracing_vfs_file_class class_of(sqlite3_file *file) {
    return ((tracing_file *)file)->file_class;
}

int tracing_untraced_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    sqlite3_file *real = tracing_file_real(file);
    uint64_t began = tracing_now();
    int code = real->pMethods->xRead(real, bytes, count, offset);
    tracing_count(class_of(file), CTRACING_VFS_READ, (uint64_t)count, began);
    return code;
}

int tracing_untraced_write(
    sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    sqlite3_file *real = tracing_file_real(file);
    uint64_t began = tracing_now();
    int code = real->pMethods->xWrite(real, bytes, count, offset);
    tracing_count(class_of(file), CTRACING_VFS_WRITE, (uint64_t)count, began);
    return code;
}

int tracing_untraced_truncate(sqlite3_file *file, sqlite3_int64 size) {
    sqlite3_file *real = tracing_file_real(file);
    uint64_t began = tracing_now();
    int code = real->pMethods->xTruncate(real, size);
    tracing_count(class_of(file), CTRACING_VFS_TRUNCATE, 0, began);
    return code;
}

int tracing_untraced_sync(sqlite3_file *file, int flags) {
    sqlite3_file *real = tracing_file_real(file);
    const tracing_sync_hook *hook = tracing_sync_begins(class_of(file));
    uint64_t began = tracing_now();
    int code = real->pMethods->xSync(real, flags);
    tracing_count(class_of(file), CTRACING_VFS_SYNC, 0, began);
    tracing_sync_ended(hook, class_of(file));
    return code;
}

int tracing_untraced_file_control(sqlite3_file *file, int operation, void *argument) {
    switch (operation) {
    case SQLITE_FCNTL_COMMIT_PHASETWO: tracing_count_mark(TRACING_COMMIT); break;
    case SQLITE_FCNTL_CKPT_START: tracing_count_mark(TRACING_CHECKPOINT_BEGUN); break;
    case SQLITE_FCNTL_CKPT_DONE: tracing_count_mark(TRACING_CHECKPOINT_DONE); break;
    default: break;
    }
    return tracing_file_control_below(file, operation, argument);
}
