#ifndef CSTORE_TRACE_H
#define CSTORE_TRACE_H

/// The trace of one store: a log of every call that changes its files, calls that are made to fail,
/// the death of the process at an exact operation, and somebody else's clock.
///
/// A trace belongs to a path and is made before the store is opened. Whether a file belongs to one
/// is looked up when it is opened or deleted: one that does has methods of its own. It keeps them
/// until it is closed, or until its first call after the trace's end. The log's order is the
/// kernel's, because a trace's one mutex is held across each call that changes a file:
///
///     thread A                          thread B
///     environment.will_call
///     lock                              environment.will_call
///       write, append to the log        lock … waits
///     unlock                              write, append to the log
///     environment.did_call              unlock
///
/// Only a sync lets others in where nothing depends on the exact order: it takes milliseconds, and
/// a writer that waits for it would wait for the trace alone. Its operation then tells what came
/// before it.
///
/// It is in C because it stands in the path of each call and owns memory that grows there. What a
/// fault is called and what a log means is decided in Swift (`StoreTrace`, `StoreLog`).

#include "CTracingVFS.h"

/// A trace. Counted by references: its maker's and one of each open file.
typedef struct ctracing_trace ctracing_trace;

/// What an operation of the log did.
typedef enum {
    CTRACING_CREATE = 0,
    CTRACING_WRITE = 1,
    CTRACING_TRUNCATE = 2,
    CTRACING_SYNC = 3,
    CTRACING_DELETE = 4,
    CTRACING_COMMIT = 5,
    CTRACING_CHECKPOINT_BEGUN = 6,
    CTRACING_CHECKPOINT_DONE = 7,
    CTRACING_NOTE = 8,
    CTRACING_FAULT = 9,
} ctracing_operation_kind;

/// An operation of the log. What its members mean for each kind is told at `StoreLog.Operation`.
typedef struct {
    int64_t at;
    int64_t offset;
    int64_t length;
    uint64_t payload_offset;
    uint64_t payload_length;
    int32_t file;
    int32_t result;
    uint8_t kind;
    uint8_t flags;
} ctracing_operation;

/// The `file` of an operation that is on none.
#define CTRACING_NO_FILE (-1)
/// The flag of a create whose file was there before the trace saw it.
#define CTRACING_EXISTED 1
/// The flag of a delete that also syncs the directory.
#define CTRACING_DIRECTORY_SYNC 1
/// The flags of a fault: the call's kind, the file's class, and whether the trace made it fail.
#define CTRACING_FAULT_FLAGS(kind, file_class, is_injected) \
    ((kind) | (file_class) << 3 | ((is_injected) ? 0x80 : 0))

/// One incarnation of a file: a file that is deleted and created again is another one.
typedef struct {
    /// What follows the database's path: `-wal` and the like, 12 characters at most. Of a file with
    /// a large value, what follows its folder's path: `/` and a name of 36 characters.
    char suffix[40];
    ctracing_vfs_file_class file_class;
} ctracing_log_file;

/// A call that is to fail without reaching its file.
typedef struct {
    ctracing_vfs_call_kind call;
    /// A `ctracing_vfs_file_class`, or -1 for any.
    int file_class;
    /// Which call of those that match, from 1.
    uint64_t occurrence;
    /// Whether all later ones fail, too.
    int is_lasting;
    /// What SQLite is told.
    int code;
} ctracing_fault;

/// Who else takes part in a store's calls. A null function is not called.
typedef struct {
    void *context;
    /// Nanoseconds. The trace's mutex may be held: it must not wait.
    int64_t (*now)(void *context);
    /// Directly before and after each call; no lock of the trace is held, so they may wait.
    /// The bytes are those of a read or write, and those that a truncate or delete takes from the
    /// file.
    void (*will_call)(
        void *context, ctracing_vfs_call_kind call, ctracing_vfs_file_class file_class,
        int64_t bytes);
    void (*did_call)(
        void *context, ctracing_vfs_call_kind call, ctracing_vfs_file_class file_class,
        int64_t bytes);
    /// Before each lock and unlock of the wal-index.
    void (*will_lock_wal_index)(void *context);
    /// The trace is gone, and will use `context` no more.
    void (*release)(void *context);
} ctracing_environment;

/// How a trace is made.
typedef struct {
    /// The database's path, as it will be opened.
    const char *path;
    /// Whether the log keeps the bytes that are written.
    int keeps_payload;
    /// Whether a sync is told, counted and logged, and then returns at once.
    int skips_syncs;
    const ctracing_fault *faults;
    size_t fault_count;
    /// Which change of a file kills the process, from 1; 0 for none.
    uint64_t kill_operation;
    /// Whether it dies after that change, or before.
    int kills_after;
    ctracing_environment environment;
} ctracing_trace_options;

/// What a trace has logged; valid until the reading ends.
typedef struct {
    const ctracing_operation *operations;
    size_t operation_count;
    const ctracing_log_file *files;
    size_t file_count;
    const uint8_t *payload;
    size_t payload_count;
    /// Whether memory ran out: the log ends before the run did.
    int is_incomplete;
} ctracing_log_view;

/// Makes a trace and registers its path.
///
/// - Returns: `SQLITE_OK`; `SQLITE_BUSY` where the path has a trace; `SQLITE_NOMEM`; or what the
///   VFS below says of the path. Unless it is `SQLITE_OK`, the environment's context stays the
///   caller's.
int ctracing_trace_begin(const ctracing_trace_options *options, ctracing_trace **trace);

/// Takes the path from the register and ends the log. Open files go on untraced. Idempotent.
void ctracing_trace_end(ctracing_trace *trace);

/// Gives up the maker's reference, after the end.
void ctracing_trace_release(ctracing_trace *trace);

/// Gives access to the log. Changes of the store's files wait until the reading ends.
void ctracing_trace_begin_reading(ctracing_trace *trace, ctracing_log_view *view);
void ctracing_trace_end_reading(ctracing_trace *trace);

/// Where a file's suffix stands: Swift imports a C array as a tuple.
const char *ctracing_log_file_suffix(const ctracing_log_file *file);

/// Puts a mark of the caller's into the log.
void ctracing_trace_note(ctracing_trace *trace, uint64_t id);

/// Copies what was counted of this store alone.
void ctracing_trace_snapshot(ctracing_trace *trace, ctracing_vfs_counts *counts);

/// Lets every call through again.
void ctracing_trace_clear_faults(ctracing_trace *trace);
/// How many calls were made to fail.
uint64_t ctracing_trace_faults_hit(ctracing_trace *trace);

/// Refuses the log more memory than that, for tests of what happens when there is none.
void ctracing_trace_limit_log(ctracing_trace *trace, size_t bytes);

/// What a trace without an environment adds to a write of that many bytes, in nanoseconds: the mean
/// of `calls` rounds in a log of its own.
double ctracing_trace_call_cost(uint32_t calls, size_t bytes, int keeps_payload);

#endif
