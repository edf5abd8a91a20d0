#ifndef CIMAGE_VFS_H
#define CIMAGE_VFS_H

/// Disk images in memory, and a SQLite VFS that serves them.
///
/// An image has the files of one store on one simulated disk: the database, its log and its
/// rollback journal. Its pages are shared between images and copied when one of them is written, so
/// that an image costs a pointer a page and thousands may be made from one log. Digests of pages
/// are kept with the pages: the digest of an image reads only the pages written since the last one.
///
/// It is in C because a VFS is a table of C functions, and because every crash state passes through
/// here: one in Swift would spend its time in reference counts. An image belongs to one thread.
///
/// Images have no shared memory: open a WAL database with `PRAGMA locking_mode=EXCLUSIVE` as the
/// first statement, and SQLite keeps the wal-index on its heap.

#include <stddef.h>
#include <stdint.h>

#define CIMAGE_VFS_NAME "lab-image"

/// Whole pages are shared: the size of SQLite's own pages, unless a store asks for others.
#define CIMAGE_PAGE_SIZE 4096

/// The files of a store.
typedef enum {
    CIMAGE_MAIN = 0,
    CIMAGE_WAL = 1,
    CIMAGE_JOURNAL = 2,
} cimage_name;

#define CIMAGE_FILE_COUNT 3

/// The bytes of one file, whatever its name.
typedef struct cimage_file cimage_file;

/// A disk: which names there are, and the file that each stands for.
typedef struct cimage_disk cimage_disk;

/// 128 bits.
typedef struct {
    uint64_t low;
    uint64_t high;
} cimage_digest;

/// An empty file with one reference. `cimage_file_copy` shares its pages.
cimage_file *cimage_file_make(void);
cimage_file *cimage_file_copy(const cimage_file *file);
void cimage_file_free(cimage_file *file);

int64_t cimage_file_size(const cimage_file *file);

/// Writes bytes; a gap between the old end and the offset is filled with zeros.
void cimage_file_write(cimage_file *file, const void *bytes, size_t count, int64_t offset);

/// Cuts the file, or lengthens it with zeros.
void cimage_file_truncate(cimage_file *file, int64_t size);

/// Copies bytes out; those behind the end are zeros.
///
/// - Returns: how many lay before the end.
size_t cimage_file_read(const cimage_file *file, void *bytes, size_t count, int64_t offset);

/// The digest of size and bytes.
cimage_digest cimage_file_digest(cimage_file *file);

/// A disk without files.
cimage_disk *cimage_disk_make(void);
cimage_disk *cimage_disk_copy(const cimage_disk *disk);
void cimage_disk_free(cimage_disk *disk);

/// The file of a name; null if the disk has none. It stays the disk's.
cimage_file *cimage_disk_file(cimage_disk *disk, cimage_name name);

/// Puts a copy of the file under the name; null removes the name.
void cimage_disk_set(cimage_disk *disk, cimage_name name, const cimage_file *file);

/// The digest of all names and files.
cimage_digest cimage_disk_digest(cimage_disk *disk);

/// Sets the number of writes, truncates and deletes after which the device is dead: each further
/// one fails with SQLITE_IOERR and changes nothing. A negative number: never, as at first.
void cimage_disk_set_budget(cimage_disk *disk, int64_t operations);

/// Writes, truncates and deletes since the disk was made or copied.
int64_t cimage_disk_operations(const cimage_disk *disk);

/// Opens a connection to the database on the disk. Close it before the disk is freed or copied.
///
/// - Returns: SQLite's result code. `connection` is a `sqlite3 *`.
int cimage_disk_open(cimage_disk *disk, void **connection);

#endif
