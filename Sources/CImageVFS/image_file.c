// Files of shared pages, and disks of such files.

#include "image_file.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t references;
    uint32_t has_digest;
    cimage_digest digest;
    uint8_t bytes[CIMAGE_PAGE_SIZE];
} page;

struct cimage_file {
    page **pages;
    size_t count;
    size_t capacity;
    int64_t size;
};

static void *checked(void *memory) {
    // A lab that has no memory left for an image has no result either.
    if (!memory) abort();
    return memory;
}

// MARK: Digests

static uint64_t fold(uint64_t left, uint64_t right) {
    unsigned __int128 product = (unsigned __int128)left * right;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// Two lanes of multiply-and-fold, each over half of the words: 0.4 µs a page. It need not resist an
// adversary; it must not confuse two of some ten thousand images.
static cimage_digest digest_of_bytes(const uint8_t *bytes, size_t count, uint64_t seed) {
    uint64_t low = seed ^ 0x9E3779B97F4A7C15u;
    uint64_t high = ~seed ^ 0xC2B2AE3D27D4EB4Fu;
    for (size_t at = 0; at + 32 <= count; at += 32) {
        uint64_t words[4];
        memcpy(words, bytes + at, sizeof words);
        low = fold(low ^ words[0], words[1] ^ 0xD6E8FEB86659FD93u) + at;
        high = fold(high ^ words[2], words[3] ^ 0xA0761D6478BD642Fu) + at;
    }
    return (cimage_digest){fold(low ^ high, 0xE7037ED1A0B428DBu), low + 31 * high};
}

static void mix(cimage_digest *into, cimage_digest other) {
    into->low = fold(into->low ^ other.low, 0x8EBC6AF09C88C6E3u) + other.high;
    into->high = fold(into->high ^ other.high, 0x589965CC75374CC3u) ^ other.low;
}

// MARK: Pages

static page *page_make(void) {
    page *made = checked(calloc(1, sizeof(page)));
    made->references = 1;
    return made;
}

static void page_release(page *page) {
    if (--page->references == 0) free(page);
}

static page *writable(cimage_file *file, size_t index) {
    page *old = file->pages[index];
    old->has_digest = old->references == 1 ? 0 : old->has_digest;
    if (old->references == 1) return old;
    page *copy = checked(malloc(sizeof(page)));
    memcpy(copy->bytes, old->bytes, CIMAGE_PAGE_SIZE);
    copy->references = 1;
    copy->has_digest = 0;
    page_release(old);
    file->pages[index] = copy;
    return copy;
}

static void resize(cimage_file *file, size_t count) {
    for (size_t index = count; index < file->count; index++) page_release(file->pages[index]);
    if (count > file->capacity) {
        size_t capacity = file->capacity ? file->capacity : 16;
        while (capacity < count) capacity *= 2;
        file->pages = checked(realloc(file->pages, capacity * sizeof(page *)));
        file->capacity = capacity;
    }
    for (size_t index = file->count; index < count; index++) file->pages[index] = page_make();
    file->count = count;
}

// MARK: Files

cimage_file *cimage_file_make(void) { return checked(calloc(1, sizeof(cimage_file))); }

cimage_file *cimage_file_copy(const cimage_file *file) {
    cimage_file *copy = cimage_file_make();
    if (file->count) {
        copy->pages = checked(malloc(file->count * sizeof(page *)));
        memcpy(copy->pages, file->pages, file->count * sizeof(page *));
        for (size_t index = 0; index < file->count; index++) copy->pages[index]->references++;
    }
    copy->count = copy->capacity = file->count;
    copy->size = file->size;
    return copy;
}

void cimage_file_free(cimage_file *file) {
    if (!file) return;
    resize(file, 0);
    free(file->pages);
    free(file);
}

int64_t cimage_file_size(const cimage_file *file) { return file->size; }

void cimage_file_truncate(cimage_file *file, int64_t size) {
    resize(file, (size_t)((size + CIMAGE_PAGE_SIZE - 1) / CIMAGE_PAGE_SIZE));
    size_t rest = (size_t)(size % CIMAGE_PAGE_SIZE);
    // Bytes behind the end are zeros, so that pages of equal files are equal.
    if (size < file->size && rest) {
        memset(writable(file, file->count - 1)->bytes + rest, 0, CIMAGE_PAGE_SIZE - rest);
    }
    file->size = size;
}

void cimage_file_write(cimage_file *file, const void *bytes, size_t count, int64_t offset) {
    if (offset + (int64_t)count > file->size) cimage_file_truncate(file, offset + (int64_t)count);
    const uint8_t *from = bytes;
    while (count) {
        size_t within = (size_t)(offset % CIMAGE_PAGE_SIZE);
        size_t part = CIMAGE_PAGE_SIZE - within < count ? CIMAGE_PAGE_SIZE - within : count;
        memcpy(writable(file, (size_t)(offset / CIMAGE_PAGE_SIZE))->bytes + within, from, part);
        from += part;
        offset += (int64_t)part;
        count -= part;
    }
}

size_t cimage_file_read(const cimage_file *file, void *bytes, size_t count, int64_t offset) {
    uint8_t *to = bytes;
    size_t there = offset >= file->size ? 0
        : (size_t)(file->size - offset) < count ? (size_t)(file->size - offset) : count;
    size_t left = there;
    while (left) {
        size_t within = (size_t)(offset % CIMAGE_PAGE_SIZE);
        size_t part = CIMAGE_PAGE_SIZE - within < left ? CIMAGE_PAGE_SIZE - within : left;
        memcpy(to, file->pages[offset / CIMAGE_PAGE_SIZE]->bytes + within, part);
        to += part;
        offset += (int64_t)part;
        left -= part;
    }
    memset(to, 0, count - there);
    return there;
}

cimage_digest cimage_file_digest(cimage_file *file) {
    cimage_digest digest = {(uint64_t)file->size, ~(uint64_t)file->size};
    for (size_t index = 0; index < file->count; index++) {
        page *page = file->pages[index];
        if (!page->has_digest) {
            page->digest = digest_of_bytes(page->bytes, CIMAGE_PAGE_SIZE, 0);
            page->has_digest = 1;
        }
        mix(&digest, page->digest);
    }
    return digest;
}

// MARK: Disks

cimage_disk *cimage_disk_make(void) {
    cimage_disk *disk = checked(calloc(1, sizeof(cimage_disk)));
    disk->budget = -1;
    return disk;
}

cimage_disk *cimage_disk_copy(const cimage_disk *disk) {
    cimage_disk *copy = cimage_disk_make();
    for (int name = 0; name < CIMAGE_FILE_COUNT; name++) {
        if (disk->files[name]) copy->files[name] = cimage_file_copy(disk->files[name]);
    }
    return copy;
}

void cimage_disk_free(cimage_disk *disk) {
    if (!disk) return;
    for (int name = 0; name < CIMAGE_FILE_COUNT; name++) cimage_file_free(disk->files[name]);
    free(disk);
}

cimage_file *cimage_disk_file(cimage_disk *disk, cimage_name name) { return disk->files[name]; }

void cimage_disk_set(cimage_disk *disk, cimage_name name, const cimage_file *file) {
    cimage_file *copy = file ? cimage_file_copy(file) : NULL;
    cimage_file_free(disk->files[name]);
    disk->files[name] = copy;
}

cimage_digest cimage_disk_digest(cimage_disk *disk) {
    cimage_digest digest = {1, 2};
    for (int name = 0; name < CIMAGE_FILE_COUNT; name++) {
        cimage_digest none = {(uint64_t)name + 3, 0};
        mix(&digest, disk->files[name] ? cimage_file_digest(disk->files[name]) : none);
    }
    return digest;
}

void cimage_disk_set_budget(cimage_disk *disk, int64_t operations) { disk->budget = operations; }

int64_t cimage_disk_operations(const cimage_disk *disk) { return disk->operations; }

int image_disk_spend(cimage_disk *disk) {
    if (disk->budget == 0) return 0;
    if (disk->budget > 0) disk->budget--;
    disk->operations++;
    return 1;
}
