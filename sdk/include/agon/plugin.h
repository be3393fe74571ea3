/* agon/plugin.h - the object that a plugin exports, and the versions of the ABI.
 *
 * A plugin is a shared library that defines
 *
 *     const agon_plugin_type agon_plugin = { AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "name", "1.0.0", ... };
 *
 * and exports nothing else. (Build with hidden visibility, and link with -Wl,-z,defs, so that the linker reports
 * missing symbols.)
 *
 * Rationale
 *   The export is an object, not a function: reading constant data runs no code of the plugin. So a host reads the
 * tables from the file before it loads the library, and a scan of a folder of plugins has no side effects. For the same
 * reason no function initialises or ends a library: create() makes what a match needs, and destroy() removes it.
 *   The version comes first. Its place is the same in every version of the ABI, so a host can check it before it reads
 * anything else, and can explain a refusal.
 *   The structs never grow. Everything new is an extension: a small struct of functions that either side looks up by
 * the id "agon.<name>/<revision>". NULL means "not supported", and the other side continues without it. An extension
 * changes no version, because the lookup tells whether it is there. It never grows either: a change is a new revision
 * with its own id, and a host can support both. New constant data would be a second exported object with another name,
 * which old hosts do not look for.
 *   The minor version increases if a plugin may write something new into the old structs, such as a new kind of
 * setting. The major version increases if old plugins stop working. A host has an upper bound, too: it would misread
 * the new values of a later minor version. So a plugin states the minor version that it needs, not that of the headers
 * it was built with. A plugin that uses nothing new runs on older hosts even if it was built with newer headers. A
 * plugin does not check the host's version, because it looks up each extension. If it has to avoid a fault of a host,
 * it asks for agon.host/1 (agon/ext/host.h).
 *
 * A host accepts every version from the oldest that it supports up to the one it was built with, as ordered by (major,
 * minor). If it refuses a plugin, its message has both versions.
 *
 * The tables, and everything that they point to, are constant data. Names, versions and defaults have up to 4096 bytes,
 * texts for people up to 65536.
 */
#ifndef AGON_PLUGIN_H
#define AGON_PLUGIN_H

#include "game.h"
#include "strategy.h"
#include "types.h"

/* The version of the ABI that these headers describe: major ... */
#define AGON_ABI_MAJOR 1u

/* ... and minor. */
#define AGON_ABI_MINOR 0u

/* The minor version that a plugin needs, which it writes into agon_plugin. The headers declare what a later minor
 * version added only if the plugin defines this, before the first header of Agon, as that version. */
#ifndef AGON_ABI_NEEDED_MINOR
#define AGON_ABI_NEEDED_MINOR 0u
#endif

/* Makes the exported object visible if everything else is hidden. */
#if defined(__GNUC__)
#define AGON_EXPORT __attribute__((visibility("default")))
#else
#define AGON_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The games and strategies of a library: any number of each, for one game or several. */
typedef struct agon_plugin_type {
  uint32_t abi_major;                          /* AGON_ABI_MAJOR; read before anything else */
  uint32_t abi_minor;                          /* AGON_ABI_NEEDED_MINOR */
  const char* name;                            /* of the library, for people */
  const char* version;                         /* likewise */
  uint32_t game_count;                         /* entries of `games` */
  uint32_t strategy_count;                     /* entries of `strategies` */
  const agon_game_type* const* games;          /* may be NULL if game_count is 0 */
  const agon_strategy_type* const* strategies; /* may be NULL if strategy_count is 0 */
} agon_plugin_type;

/* Constant data, defined by the plugin, valid while the library is loaded.
 * [any thread, any time] */
extern AGON_EXPORT const agon_plugin_type agon_plugin;

#ifdef __cplusplus
}
#endif

#endif
