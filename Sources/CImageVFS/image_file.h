#ifndef IMAGE_FILE_H
#define IMAGE_FILE_H

// Declarations that the two halves share; not part of the module.

#include "CImageVFS.h"

struct cimage_disk {
    cimage_file *files[CIMAGE_FILE_COUNT];
    int64_t budget;
    int64_t operations;
};

// Whether the device still works; if so, counts the operation.
int image_disk_spend(cimage_disk *disk);

#endif
