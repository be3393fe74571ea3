/* The layout of today's headers: 1.0's, which stays, and what has come since. See 1.0/layout.h. */
#include "1.0/layout.h"

/* agon/plugin.h: the version, which alone may change. */
VALUE(AGON_ABI_MAJOR, 1u)
VALUE(AGON_ABI_MINOR, 0u)
VALUE(AGON_ABI_NEEDED_MINOR, 0u)
