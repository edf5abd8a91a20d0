// The process-wide counters and the sync hook: all atomics, no lock on the path of a call.

#include "tracing_file.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
    atomic_uint_fast64_t calls;
    atomic_uint_fast64_t bytes;
    atomic_uint_fast64_t nanoseconds;
} counter;

// A class of file has its counters on cache lines of its own: a checkpointer's writes to the
// database and another connection's appends to the log must not slow each other down.
static struct {
    _Alignas(64) counter kinds[CTRACING_VFS_KIND_COUNT];
} counters[CTRACING_VFS_CLASS_COUNT];

static atomic_uint_fast64_t marks[3];
static _Atomic(const tracing_sync_hook *) current_hook;

uint64_t tracing_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void add(atomic_uint_fast64_t *counter, uint64_t value) {
    atomic_fetch_add_explicit(counter, value, memory_order_relaxed);
}

static void count_into(counter *counter, uint64_t bytes, uint64_t began) {
    add(&counter->calls, 1);
    if (bytes) add(&counter->bytes, bytes);
    add(&counter->nanoseconds, tracing_now() - began);
}

void tracing_count(
    ctracing_vfs_file_class file_class, ctracing_vfs_call_kind kind, uint64_t bytes,
    uint64_t began) {
    count_into(&counters[file_class].kinds[kind], bytes, began);
}

void tracing_count_mark(tracing_mark mark) { add(&marks[mark], 1); }

static uint64_t value_of(atomic_uint_fast64_t *counter) {
    return atomic_load_explicit(counter, memory_order_relaxed);
}

void ctracing_vfs_snapshot(ctracing_vfs_counts *counts) {
    for (int file_class = 0; file_class < CTRACING_VFS_CLASS_COUNT; file_class++) {
        for (int kind = 0; kind < CTRACING_VFS_KIND_COUNT; kind++) {
            counter *counter = &counters[file_class].kinds[kind];
            counts->calls[file_class][kind] = (ctracing_vfs_call_count){
                .calls = value_of(&counter->calls),
                .bytes = value_of(&counter->bytes),
                .nanoseconds = value_of(&counter->nanoseconds),
            };
        }
    }
    counts->commits = value_of(&marks[TRACING_COMMIT]);
    counts->checkpoints_begun = value_of(&marks[TRACING_CHECKPOINT_BEGUN]);
    counts->checkpoints_done = value_of(&marks[TRACING_CHECKPOINT_DONE]);
}

ctracing_vfs_call_count ctracing_vfs_count_of(
    const ctracing_vfs_counts *counts, ctracing_vfs_file_class file_class,
    ctracing_vfs_call_kind kind) {
    return counts->calls[file_class][kind];
}

double ctracing_vfs_call_cost(uint32_t calls) {
    counter unseen = {0};
    uint64_t began = tracing_now();
    for (uint32_t call = 0; call < calls; call++) count_into(&unseen, 4096, tracing_now());
    return calls ? (double)(tracing_now() - began) / calls : 0;
}

void ctracing_vfs_set_sync_hook(
    ctracing_vfs_sync_function will_sync, ctracing_vfs_sync_function did_sync, void *context) {
    tracing_sync_hook *hook = NULL;
    if (will_sync && did_sync) {
        // Never freed: a sync under way may still hold it. A process sets it once or twice.
        hook = malloc(sizeof *hook);
        if (hook) *hook = (tracing_sync_hook){will_sync, did_sync, context};
    }
    atomic_store_explicit(&current_hook, hook, memory_order_release);
}

const tracing_sync_hook *tracing_current_sync_hook(void) {
    return atomic_load_explicit(&current_hook, memory_order_acquire);
}
