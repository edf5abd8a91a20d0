#include "CSQLite.h"
#include "CSwiftRuntime.h"

extern void *swift_tryRetain(void *object);

void *csqlite_swift_try_retain(void *object) { return swift_tryRetain(object); }
