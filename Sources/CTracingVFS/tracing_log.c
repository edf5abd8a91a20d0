// The log of a trace: three arrays that grow, and the table of files that are in the directory.

#include "tracing_trace.h"

#include <stdlib.h>
#include <string.h>

// What an array begins with: 1,000 operations, or a few pages.
enum { first_capacity = 1 << 16 };

// Makes room for more bytes, twice as much each time, so that a byte is copied twice in the mean.
static void *extend(tracing_log *log, tracing_buffer *buffer, size_t more) {
    size_t needed = buffer->count + more;
    if (needed > buffer->capacity) {
        size_t capacity = buffer->capacity ? buffer->capacity : first_capacity;
        while (capacity < needed) capacity *= 2;
        uint8_t *bytes = capacity > log->limit ? NULL : realloc(buffer->bytes, capacity);
        if (!bytes) {
            log->is_incomplete = true;
            return NULL;
        }
        buffer->bytes = bytes;
        buffer->capacity = capacity;
    }
    void *room = buffer->bytes + buffer->count;
    buffer->count = needed;
    return room;
}

void tracing_log_append(
    tracing_log *log, const ctracing_operation *operation, const void *payload, size_t count) {
    if (log->is_incomplete) return;
    bool keeps = log->keeps_payload && payload;
    size_t payload_offset = keeps ? log->payload.count : 0;
    if (keeps) {
        void *room = extend(log, &log->payload, count);
        if (!room) return;
        memcpy(room, payload, count);
    }
    ctracing_operation *room = extend(log, &log->operations, sizeof *room);
    if (!room) return;
    *room = *operation;
    room->payload_offset = payload_offset;
    room->payload_length = keeps ? count : 0;
}

static ctracing_log_file *file_at(tracing_log *log, int32_t incarnation) {
    return (ctracing_log_file *)log->files.bytes + incarnation;
}

// The entry of a suffix; there are few: database, log, journal, now and then a super-journal, and
// the files of large values.
static tracing_link *link_of(tracing_log *log, const char *suffix) {
    tracing_link *links = (tracing_link *)log->linked.bytes;
    size_t count = log->linked.count / sizeof *links;
    for (size_t index = 0; index < count; index++) {
        if (strcmp(file_at(log, links[index].incarnation)->suffix, suffix) == 0) {
            return &links[index];
        }
    }
    return NULL;
}

int32_t tracing_log_find(
    tracing_log *log, const char *suffix, ctracing_vfs_file_class file_class,
    const struct stat *status, bool *is_new) {
    *is_new = false;
    if (log->is_incomplete) return CTRACING_NO_FILE;
    tracing_link *link = link_of(log, suffix);
    if (link && link->inode == status->st_ino && link->device == status->st_dev) {
        return link->incarnation;
    }
    ctracing_log_file *file = extend(log, &log->files, sizeof *file);
    if (!file) return CTRACING_NO_FILE;
    memset(file, 0, sizeof *file);
    strncpy(file->suffix, suffix, sizeof file->suffix - 1);
    file->file_class = file_class;
    if (!link) link = extend(log, &log->linked, sizeof *link);
    if (!link) return CTRACING_NO_FILE;
    *is_new = true;
    *link = (tracing_link){
        .device = status->st_dev,
        .inode = status->st_ino,
        .incarnation = (int32_t)(log->files.count / sizeof *file - 1),
    };
    return link->incarnation;
}

void tracing_log_unlink(tracing_log *log, const char *suffix) {
    tracing_link *link = link_of(log, suffix);
    if (!link) return;
    log->linked.count -= sizeof *link;
    *link = *(tracing_link *)(log->linked.bytes + log->linked.count);
}

void tracing_log_free(tracing_log *log) {
    free(log->operations.bytes);
    free(log->payload.bytes);
    free(log->files.bytes);
    free(log->linked.bytes);
}

const char *ctracing_log_file_suffix(const ctracing_log_file *file) { return file->suffix; }
