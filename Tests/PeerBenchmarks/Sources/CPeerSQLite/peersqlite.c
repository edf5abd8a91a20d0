#include "CPeerSQLite.h"
