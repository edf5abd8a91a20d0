#ifndef CTRACING_VFS_H
#define CTRACING_VFS_H

/// A SQLite VFS that counts and times what SQLite asks of the file system.
///
/// It is a shim: every call goes to the VFS that was the process's default when the shim was
/// registered, and comes back unchanged, unless a store's trace makes it fail. It is in C because a
/// VFS is two tables of C functions at stable addresses over structs whose tail belongs to the VFS
/// below, which Swift can write only as a translation of this file. What to do with the figures is
/// decided in Swift (`StoreIO`).
/// What it can do to one store, beyond counting, is in `CStoreTrace.h`.
///
/// What it does not see: the wal-index (`-shm`), which SQLite maps and writes with plain stores,
/// pages read through `PRAGMA mmap_size`, and directory syncs, which the VFS below does by itself.

#include <stddef.h>
#include <stdint.h>

/// The name to open a store with. The shim is never registered as the default.
#define CTRACING_VFS_NAME "lab-tracing"

/// Which of a store's files a call was for.
typedef enum {
    /// The database itself.
    CTRACING_VFS_MAIN = 0,
    /// The write-ahead log.
    CTRACING_VFS_WAL = 1,
    /// The rollback journal, or the super-journal of a transaction over several databases.
    CTRACING_VFS_JOURNAL = 2,
    /// Temporary databases and journals, statement journals.
    CTRACING_VFS_OTHER = 3,
    /// A file with a large value of a row, in the folder beside the database.
    CTRACING_VFS_EXTERNAL = 4,
} ctracing_vfs_file_class;

/// What was asked for.
typedef enum {
    CTRACING_VFS_OPEN = 0,
    CTRACING_VFS_DELETE = 1,
    CTRACING_VFS_READ = 2,
    CTRACING_VFS_WRITE = 3,
    CTRACING_VFS_TRUNCATE = 4,
    CTRACING_VFS_SYNC = 5,
} ctracing_vfs_call_kind;

#define CTRACING_VFS_CLASS_COUNT 5
#define CTRACING_VFS_KIND_COUNT 6

/// The calls of one kind for one class of file.
typedef struct {
    /// Calls that returned, whether they succeeded or not.
    uint64_t calls;
    /// The bytes that reads and writes asked for; the new size's sum makes no sense, so 0 for
    /// others.
    uint64_t bytes;
    /// Wall time inside the VFS below.
    uint64_t nanoseconds;
} ctracing_vfs_call_count;

/// Everything counted since the process began.
typedef struct {
    ctracing_vfs_call_count calls[CTRACING_VFS_CLASS_COUNT][CTRACING_VFS_KIND_COUNT];
    /// Write transactions that SQLite committed (`SQLITE_FCNTL_COMMIT_PHASETWO`): one for each, in
    /// WAL and in rollback modes, those that changed nothing included.
    uint64_t commits;
    /// Checkpoints that began to copy pages into the database, and those that came to the end of
    /// it. One that finds nothing to copy is in neither.
    uint64_t checkpoints_begun;
    uint64_t checkpoints_done;
} ctracing_vfs_counts;

/// Registers the shim over the default VFS; later calls do nothing. Any thread.
///
/// - Returns: SQLite's result code; the same one in every call.
int ctracing_vfs_register(void);

/// Copies the counters. Each is exact; calls in flight on other threads may be in one and not yet
/// in another. Any thread, about 100 ns.
void ctracing_vfs_snapshot(ctracing_vfs_counts *counts);

/// One cell of a snapshot: Swift imports a two-dimensional C array as a tuple of tuples.
ctracing_vfs_call_count ctracing_vfs_count_of(
    const ctracing_vfs_counts *counts, ctracing_vfs_file_class file_class,
    ctracing_vfs_call_kind kind);

/// What counting and timing one call adds to it, in nanoseconds: the mean of `calls` rounds that
/// are counted nowhere.
double ctracing_vfs_call_cost(uint32_t calls);

/// Called on the syncing thread directly before and directly after each sync of a file.
typedef void (*ctracing_vfs_sync_function)(void *context, ctracing_vfs_file_class file_class);

/// Sets who is told of syncs, or nobody when `will_sync` is null. Any thread.
///
/// A sync that is under way tells its end to whom it told its beginning, so the context must live
/// for the rest of the process. Without a hook a sync pays one load.
void ctracing_vfs_set_sync_hook(
    ctracing_vfs_sync_function will_sync, ctracing_vfs_sync_function did_sync, void *context);

#include "CStoreTrace.h"

#endif
