#ifndef CPEERSQLITE_H
#define CPEERSQLITE_H

/// The C API as the system has it, for the arm that uses nothing else.
#include <sqlite3.h>

#endif
