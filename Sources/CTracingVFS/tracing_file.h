#ifndef TRACING_FILE_H
#define TRACING_FILE_H

// What the shim's two halves share; not part of the module.

#include "CTracingVFS.h"
#include <sqlite3.h>

// An open file of the shim. SQLite allocates it, `szOsFile` bytes, and knows only `base`; the file
// of the VFS below lies behind it in the same allocation.
//
// What a file needs to remember is added here. What several connections to one file must share
// belongs into a record of the file's incarnation, which this struct would point to.
typedef struct {
    sqlite3_file base;
    ctracing_vfs_file_class file_class;
} tracing_file;

// The size of a tracing_file with a file of the VFS below behind it.
int tracing_file_size(int size_below);

// Where the file of the VFS below lies.
sqlite3_file *tracing_file_real(sqlite3_file *file);

// Completes a file after the VFS below opened its own, or failed to.
void tracing_file_opened(
    sqlite3_file *file, ctracing_vfs_file_class file_class, int is_open);

// CLOCK_MONOTONIC in nanoseconds: 22 ns.
uint64_t tracing_now(void);

// Counts a call that began at `began` and ends now.
void tracing_count(
    ctracing_vfs_file_class file_class, ctracing_vfs_call_kind kind, uint64_t bytes,
    uint64_t began);

typedef enum { TRACING_COMMIT, TRACING_CHECKPOINT_BEGUN, TRACING_CHECKPOINT_DONE } tracing_mark;

// Counts a mark that SQLite gave.
void tracing_count_mark(tracing_mark mark);

// Who is told of syncs; null when nobody is.
typedef struct {
    ctracing_vfs_sync_function will_sync;
    ctracing_vfs_sync_function did_sync;
    void *context;
} tracing_sync_hook;

const tracing_sync_hook *tracing_current_sync_hook(void);

#endif
