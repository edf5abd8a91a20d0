#ifndef CSQLITE_H
#define CSQLITE_H

/// The system's SQLite, with the declarations that Swift cannot import.
#include <sqlite3.h>
#include "CSwiftRuntime.h"

/// `SQLITE_TRANSIENT`, a cast that Swift cannot import: SQLite copies the bytes at once.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

/// `SQLITE_STATIC`: the bytes outlive the statement's next reset.
static inline sqlite3_destructor_type csqlite_static(void) { return SQLITE_STATIC; }

/// Switches a boolean option of a connection on or off; `sqlite3_db_config` is variadic.
static inline int csqlite_db_config(sqlite3 *db, int option, int value) {
    return sqlite3_db_config(db, option, value, (int *)0);
}

/// Restarts SQLite's random numbers from a seed; `sqlite3_test_control` is variadic.
static inline void csqlite_seed_randomness(unsigned int seed) {
    sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, (int)seed, (sqlite3 *)0);
}

#endif
