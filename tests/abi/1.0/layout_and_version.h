/* layout.h with the version, which later headers do not share. */
#include "layout.h"

/* agon/plugin.h */
VALUE(AGON_ABI_MAJOR, 1u)
VALUE(AGON_ABI_MINOR, 0u)
VALUE(AGON_ABI_NEEDED_MINOR, 0u)
