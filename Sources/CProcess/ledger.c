// The ledger: a header of one cache line, then the records.
//
//     writer                                   reader (another process, perhaps later)
//     place = taken++                          for each place < taken:
//     kind, id, nanoseconds, count, checksum       sequence (acquire); 0 → incomplete
//     sequence = place + 1 (release)               the rest; checksum must agree
//
// A writer that is killed between the two leaves a slot with sequence 0, and later slots of other
// threads may be complete: a reader goes on to the end.

#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// "LABLEDG1", little-endian; the digit is the layout's version.
static const uint64_t magic = 0x314744454C42414Cull;

typedef struct {
    _Alignas(64) uint64_t magic;
    uint64_t capacity;
    _Atomic uint64_t taken;
    _Atomic uint64_t refused;
} header;

struct cprocess_ledger {
    header *header;
    cprocess_record *records;
    size_t size;
};

_Static_assert(sizeof(cprocess_record) == 32, "a record has no padding");
_Static_assert(sizeof(header) == 64, "the records begin on a cache line");

static uint32_t checksum_of(const cprocess_record *record) {
    const unsigned char *bytes = (const unsigned char *)record;
    uint32_t hash = 2166136261u;
    for (size_t index = 0; index < offsetof(cprocess_record, checksum); index++) {
        hash = (hash ^ bytes[index]) * 16777619u;
    }
    return hash;
}

static cprocess_ledger *map(int file, size_t size, int *error) {
    void *mapping = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (mapping == MAP_FAILED) {
        *error = errno;
        return NULL;
    }
    cprocess_ledger *ledger = malloc(sizeof *ledger);
    if (!ledger) {
        *error = ENOMEM;
        munmap(mapping, size);
        return NULL;
    }
    ledger->header = mapping;
    ledger->records = (cprocess_record *)((char *)mapping + sizeof(header));
    ledger->size = size;
    return ledger;
}

cprocess_ledger *cprocess_ledger_create(const char *path, uint64_t capacity, int *error) {
    if (capacity == 0 || capacity > (SIZE_MAX / 2 - sizeof(header)) / sizeof(cprocess_record)) {
        *error = EINVAL;
        return NULL;
    }
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0) {
        *error = errno;
        return NULL;
    }
    size_t size = sizeof(header) + capacity * sizeof(cprocess_record);
    *error = posix_fallocate(file, 0, (off_t)size);
    cprocess_ledger *ledger = *error ? NULL : map(file, size, error);
    close(file);
    if (ledger) {
        ledger->header->capacity = capacity;
        ledger->header->magic = magic;
    }
    return ledger;
}

cprocess_ledger *cprocess_ledger_open(const char *path, int *error) {
    int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0) {
        *error = errno;
        return NULL;
    }
    struct stat status;
    cprocess_ledger *ledger = NULL;
    if (fstat(file, &status) != 0) {
        *error = errno;
    } else if ((size_t)status.st_size < sizeof(header)) {
        *error = EINVAL;
    } else {
        ledger = map(file, (size_t)status.st_size, error);
    }
    close(file);
    if (!ledger) return NULL;
    uint64_t room = (ledger->size - sizeof(header)) / sizeof(cprocess_record);
    if (ledger->header->magic != magic || ledger->header->capacity > room) {
        *error = EINVAL;
        cprocess_ledger_close(ledger);
        return NULL;
    }
    return ledger;
}

void cprocess_ledger_close(cprocess_ledger *ledger) {
    munmap(ledger->header, ledger->size);
    free(ledger);
}

uint64_t cprocess_ledger_append(
    cprocess_ledger *ledger, uint32_t kind, uint32_t id, uint32_t count, uint64_t nanoseconds) {
    header *header = ledger->header;
    // Only existing slots are taken, so that `taken` never passes the capacity.
    uint64_t place = atomic_load_explicit(&header->taken, memory_order_relaxed);
    do {
        if (place >= header->capacity) {
            atomic_fetch_add_explicit(&header->refused, 1, memory_order_relaxed);
            return 0;
        }
    } while (!atomic_compare_exchange_weak_explicit(
        &header->taken, &place, place + 1, memory_order_acq_rel, memory_order_relaxed));
    uint64_t sequence = place + 1;
    cprocess_record complete = {
        .sequence = sequence, .kind = kind, .id = id, .nanoseconds = nanoseconds, .count = count};
    complete.checksum = checksum_of(&complete);
    cprocess_record *record = &ledger->records[place];
    // Every field before the sequence number: its store publishes the record to other processes.
    record->kind = kind;
    record->id = id;
    record->nanoseconds = nanoseconds;
    record->count = count;
    record->checksum = complete.checksum;
    atomic_store_explicit((_Atomic uint64_t *)&record->sequence, sequence, memory_order_release);
    return sequence;
}

uint64_t cprocess_ledger_capacity(const cprocess_ledger *ledger) {
    return ledger->header->capacity;
}

uint64_t cprocess_ledger_taken(const cprocess_ledger *ledger) {
    uint64_t taken = atomic_load_explicit(&ledger->header->taken, memory_order_acquire);
    // A file from elsewhere may contain anything.
    return taken < ledger->header->capacity ? taken : ledger->header->capacity;
}

uint64_t cprocess_ledger_refused(const cprocess_ledger *ledger) {
    return atomic_load_explicit(&ledger->header->refused, memory_order_relaxed);
}

int cprocess_ledger_record(
    const cprocess_ledger *ledger, uint64_t sequence, cprocess_record *record) {
    if (sequence == 0 || sequence > cprocess_ledger_capacity(ledger)) return 0;
    cprocess_record *stored = &ledger->records[sequence - 1];
    uint64_t written =
        atomic_load_explicit((_Atomic uint64_t *)&stored->sequence, memory_order_acquire);
    // 0 is a slot whose writer has not completed it.
    if (written != sequence) return 0;
    memcpy(record, stored, sizeof *record);
    return record->checksum == checksum_of(record);
}
