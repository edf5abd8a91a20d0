// Traces: the register of their paths, their life, and what they are asked from Swift.

#include "tracing_trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Only opening and deleting a file looks here. Paths are few, so a list will do.
static pthread_mutex_t register_mutex = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(ctracing_trace *) first_trace;

// What follows the database's path where a file belongs to it, or null.
static const char *suffix_in(const ctracing_trace *trace, const char *path) {
    if (strncmp(path, trace->external_path, trace->external_length) == 0) {
        const char *name = path + trace->external_length;
        return name[0] == '/' && strlen(name) == 37 ? name : NULL;
    }
    if (strncmp(path, trace->path, trace->path_length) != 0) return NULL;
    const char *suffix = path + trace->path_length;
    bool is_ours = suffix[0] == 0 || strcmp(suffix, "-wal") == 0
        || strcmp(suffix, "-journal") == 0
        // A super-journal: nine characters more.
        || (strncmp(suffix, "-mj", 3) == 0 && strlen(suffix) == 12);
    return is_ours ? suffix : NULL;
}

ctracing_trace *tracing_trace_of(const char *path, const char **suffix) {
    // A temporary file has no path.
    if (!path || !atomic_load_explicit(&first_trace, memory_order_acquire)) return NULL;
    pthread_mutex_lock(&register_mutex);
    ctracing_trace *trace = atomic_load_explicit(&first_trace, memory_order_relaxed);
    while (trace && !(*suffix = suffix_in(trace, path))) trace = trace->next;
    if (trace) atomic_fetch_add(&trace->references, 1);
    pthread_mutex_unlock(&register_mutex);
    return trace;
}

// Adds a trace, unless its path has one.
static int enter(ctracing_trace *trace) {
    pthread_mutex_lock(&register_mutex);
    ctracing_trace *other = atomic_load_explicit(&first_trace, memory_order_relaxed);
    trace->next = other;
    while (other && strcmp(other->path, trace->path) != 0) other = other->next;
    if (!other) atomic_store_explicit(&first_trace, trace, memory_order_release);
    pthread_mutex_unlock(&register_mutex);
    return other ? SQLITE_BUSY : SQLITE_OK;
}

static void leave(ctracing_trace *trace) {
    pthread_mutex_lock(&register_mutex);
    ctracing_trace *first = atomic_load_explicit(&first_trace, memory_order_relaxed);
    if (first == trace) {
        atomic_store_explicit(&first_trace, trace->next, memory_order_release);
    } else {
        while (first && first->next != trace) first = first->next;
        if (first) first->next = trace->next;
    }
    pthread_mutex_unlock(&register_mutex);
}

bool tracing_trace_status(const char *path, struct stat *status) {
    return path && stat(path, status) == 0 && S_ISREG(status->st_mode);
}

// Logs the files that are there already, so that a replay knows what it must be given.
static int log_existing(ctracing_trace *trace) {
    static const struct {
        const char *suffix;
        ctracing_vfs_file_class file_class;
    } known[] = {
        {"", CTRACING_VFS_MAIN}, {"-wal", CTRACING_VFS_WAL}, {"-journal", CTRACING_VFS_JOURNAL}};
    char *path = malloc(trace->path_length + sizeof "-journal");
    if (!path) return SQLITE_NOMEM;
    memcpy(path, trace->path, trace->path_length);
    for (size_t index = 0; index < sizeof known / sizeof *known; index++) {
        strcpy(path + trace->path_length, known[index].suffix);
        struct stat status;
        if (!tracing_trace_status(path, &status)) continue;
        bool is_new;
        int32_t file = tracing_log_find(
            &trace->log, known[index].suffix, known[index].file_class, &status, &is_new);
        ctracing_operation create = {
            .kind = CTRACING_CREATE, .flags = CTRACING_EXISTED, .file = file,
            .length = status.st_size};
        tracing_trace_append(trace, create, NULL);
    }
    free(path);
    return trace->log.is_incomplete ? SQLITE_NOMEM : SQLITE_OK;
}

static void free_trace(ctracing_trace *trace) {
    tracing_log_free(&trace->log);
    pthread_mutex_destroy(&trace->mutex);
    free(trace->path);
    free(trace->external_path);
    free(trace->faults);
    free(trace);
}

static ctracing_trace *make_trace(const ctracing_trace_options *options) {
    size_t size = (sizeof(ctracing_trace) + 63) / 64 * 64;
    ctracing_trace *trace = aligned_alloc(64, size);
    if (!trace) return NULL;
    memset(trace, 0, size);
    pthread_mutex_init(&trace->mutex, NULL);
    atomic_init(&trace->references, 1);
    trace->kill_operation = options->kill_operation;
    trace->kills_after = options->kills_after != 0;
    trace->skips_syncs = options->skips_syncs != 0;
    trace->environment = options->environment;
    trace->log.keeps_payload = options->keeps_payload != 0;
    trace->log.limit = SIZE_MAX / 2;
    trace->fault_count = options->fault_count;
    trace->faults = calloc(options->fault_count + 1, sizeof *trace->faults);
    if (!trace->faults) {
        free_trace(trace);
        return NULL;
    }
    for (size_t index = 0; index < options->fault_count; index++) {
        trace->faults[index].fault = options->faults[index];
    }
    return trace;
}

// Sets the folder of large values: `/data/Shop.sqlite` has `/data/.Shop_SUPPORT/_EXTERNAL_DATA`.
static int set_external_path(ctracing_trace *trace) {
    const char *slash = strrchr(trace->path, '/');
    const char *name = slash ? slash + 1 : trace->path;
    const char *dot = strrchr(name, '.');
    int stem = (int)(dot && dot != name ? dot - name : (long)strlen(name));
    size_t size = trace->path_length + sizeof TRACING_EXTERNAL_FOLDER + 2;
    trace->external_path = malloc(size);
    if (!trace->external_path) return SQLITE_NOMEM;
    snprintf(
        trace->external_path, size, "%.*s.%.*s%s", (int)(name - trace->path), trace->path, stem,
        name, TRACING_EXTERNAL_FOLDER);
    trace->external_length = strlen(trace->external_path);
    return SQLITE_OK;
}

// Sets the path as SQLite will hand it over: absolute, with symbolic links resolved.
static int set_path(ctracing_trace *trace, const char *path) {
    sqlite3_vfs *vfs = sqlite3_vfs_find(CTRACING_VFS_NAME);
    if (!vfs) return SQLITE_ERROR;
    trace->path = calloc(1, (size_t)vfs->mxPathname + 2);
    if (!trace->path) return SQLITE_NOMEM;
    int code = vfs->xFullPathname(vfs, path, vfs->mxPathname + 1, trace->path);
    trace->path_length = strlen(trace->path);
    if (code != SQLITE_OK && code != SQLITE_OK_SYMLINK) return code;
    return set_external_path(trace);
}

int ctracing_trace_begin(const ctracing_trace_options *options, ctracing_trace **result) {
    *result = NULL;
    ctracing_trace *trace = make_trace(options);
    if (!trace) return SQLITE_NOMEM;
    int code = set_path(trace, options->path);
    if (code == SQLITE_OK) code = log_existing(trace);
    if (code == SQLITE_OK) code = enter(trace);
    if (code != SQLITE_OK) {
        free_trace(trace);
        return code;
    }
    *result = trace;
    return SQLITE_OK;
}

void ctracing_trace_end(ctracing_trace *trace) {
    pthread_mutex_lock(&trace->mutex);
    bool was_ended = atomic_exchange(&trace->is_ended, true);
    pthread_mutex_unlock(&trace->mutex);
    if (!was_ended) leave(trace);
}

void ctracing_trace_release(ctracing_trace *trace) {
    if (atomic_fetch_sub(&trace->references, 1) != 1) return;
    if (trace->environment.release) trace->environment.release(trace->environment.context);
    free_trace(trace);
}

void ctracing_trace_begin_reading(ctracing_trace *trace, ctracing_log_view *view) {
    pthread_mutex_lock(&trace->mutex);
    const tracing_log *log = &trace->log;
    *view = (ctracing_log_view){
        .operations = (const ctracing_operation *)log->operations.bytes,
        .operation_count = log->operations.count / sizeof(ctracing_operation),
        .files = (const ctracing_log_file *)log->files.bytes,
        .file_count = log->files.count / sizeof(ctracing_log_file),
        .payload = log->payload.bytes,
        .payload_count = log->payload.count,
        .is_incomplete = log->is_incomplete,
    };
}

void ctracing_trace_end_reading(ctracing_trace *trace) { pthread_mutex_unlock(&trace->mutex); }

void ctracing_trace_note(ctracing_trace *trace, uint64_t id) {
    ctracing_operation note = {
        .kind = CTRACING_NOTE, .file = CTRACING_NO_FILE, .offset = (int64_t)id};
    pthread_mutex_lock(&trace->mutex);
    tracing_trace_append(trace, note, NULL);
    pthread_mutex_unlock(&trace->mutex);
}

void ctracing_trace_snapshot(ctracing_trace *trace, ctracing_vfs_counts *counts) {
    tracing_snapshot(&trace->counters, counts);
}

void ctracing_trace_clear_faults(ctracing_trace *trace) {
    atomic_store(&trace->are_faults_cleared, true);
}

uint64_t ctracing_trace_faults_hit(ctracing_trace *trace) {
    return atomic_load(&trace->faults_hit);
}

void ctracing_trace_limit_log(ctracing_trace *trace, size_t bytes) {
    pthread_mutex_lock(&trace->mutex);
    trace->log.limit = bytes;
    pthread_mutex_unlock(&trace->mutex);
}

double ctracing_trace_call_cost(uint32_t calls, size_t bytes, int keeps_payload) {
    ctracing_trace_options options = {.keeps_payload = keeps_payload};
    ctracing_trace *trace = make_trace(&options);
    void *payload = calloc(1, bytes + 1);
    uint64_t began = tracing_now();
    for (uint32_t call = 0; trace && payload && call < calls; call++) {
        tracing_step step = {
            .trace = trace, .file_class = CTRACING_VFS_WAL, .kind = CTRACING_VFS_WRITE,
            .bytes = (int64_t)bytes, .is_uncounted = true};
        tracing_step_begin(&step);
        tracing_step_will_change(&step);
        tracing_step_count(&step);
        ctracing_operation write = {.kind = CTRACING_WRITE, .length = (int64_t)bytes};
        tracing_step_log(&step, SQLITE_OK, write, payload);
        tracing_step_end(&step);
    }
    uint64_t ended = tracing_now();
    free(payload);
    if (trace) free_trace(trace);
    return calls ? (double)(ended - began) / calls : 0;
}
