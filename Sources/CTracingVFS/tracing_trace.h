#ifndef TRACING_TRACE_H
#define TRACING_TRACE_H

// A trace from inside; see CStoreTrace.h for what it is.

#include "tracing_file.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/stat.h>

// Where the files with large values lie, in a folder named after the database.
#define TRACING_EXTERNAL_FOLDER "_SUPPORT/_EXTERNAL_DATA"

// A growing array of bytes.
typedef struct {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
} tracing_buffer;

// What is logged; the trace's mutex protects all of it.
typedef struct {
    tracing_buffer operations;  // ctracing_operation
    tracing_buffer payload;
    tracing_buffer files;       // ctracing_log_file
    tracing_buffer linked;      // tracing_link: the files that are in the directory now
    size_t limit;
    bool keeps_payload;
    bool is_incomplete;
} tracing_log;

// A file in the directory: its incarnation and, so that one that others put there in its place is
// not taken for it, its inode.
typedef struct {
    dev_t device;
    ino_t inode;
    int32_t incarnation;
} tracing_link;

// Appends an operation and its payload, or ends the log where there is no memory.
void tracing_log_append(
    tracing_log *log, const ctracing_operation *operation, const void *payload, size_t count);

// The incarnation that is in the directory under a suffix, or CTRACING_NO_FILE. A file that the log
// did not know yet, or another inode than it knew, is a new incarnation: `*is_new`.
int32_t tracing_log_find(
    tracing_log *log, const char *suffix, ctracing_vfs_file_class file_class,
    const struct stat *status, bool *is_new);

// The file of that suffix was deleted.
void tracing_log_unlink(tracing_log *log, const char *suffix);

void tracing_log_free(tracing_log *log);

typedef struct {
    ctracing_fault fault;
    atomic_uint_fast64_t seen;
} tracing_fault;

struct ctracing_trace {
    // Set once.
    char *path;
    size_t path_length;
    // The folder of large values.
    char *external_path;
    size_t external_length;
    tracing_fault *faults;
    size_t fault_count;
    uint64_t kill_operation;
    bool kills_after;
    bool skips_syncs;
    ctracing_environment environment;

    // The register's.
    ctracing_trace *next;

    atomic_int references;
    atomic_bool is_ended;
    atomic_bool are_faults_cleared;
    atomic_uint_fast64_t faults_hit;
    tracing_counters counters;

    pthread_mutex_t mutex;
    // The mutex's.
    tracing_log log;
    uint64_t changes;
};

// The trace to which the file at a path belongs, with a reference more, or null; and what follows
// the database's path. Looks at one pointer while there is no trace at all.
ctracing_trace *tracing_trace_of(const char *path, const char **suffix);

// Whether the file at a path is there, and what the kernel says of it. Not xAccess: that takes an
// empty file for none.
bool tracing_trace_status(const char *path, struct stat *status);

// One call of a traced file, from its environment's word before to that after it.
typedef struct {
    ctracing_trace *trace;
    ctracing_vfs_file_class file_class;
    ctracing_vfs_call_kind kind;
    int64_t bytes;
    // The bytes that the call takes from its file; only for an environment, which alone asks.
    int64_t freed;
    int32_t incarnation;
    // CLOCK_MONOTONIC; the end is 0 until the call was counted.
    uint64_t began;
    uint64_t ended;
    bool is_injected;
    // A measurement of the trace's own cost: not counted among the process's calls.
    bool is_uncounted;
} tracing_step;

// The order of a step's calls: begin, will_change, the call of the VFS below, count, log, end.
//
// Begins a step: tells the environment, takes the mutex unless it is a read, starts the clock.
//
// Returns the code of a fault, and then the call must not be made; else SQLITE_OK.
int tracing_step_begin(tracing_step *step);

// The step is about to change its file: dies here when that was ordered.
void tracing_step_will_change(tracing_step *step);

// Whether the next change is the one to die before.
bool tracing_trace_dies_before_change(ctracing_trace *trace);
_Noreturn void tracing_die(void);

// Logs what the step did, after it was counted: the operation, whose file, time and result are
// filled in here, or a fault where `code` is an error. Dies here when that was ordered.
void tracing_step_log(
    tracing_step *step, int code, ctracing_operation operation, const void *payload);

// The call of the VFS below returned, or was not made: counts it and its time.
void tracing_step_count(tracing_step *step);

// Ends a step: gives the mutex back, tells the environment.
void tracing_step_end(tracing_step *step);

// Appends an operation, at the present time where it has none; the mutex is held.
void tracing_trace_append(
    ctracing_trace *trace, ctracing_operation operation, const void *payload);

// Opens a file of a trace, whose reference goes over to the file, or deletes one.
int tracing_traced_open(
    sqlite3_vfs *below, ctracing_trace *trace, const char *suffix, const char *name,
    ctracing_vfs_file_class file_class, sqlite3_file *file, int flags, int *out_flags);
int tracing_traced_delete(
    sqlite3_vfs *below, ctracing_trace *trace, const char *suffix, const char *name,
    ctracing_vfs_file_class file_class, int sync_directory);

#endif
