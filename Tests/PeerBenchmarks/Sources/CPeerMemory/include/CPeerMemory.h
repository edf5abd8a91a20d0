#ifndef CPEERMEMORY_H
#define CPEERMEMORY_H

#include <malloc.h>

/// Bytes that the program holds from malloc, mapped blocks among them. A macro of the system's
/// header and a structure by value: Swift's own module of it has neither.
static inline size_t cpeermemory_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

/// Returns malloc's free memory to the system, so that the resident set is the used memory.
static inline void cpeermemory_trim(void) {
    malloc_trim(0);
}

#endif
