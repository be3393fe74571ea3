/* agon/ext/host.h - the name and the version of the host.
 *
 * Scenario: a plugin avoids a fault of one version of a host, or writes the version to its log. A game must not let its
 * rules depend on the host: later versions replay its matches.
 *
 * Rationale
 *   An extension and not fields of agon_host: a strategy makes an agon_host of its own for the states that it searches
 * (agon/ext/model.h). A game that expects a longer struct would read beyond the end of one that an older strategy made.
 */
#ifndef AGON_EXT_HOST_H
#define AGON_EXT_HOST_H

#include "../types.h"

#define AGON_HOST_INFO "agon.host/1"

#ifdef __cplusplus
extern "C" {
#endif

/* Offered by the host: agon_host.extension(host, AGON_HOST_INFO). Constant data, valid as long as the process. */
typedef struct agon_host_info {
  const char* name;    /* of the program: "agon" */
  const char* version; /* of the program: "1.0.0" */
  uint32_t abi_major;  /* AGON_ABI_MAJOR of the headers that the host was built with */
  uint32_t abi_minor;  /* AGON_ABI_MINOR of these headers: the latest minor version that the host accepts */
} agon_host_info;

#ifdef __cplusplus
}
#endif

#endif
