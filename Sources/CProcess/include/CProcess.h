#ifndef CPROCESS_H
#define CPROCESS_H

/// The needs of a child process that Swift cannot meet, or not safely.
///
/// Spawning, signals, signal masks and exit statuses are done in Swift: swift-subprocess starts a
/// child with an empty signal mask and every signal at its default, and `kill`, `signal` and `mmap`
/// import. Only the following is here:
/// - `prctl` is variadic, and variadic C functions do not import;
/// - `getrusage`'s constant and parameter import as different types, and a record in a mapping that
///   two processes share needs stores of a fixed order at an address, where Swift's `Atomic` owns
///   its storage;
/// - `<sys/pidfd.h>` is not in the module that Swift imports as Glibc.

#include <stddef.h>
#include <stdint.h>

// MARK: - Process

/// Has the kernel send SIGKILL to the calling process when the thread that started it ends, and
/// ends it at once if that has already happened.
///
/// `parent` is the number of the process that started this one, handed over by that process.
/// Comparing with it closes the gap between the start and this call. The kernel watches the
/// *thread* that spawned; that of swift-subprocess lives as long as the process.
///
/// - Returns: 0, or the error number of `prctl`. Does not return if the parent is gone.
int cprocess_die_with_parent(int32_t parent);

/// Sends a signal to a process through a descriptor of it (pidfd), which goes on meaning that
/// process when it has ended and its number belongs to another.
///
/// - Returns: 0, or the error number: ESRCH when the process has ended and was reaped.
int cprocess_signal(int32_t descriptor, int32_t signal);

/// The most memory that this process has had resident, in bytes (VmHWM of /proc/self/status); 0 if
/// the kernel does not report it. Opens and reads a file: about 10 µs.
///
/// Not `getrusage`: its maximum is kept over exec, so a small child of a large parent reports the
/// parent's size.
int64_t cprocess_peak_memory(void);

// MARK: - Ledger

/// One record of a ledger: 32 bytes, no padding.
typedef struct {
    /// The record's slot, from 1. Stored last: 0 means that the writer died before it was complete.
    uint64_t sequence;
    uint32_t kind;
    uint32_t id;
    /// CLOCK_MONOTONIC.
    uint64_t nanoseconds;
    uint32_t count;
    /// FNV-1a of the 28 bytes before it.
    uint32_t checksum;
} cprocess_record;

/// A file of records that is mapped shared: its stored records are in the page cache, and outlive
/// the process however it dies. They do not outlive a power loss; the file is not synced.
typedef struct cprocess_ledger cprocess_ledger;

/// Makes a file for `capacity` records, all of them empty, and maps it; truncates an existing file.
///
/// The blocks are allocated at once, so that a full disk is an error here and not SIGBUS later.
///
/// - Returns: the ledger, or null with the error number in `*error`.
cprocess_ledger *cprocess_ledger_create(const char *path, uint64_t capacity, int *error);

/// Maps a ledger that another process made, to append or to read.
///
/// - Returns: the ledger, or null with the error number in `*error`; EINVAL for a file that does
///   not hold a ledger.
cprocess_ledger *cprocess_ledger_open(const char *path, int *error);

/// Unmaps; the file stays. No thread may use the ledger any more.
void cprocess_ledger_close(cprocess_ledger *ledger);

/// Appends a record. Any thread, no lock, no system call: 60–140 ns measured without optimisation.
///
/// - Returns: the record's sequence, from 1; 0 when the ledger is full, and the record is only
///   counted.
uint64_t cprocess_ledger_append(
    cprocess_ledger *ledger, uint32_t kind, uint32_t id, uint32_t count, uint64_t nanoseconds);

/// The number of records that fit, of slots that were taken, and of records that found none.
uint64_t cprocess_ledger_capacity(const cprocess_ledger *ledger);
uint64_t cprocess_ledger_taken(const cprocess_ledger *ledger);
uint64_t cprocess_ledger_refused(const cprocess_ledger *ledger);

/// Copies the record in a slot from 1 to `taken`.
///
/// - Returns: 1 for a complete record, 0 for one that its writer has not finished, or never will.
int cprocess_ledger_record(
    const cprocess_ledger *ledger, uint64_t sequence, cprocess_record *record);

#endif
