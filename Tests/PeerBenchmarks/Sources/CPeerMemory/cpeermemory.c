#include "CPeerMemory.h"
