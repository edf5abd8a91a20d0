// The header holds everything; a C target needs one source file.
#include "CSQLite.h"
