// A traced call: the words to the environment, the fault, the log, the kill.

#include "tracing_trace.h"

#include <signal.h>
#include <unistd.h>

_Noreturn void tracing_die(void) {
    // The mutex is held: no other thread changes the store between this and the end of it.
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

void tracing_trace_append(
    ctracing_trace *trace, ctracing_operation operation, const void *payload) {
    if (atomic_load_explicit(&trace->is_ended, memory_order_relaxed)) return;
    const ctracing_environment *environment = &trace->environment;
    if (environment->now) {
        operation.at = environment->now(environment->context);
    } else if (!operation.at) {
        operation.at = (int64_t)tracing_now();
    }
    tracing_log_append(&trace->log, &operation, payload, (size_t)operation.length);
}

// The code of the first fault whose turn it is. Each counts the calls that match it, so that the
// occurrence of one does not depend on the others.
static int fault_of(tracing_step *step) {
    ctracing_trace *trace = step->trace;
    int code = SQLITE_OK;
    if (!trace->fault_count || atomic_load(&trace->are_faults_cleared)) return code;
    for (size_t index = 0; index < trace->fault_count; index++) {
        const ctracing_fault *fault = &trace->faults[index].fault;
        if (fault->call != step->kind) continue;
        if (fault->file_class >= 0 && fault->file_class != (int)step->file_class) continue;
        uint64_t occurrence = atomic_fetch_add(&trace->faults[index].seen, 1) + 1;
        bool is_hit = occurrence == fault->occurrence
            || (fault->is_lasting && occurrence > fault->occurrence);
        if (is_hit && code == SQLITE_OK) code = fault->code;
    }
    if (code != SQLITE_OK) atomic_fetch_add(&trace->faults_hit, 1);
    return code;
}

// Those that the environment is told: no call both moves bytes and takes some away.
static int64_t bytes_of(const tracing_step *step) {
    return step->bytes + step->freed;
}

int tracing_step_begin(tracing_step *step) {
    const ctracing_environment *environment = &step->trace->environment;
    if (environment->will_call) {
        environment->will_call(
            environment->context, step->kind, step->file_class, bytes_of(step));
    }
    if (step->kind != CTRACING_VFS_READ) pthread_mutex_lock(&step->trace->mutex);
    int code = fault_of(step);
    step->is_injected = code != SQLITE_OK;
    step->began = tracing_now();
    return code;
}

bool tracing_trace_dies_before_change(ctracing_trace *trace) {
    return trace->kill_operation && !trace->kills_after
        && trace->changes + 1 == trace->kill_operation
        && !atomic_load_explicit(&trace->is_ended, memory_order_relaxed);
}

void tracing_step_will_change(tracing_step *step) {
    if (tracing_trace_dies_before_change(step->trace)) tracing_die();
}

// Whether an operation is one of those that a kill counts.
static bool is_change(const ctracing_operation *operation) {
    if (operation->kind > CTRACING_DELETE) return false;
    return operation->kind != CTRACING_CREATE || !(operation->flags & CTRACING_EXISTED);
}

void tracing_step_log(
    tracing_step *step, int code, ctracing_operation operation, const void *payload) {
    ctracing_trace *trace = step->trace;
    operation.file = step->incarnation;
    operation.result = code;
    operation.at = (int64_t)step->ended;
    if (code != SQLITE_OK) {
        operation.kind = CTRACING_FAULT;
        operation.flags =
            CTRACING_FAULT_FLAGS(step->kind, step->file_class, step->is_injected);
        payload = NULL;
    }
    tracing_trace_append(trace, operation, payload);
    if (!is_change(&operation)) return;
    if (atomic_load_explicit(&trace->is_ended, memory_order_relaxed)) return;
    trace->changes += 1;
    if (trace->kills_after && trace->changes == trace->kill_operation) tracing_die();
}

void tracing_step_count(tracing_step *step) {
    uint64_t bytes = (uint64_t)step->bytes;
    uint64_t nanoseconds = step->is_uncounted
        ? tracing_now() - step->began
        : tracing_count(step->file_class, step->kind, bytes, step->began);
    step->ended = step->began + nanoseconds;
    tracing_count_in(&step->trace->counters, step->file_class, step->kind, bytes, nanoseconds);
}

void tracing_step_end(tracing_step *step) {
    ctracing_trace *trace = step->trace;
    if (step->kind != CTRACING_VFS_READ) pthread_mutex_unlock(&trace->mutex);
    const ctracing_environment *environment = &trace->environment;
    if (environment->did_call) {
        environment->did_call(
            environment->context, step->kind, step->file_class, bytes_of(step));
    }
}
