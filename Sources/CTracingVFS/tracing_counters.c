// The process-wide counters and the sync hook: all atomics, no lock on the path of a call.

#include "tracing_file.h"

#include <stdlib.h>
#include <time.h>

static tracing_counters process_counters;
static _Atomic(const tracing_sync_hook *) current_hook;

uint64_t tracing_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void add(atomic_uint_fast64_t *counter, uint64_t value) {
    atomic_fetch_add_explicit(counter, value, memory_order_relaxed);
}

static void count_into(tracing_counter *counter, uint64_t bytes, uint64_t nanoseconds) {
    add(&counter->calls, 1);
    if (bytes) add(&counter->bytes, bytes);
    add(&counter->nanoseconds, nanoseconds);
}

uint64_t tracing_count(
    ctracing_vfs_file_class file_class, ctracing_vfs_call_kind kind, uint64_t bytes,
    uint64_t began) {
    uint64_t nanoseconds = tracing_now() - began;
    count_into(&process_counters.classes[file_class].kinds[kind], bytes, nanoseconds);
    return nanoseconds;
}

void tracing_count_in(
    tracing_counters *counters, ctracing_vfs_file_class file_class, ctracing_vfs_call_kind kind,
    uint64_t bytes, uint64_t nanoseconds) {
    count_into(&counters->classes[file_class].kinds[kind], bytes, nanoseconds);
}

void tracing_count_mark(tracing_mark mark) { tracing_count_mark_in(&process_counters, mark); }

void tracing_count_mark_in(tracing_counters *counters, tracing_mark mark) {
    add(&counters->marks[mark], 1);
}

static uint64_t value_of(atomic_uint_fast64_t *counter) {
    return atomic_load_explicit(counter, memory_order_relaxed);
}

void tracing_snapshot(tracing_counters *counters, ctracing_vfs_counts *counts) {
    for (int file_class = 0; file_class < CTRACING_VFS_CLASS_COUNT; file_class++) {
        for (int kind = 0; kind < CTRACING_VFS_KIND_COUNT; kind++) {
            tracing_counter *counter = &counters->classes[file_class].kinds[kind];
            counts->calls[file_class][kind] = (ctracing_vfs_call_count){
                .calls = value_of(&counter->calls),
                .bytes = value_of(&counter->bytes),
                .nanoseconds = value_of(&counter->nanoseconds),
            };
        }
    }
    counts->commits = value_of(&counters->marks[TRACING_COMMIT]);
    counts->checkpoints_begun = value_of(&counters->marks[TRACING_CHECKPOINT_BEGUN]);
    counts->checkpoints_done = value_of(&counters->marks[TRACING_CHECKPOINT_DONE]);
}

void ctracing_vfs_snapshot(ctracing_vfs_counts *counts) {
    tracing_snapshot(&process_counters, counts);
}

ctracing_vfs_call_count ctracing_vfs_count_of(
    const ctracing_vfs_counts *counts, ctracing_vfs_file_class file_class,
    ctracing_vfs_call_kind kind) {
    return counts->calls[file_class][kind];
}

double ctracing_vfs_call_cost(uint32_t calls) {
    tracing_counter unseen = {0};
    uint64_t began = tracing_now();
    for (uint32_t call = 0; call < calls; call++) {
        uint64_t call_began = tracing_now();
        count_into(&unseen, 4096, tracing_now() - call_began);
    }
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

const tracing_sync_hook *tracing_sync_begins(ctracing_vfs_file_class file_class) {
    const tracing_sync_hook *hook = atomic_load_explicit(&current_hook, memory_order_acquire);
    if (hook) hook->will_sync(hook->context, file_class);
    return hook;
}

void tracing_sync_ended(const tracing_sync_hook *hook, ctracing_vfs_file_class file_class) {
    if (hook) hook->did_sync(hook->context, file_class);
}
