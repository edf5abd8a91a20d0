#ifndef TRACING_FILE_H
#define TRACING_FILE_H

// What the shim's two halves share; not part of the module.

#include "CTracingVFS.h"
#include <sqlite3.h>
#include <stdatomic.h>

// An open file of the shim. SQLite allocates it, `szOsFile` bytes, and knows only `base`; the file
// of the VFS below lies behind it in the same allocation.
//
// What a file needs to remember is added here. What several connections to one file share is in its
// trace, at the file's incarnation.
typedef struct {
    sqlite3_file base;
    ctracing_vfs_file_class file_class;
    // Null for the files of a store that nobody traces; else a reference is held until the file is
    // closed, even where the trace ends before.
    ctracing_trace *trace;
    // The index of the file in its trace's log.
    int32_t incarnation;
} tracing_file;

// The size of a tracing_file with a file of the VFS below behind it.
int tracing_file_size(int size_below);

// Where the file of the VFS below lies.
sqlite3_file *tracing_file_real(sqlite3_file *file);

// Opens the file of the VFS below.
int tracing_file_open_real(
    sqlite3_vfs *below, const char *name, sqlite3_file *file, int flags, int *out_flags);

// Completes a file after the VFS below opened its own, or failed to. It is untraced at first.
void tracing_file_opened(
    sqlite3_file *file, ctracing_vfs_file_class file_class, int is_open);

// Gives an open file the methods of tracing_traced.c, and a reference to its trace.
void tracing_file_becomes_traced(
    sqlite3_file *file, ctracing_trace *trace, int32_t incarnation);

// Gives an open file the methods of tracing_untraced.c. Only between two of SQLite's calls of the
// file, or within one of them.
void tracing_file_becomes_untraced(sqlite3_file *file);

// The methods in which the files of a traced store differ from others.
int tracing_untraced_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset);
int tracing_untraced_write(
    sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset);
int tracing_untraced_truncate(sqlite3_file *file, sqlite3_int64 size);
int tracing_untraced_sync(sqlite3_file *file, int flags);
int tracing_untraced_file_control(sqlite3_file *file, int operation, void *argument);

int tracing_traced_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset);
int tracing_traced_write(
    sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset);
int tracing_traced_truncate(sqlite3_file *file, sqlite3_int64 size);
int tracing_traced_sync(sqlite3_file *file, int flags);
int tracing_traced_file_control(sqlite3_file *file, int operation, void *argument);
int tracing_traced_shm_lock(sqlite3_file *file, int offset, int count, int flags);

// What both kinds forward.
int tracing_file_control_below(sqlite3_file *file, int operation, void *argument);
int tracing_shm_lock_below(sqlite3_file *file, int offset, int count, int flags);

// CLOCK_MONOTONIC in nanoseconds: 22 ns.
uint64_t tracing_now(void);

typedef enum { TRACING_COMMIT, TRACING_CHECKPOINT_BEGUN, TRACING_CHECKPOINT_DONE } tracing_mark;

typedef struct {
    atomic_uint_fast64_t calls;
    atomic_uint_fast64_t bytes;
    atomic_uint_fast64_t nanoseconds;
} tracing_counter;

// A class of file has its counters on cache lines of its own: a checkpointer's writes to the
// database and another connection's appends to the log must not slow each other down.
typedef struct {
    struct {
        _Alignas(64) tracing_counter kinds[CTRACING_VFS_KIND_COUNT];
    } classes[CTRACING_VFS_CLASS_COUNT];
    atomic_uint_fast64_t marks[3];
} tracing_counters;

// Counts a call of the process that began at `began` and ends now; returns how long it took.
uint64_t tracing_count(
    ctracing_vfs_file_class file_class, ctracing_vfs_call_kind kind, uint64_t bytes,
    uint64_t began);

// Counts a call in a trace's own counters.
void tracing_count_in(
    tracing_counters *counters, ctracing_vfs_file_class file_class, ctracing_vfs_call_kind kind,
    uint64_t bytes, uint64_t nanoseconds);

// Counts a mark that SQLite gave, for the process.
void tracing_count_mark(tracing_mark mark);

// Counts a mark in a trace's own counters.
void tracing_count_mark_in(tracing_counters *counters, tracing_mark mark);

void tracing_snapshot(tracing_counters *counters, ctracing_vfs_counts *counts);

// Who is told of syncs; null when nobody is.
typedef struct {
    ctracing_vfs_sync_function will_sync;
    ctracing_vfs_sync_function did_sync;
    void *context;
} tracing_sync_hook;

// Tells of a sync that begins; returns the hook that is to be told of its end, or null.
const tracing_sync_hook *tracing_sync_begins(ctracing_vfs_file_class file_class);
void tracing_sync_ended(const tracing_sync_hook *hook, ctracing_vfs_file_class file_class);

#endif
