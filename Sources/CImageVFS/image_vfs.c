// The VFS over disks in memory. A connection's path is the disk's address, in hexadecimal.

#include "image_file.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    sqlite3_file base;
    cimage_disk *disk;
    cimage_name name;
    // A file without a name: a temporary one, outside of the disk.
    cimage_file *temporary;
} image_file;

static const char prefix[] = "/lab-image/";

static cimage_file *file_of(image_file *file) {
    return file->temporary ? file->temporary : file->disk->files[file->name];
}

// MARK: Files

static int image_close(sqlite3_file *base) {
    image_file *file = (image_file *)base;
    cimage_file_free(file->temporary);
    file->temporary = NULL;
    return SQLITE_OK;
}

static int image_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset) {
    cimage_file *file = file_of((image_file *)base);
    if (!file) {
        memset(bytes, 0, (size_t)count);
        return SQLITE_IOERR_SHORT_READ;
    }
    size_t there = cimage_file_read(file, bytes, (size_t)count, offset);
    return there == (size_t)count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int may_change(image_file *file) {
    return file->temporary || image_disk_spend(file->disk);
}

static int image_write(
    sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset) {
    image_file *file = (image_file *)base;
    if (!may_change(file)) return SQLITE_IOERR_WRITE;
    cimage_file_write(file_of(file), bytes, (size_t)count, offset);
    return SQLITE_OK;
}

static int image_truncate(sqlite3_file *base, sqlite3_int64 size) {
    image_file *file = (image_file *)base;
    if (!may_change(file)) return SQLITE_IOERR_TRUNCATE;
    cimage_file_truncate(file_of(file), size);
    return SQLITE_OK;
}

static int image_sync(sqlite3_file *base, int flags) { return SQLITE_OK; }

static int image_size(sqlite3_file *base, sqlite3_int64 *size) {
    cimage_file *file = file_of((image_file *)base);
    *size = file ? cimage_file_size(file) : 0;
    return SQLITE_OK;
}

// One connection has the disk for itself.
static int image_lock(sqlite3_file *base, int level) { return SQLITE_OK; }

static int image_check_reserved_lock(sqlite3_file *base, int *result) {
    *result = 0;
    return SQLITE_OK;
}

static int image_file_control(sqlite3_file *base, int operation, void *argument) {
    return SQLITE_NOTFOUND;
}

static int image_sector_size(sqlite3_file *base) { return 512; }

static int image_characteristics(sqlite3_file *base) {
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1, .xClose = image_close, .xRead = image_read, .xWrite = image_write,
    .xTruncate = image_truncate, .xSync = image_sync, .xFileSize = image_size,
    .xLock = image_lock, .xUnlock = image_lock,
    .xCheckReservedLock = image_check_reserved_lock, .xFileControl = image_file_control,
    .xSectorSize = image_sector_size, .xDeviceCharacteristics = image_characteristics,
};

// MARK: The VFS

// The disk and the name that a path stands for; false for anything else.
static int parse(const char *path, cimage_disk **disk, cimage_name *name) {
    void *address;
    int length;
    if (strncmp(path, prefix, sizeof prefix - 1) != 0) return 0;
    if (sscanf(path + sizeof prefix - 1, "%p%n", &address, &length) != 1) return 0;
    const char *suffix = path + sizeof prefix - 1 + length;
    *disk = address;
    if (*suffix == 0) *name = CIMAGE_MAIN;
    else if (strcmp(suffix, "-wal") == 0) *name = CIMAGE_WAL;
    else if (strcmp(suffix, "-journal") == 0) *name = CIMAGE_JOURNAL;
    else return 0;
    return 1;
}

static int image_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *out_flags) {
    image_file *file = (image_file *)base;
    memset(file, 0, sizeof *file);
    if (!path) {
        file->temporary = cimage_file_make();
    } else {
        if (!parse(path, &file->disk, &file->name)) return SQLITE_CANTOPEN;
        if (!file->disk->files[file->name]) {
            if (!(flags & SQLITE_OPEN_CREATE)) return SQLITE_CANTOPEN;
            if (!image_disk_spend(file->disk)) return SQLITE_CANTOPEN;
            file->disk->files[file->name] = cimage_file_make();
        }
    }
    if (out_flags) *out_flags = flags;
    file->base.pMethods = &methods;
    return SQLITE_OK;
}

static int image_delete(sqlite3_vfs *vfs, const char *path, int sync_directory) {
    cimage_disk *disk;
    cimage_name name;
    if (!parse(path, &disk, &name)) return SQLITE_IOERR_DELETE_NOENT;
    if (!disk->files[name]) return SQLITE_IOERR_DELETE_NOENT;
    if (!image_disk_spend(disk)) return SQLITE_IOERR_DELETE;
    cimage_disk_set(disk, name, NULL);
    return SQLITE_OK;
}

static int image_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
    cimage_disk *disk;
    cimage_name name;
    *result = 0;
    if (!parse(path, &disk, &name) || !disk->files[name]) return SQLITE_OK;
    // As the Unix VFS: an empty file does not exist.
    *result = flags != SQLITE_ACCESS_EXISTS || cimage_file_size(disk->files[name]) > 0;
    return SQLITE_OK;
}

static int image_full_pathname(sqlite3_vfs *vfs, const char *path, int size, char *out) {
    snprintf(out, (size_t)size, "%s", path);
    return SQLITE_OK;
}

static int image_randomness(sqlite3_vfs *vfs, int size, char *out) {
    memset(out, 42, (size_t)size);
    return size;
}

static int image_sleep(sqlite3_vfs *vfs, int microseconds) { return microseconds; }

static int image_current_time(sqlite3_vfs *vfs, double *julian_day) {
    *julian_day = 2456411.5;
    return SQLITE_OK;
}

static int image_last_error(sqlite3_vfs *vfs, int size, char *message) { return 0; }

static sqlite3_vfs image_vfs = {
    .iVersion = 1, .szOsFile = sizeof(image_file), .mxPathname = 128, .zName = CIMAGE_VFS_NAME,
    .xOpen = image_open, .xDelete = image_delete, .xAccess = image_access,
    .xFullPathname = image_full_pathname, .xRandomness = image_randomness, .xSleep = image_sleep,
    .xCurrentTime = image_current_time, .xGetLastError = image_last_error,
};

static pthread_once_t registration = PTHREAD_ONCE_INIT;
static int registration_code;

static void register_once(void) { registration_code = sqlite3_vfs_register(&image_vfs, 0); }

int cimage_disk_open(cimage_disk *disk, void **connection) {
    pthread_once(&registration, register_once);
    if (registration_code != SQLITE_OK) return registration_code;
    char path[64];
    snprintf(path, sizeof path, "%s%p", prefix, (void *)disk);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    return sqlite3_open_v2(path, (sqlite3 **)connection, flags, CIMAGE_VFS_NAME);
}
