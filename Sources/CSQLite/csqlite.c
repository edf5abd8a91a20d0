#include "CSQLite.h"
#include "CSwiftRuntime.h"

extern void *swift_tryRetain(void *object);

void *csqlite_swift_try_retain(void *object) { return swift_tryRetain(object); }

// Counting memory takes a lock of the whole process at each allocation, and nothing here asks for
// the count. While the program is loaded, because SQLite refuses it once anything has used it.
__attribute__((constructor)) static void csqlite_count_no_memory(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
