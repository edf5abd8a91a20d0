// The calls of a traced store's files.

#include "tracing_trace.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Whether the file's trace ended: from then on the file has untraced methods. It takes them in its
// next call: the trace may end on any thread, and SQLite reads a file's methods without a lock, but
// makes the calls of one file one after the other.
static bool has_left_trace(sqlite3_file *file) {
    const ctracing_trace *trace = ((tracing_file *)file)->trace;
    if (!atomic_load_explicit(&trace->is_ended, memory_order_relaxed)) return false;
    tracing_file_becomes_untraced(file);
    return true;
}

static tracing_step step_on(sqlite3_file *file, ctracing_vfs_call_kind kind, int64_t bytes) {
    const tracing_file *own = (tracing_file *)file;
    return (tracing_step){
        .trace = own->trace, .file_class = own->file_class, .kind = kind, .bytes = bytes,
        .incarnation = own->incarnation};
}

int tracing_traced_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    if (has_left_trace(file)) return file->pMethods->xRead(file, bytes, count, offset);
    sqlite3_file *real = tracing_file_real(file);
    tracing_step step = step_on(file, CTRACING_VFS_READ, count);
    int code = tracing_step_begin(&step);
    if (code == SQLITE_OK) code = real->pMethods->xRead(real, bytes, count, offset);
    tracing_step_count(&step);
    // Reading behind the end is how SQLite learns of it, and no failure.
    if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) {
        pthread_mutex_lock(&step.trace->mutex);
        ctracing_operation read = {.offset = offset, .length = count};
        tracing_step_log(&step, code, read, NULL);
        pthread_mutex_unlock(&step.trace->mutex);
    }
    tracing_step_end(&step);
    return code;
}

int tracing_traced_write(
    sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    if (has_left_trace(file)) return file->pMethods->xWrite(file, bytes, count, offset);
    sqlite3_file *real = tracing_file_real(file);
    tracing_step step = step_on(file, CTRACING_VFS_WRITE, count);
    int code = tracing_step_begin(&step);
    if (code == SQLITE_OK) {
        tracing_step_will_change(&step);
        code = real->pMethods->xWrite(real, bytes, count, offset);
    }
    tracing_step_count(&step);
    ctracing_operation write = {.kind = CTRACING_WRITE, .offset = offset, .length = count};
    tracing_step_log(&step, code, write, bytes);
    tracing_step_end(&step);
    return code;
}

// The size that a file has, or else the one that was asked for.
static sqlite3_int64 size_of(sqlite3_file *real, sqlite3_int64 asked) {
    sqlite3_int64 size;
    return real->pMethods->xFileSize(real, &size) == SQLITE_OK ? size : asked;
}

int tracing_traced_truncate(sqlite3_file *file, sqlite3_int64 size) {
    if (has_left_trace(file)) return file->pMethods->xTruncate(file, size);
    sqlite3_file *real = tracing_file_real(file);
    tracing_step step = step_on(file, CTRACING_VFS_TRUNCATE, 0);
    if (step.trace->environment.will_call) {
        sqlite3_int64 before = size_of(real, size);
        if (before > size) step.freed = before - size;
    }
    int code = tracing_step_begin(&step);
    if (code == SQLITE_OK) {
        tracing_step_will_change(&step);
        code = real->pMethods->xTruncate(real, size);
    }
    tracing_step_count(&step);
    // With SQLITE_FCNTL_CHUNK_SIZE the VFS below cuts at a multiple of the chunk.
    ctracing_operation truncate = {.kind = CTRACING_TRUNCATE, .length = size};
    if (code == SQLITE_OK) truncate.length = size_of(real, size);
    tracing_step_log(&step, code, truncate, NULL);
    tracing_step_end(&step);
    return code;
}

// Whether others may change files while the kernel syncs one, as they do without a trace.
//
// Not where the order of calls must be repeatable, where their bytes are replayed, or where one of
// them is to fail or to be the last: there a sync is one step.
static bool syncs_beside_others(const ctracing_trace *trace) {
    return !trace->log.keeps_payload && !trace->fault_count && !trace->kill_operation
        && !trace->environment.now;
}

int tracing_traced_sync(sqlite3_file *file, int flags) {
    if (has_left_trace(file)) return file->pMethods->xSync(file, flags);
    const tracing_file *own = (tracing_file *)file;
    sqlite3_file *real = tracing_file_real(file);
    tracing_step step = step_on(file, CTRACING_VFS_SYNC, 0);
    const tracing_sync_hook *hook = tracing_sync_begins(step.file_class);
    // In virtual time a sync takes its time in the environment's word before it.
    const ctracing_environment *environment = &step.trace->environment;
    int64_t asked = environment->now ? environment->now(environment->context) : 0;
    int code = tracing_step_begin(&step);
    ctracing_operation sync = {.kind = CTRACING_SYNC, .flags = (uint8_t)flags};
    bool is_beside_others = syncs_beside_others(step.trace);
    size_t logged = step.trace->log.operations.count / sizeof sync;
    if (is_beside_others) pthread_mutex_unlock(&step.trace->mutex);
    if (code == SQLITE_OK) {
        tracing_step_will_change(&step);
        if (!own->trace->skips_syncs) code = real->pMethods->xSync(real, flags);
    }
    tracing_step_count(&step);
    if (is_beside_others) {
        pthread_mutex_lock(&step.trace->mutex);
        // What others wrote meanwhile stands before the sync in the log, and is not synced by it.
        bool is_first = step.trace->log.operations.count / sizeof sync == logged;
        if (code == SQLITE_OK && !is_first) sync.length = (int64_t)logged;
    }
    sync.offset = environment->now ? environment->now(environment->context) - asked
                                   : (int64_t)(step.ended - step.began);
    tracing_step_log(&step, code, sync, NULL);
    tracing_step_end(&step);
    tracing_sync_ended(hook, step.file_class);
    return code;
}

// Counts a mark that SQLite gave, for the process and the trace, and logs it.
static void mark(sqlite3_file *file, tracing_mark mark, ctracing_operation_kind kind) {
    const tracing_file *own = (tracing_file *)file;
    tracing_count_mark(mark);
    tracing_count_mark_in(&own->trace->counters, mark);
    ctracing_operation operation = {.kind = kind, .file = own->incarnation};
    pthread_mutex_lock(&own->trace->mutex);
    tracing_trace_append(own->trace, operation, NULL);
    pthread_mutex_unlock(&own->trace->mutex);
}

// Cuts the file to the size that it had before it grew, and dies: whether a control makes a file
// grow cannot be known before.
_Noreturn static void undo_and_die(const tracing_step *step, sqlite3_int64 size) {
    const ctracing_log_file *files = (const ctracing_log_file *)step->trace->log.files.bytes;
    char *path = malloc(step->trace->path_length + sizeof files->suffix);
    if (!path || step->incarnation < 0) tracing_die();
    strcpy(path, step->trace->path);
    strcat(path, files[step->incarnation].suffix);
    // Nobody is left to tell of a failure: the file keeps its room, which holds only zeros.
    int code = truncate(path, size);
    (void)code;
    tracing_die();
}

// A control by which the VFS below may make the file longer, without a call that says so.
static int grow(sqlite3_file *file, int operation, void *argument) {
    sqlite3_file *real = tracing_file_real(file);
    // A truncate for the log, but no call of SQLite's that is counted or made to fail.
    tracing_step step = step_on(file, CTRACING_VFS_TRUNCATE, 0);
    pthread_mutex_lock(&step.trace->mutex);
    sqlite3_int64 before = size_of(real, 0);
    int code = real->pMethods->xFileControl(real, operation, argument);
    sqlite3_int64 after = size_of(real, before);
    if (after != before) {
        if (tracing_trace_dies_before_change(step.trace)) undo_and_die(&step, before);
        ctracing_operation growth = {.kind = CTRACING_TRUNCATE, .length = after};
        tracing_step_log(&step, SQLITE_OK, growth, NULL);
    }
    pthread_mutex_unlock(&step.trace->mutex);
    return code;
}

int tracing_traced_file_control(sqlite3_file *file, int operation, void *argument) {
    if (has_left_trace(file)) return file->pMethods->xFileControl(file, operation, argument);
    switch (operation) {
    case SQLITE_FCNTL_COMMIT_PHASETWO: mark(file, TRACING_COMMIT, CTRACING_COMMIT); break;
    case SQLITE_FCNTL_CKPT_START:
        mark(file, TRACING_CHECKPOINT_BEGUN, CTRACING_CHECKPOINT_BEGUN);
        break;
    case SQLITE_FCNTL_CKPT_DONE:
        mark(file, TRACING_CHECKPOINT_DONE, CTRACING_CHECKPOINT_DONE);
        break;
    case SQLITE_FCNTL_SIZE_HINT:
    case SQLITE_FCNTL_CHUNK_SIZE: return grow(file, operation, argument);
    default: break;
    }
    return tracing_file_control_below(file, operation, argument);
}

int tracing_traced_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    if (has_left_trace(file)) return file->pMethods->xShmLock(file, offset, count, flags);
    const ctracing_environment *environment = &((tracing_file *)file)->trace->environment;
    if (environment->will_lock_wal_index) environment->will_lock_wal_index(environment->context);
    return tracing_shm_lock_below(file, offset, count, flags);
}

// Notes the incarnation at a path, and that it was there before the trace saw it where it was.
static void note_existing(tracing_step *step, const char *suffix, const struct stat *status) {
    bool is_new;
    step->incarnation =
        tracing_log_find(&step->trace->log, suffix, step->file_class, status, &is_new);
    if (!is_new) return;
    ctracing_operation create = {
        .kind = CTRACING_CREATE, .flags = CTRACING_EXISTED, .length = status->st_size};
    tracing_step_log(step, SQLITE_OK, create, NULL);
}

int tracing_traced_open(
    sqlite3_vfs *below, ctracing_trace *trace, const char *suffix, const char *name,
    ctracing_vfs_file_class file_class, sqlite3_file *file, int flags, int *out_flags) {
    tracing_step step = {
        .trace = trace, .file_class = file_class, .kind = CTRACING_VFS_OPEN,
        .incarnation = CTRACING_NO_FILE};
    int code = tracing_step_begin(&step);
    struct stat status;
    bool was_there = tracing_trace_status(name, &status);
    if (was_there) {
        note_existing(&step, suffix, &status);
    } else {
        // Others deleted it, if the log had it.
        tracing_log_unlink(&trace->log, suffix);
    }
    if (code == SQLITE_OK) {
        if (!was_there && (flags & SQLITE_OPEN_CREATE)) tracing_step_will_change(&step);
        step.began = tracing_now();
        code = tracing_file_open_real(below, name, file, flags, out_flags);
    }
    tracing_step_count(&step);
    ctracing_operation create = {.kind = CTRACING_CREATE};
    bool is_created = code == SQLITE_OK && !was_there && tracing_trace_status(name, &status);
    if (is_created) {
        bool is_new;
        step.incarnation =
            tracing_log_find(&trace->log, suffix, step.file_class, &status, &is_new);
    }
    if (is_created || code != SQLITE_OK) tracing_step_log(&step, code, create, NULL);
    tracing_file_opened(file, file_class, code == SQLITE_OK);
    if (code == SQLITE_OK) tracing_file_becomes_traced(file, trace, step.incarnation);
    tracing_step_end(&step);
    if (code != SQLITE_OK) ctracing_trace_release(trace);
    return code;
}

int tracing_traced_delete(
    sqlite3_vfs *below, ctracing_trace *trace, const char *suffix, const char *name,
    ctracing_vfs_file_class file_class, int sync_directory) {
    tracing_step step = {
        .trace = trace, .file_class = file_class, .kind = CTRACING_VFS_DELETE,
        .incarnation = CTRACING_NO_FILE};
    struct stat status;
    if (trace->environment.will_call && tracing_trace_status(name, &status)) {
        step.freed = status.st_size;
    }
    int code = tracing_step_begin(&step);
    bool is_there = tracing_trace_status(name, &status);
    if (is_there) note_existing(&step, suffix, &status);
    if (code == SQLITE_OK) {
        if (is_there) tracing_step_will_change(&step);
        step.began = tracing_now();
        code = below->xDelete(below, name, sync_directory && !trace->skips_syncs);
    }
    tracing_step_count(&step);
    ctracing_operation delete = {
        .kind = CTRACING_DELETE, .flags = sync_directory ? CTRACING_DIRECTORY_SYNC : 0};
    tracing_step_log(&step, code, delete, NULL);
    if (code == SQLITE_OK) tracing_log_unlink(&trace->log, suffix);
    tracing_step_end(&step);
    ctracing_trace_release(trace);
    return code;
}
