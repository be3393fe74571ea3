/* agon/ext/solitary.h - the former name of agon/ext/single_instance.h. Deprecated.
 */
#ifndef AGON_EXT_SOLITARY_H
#define AGON_EXT_SOLITARY_H

#include "single_instance.h"

/* The former id of AGON_SINGLE_INSTANCE. Hosts accept both. */
#define AGON_SOLITARY "agon.solitary/1"

#endif
