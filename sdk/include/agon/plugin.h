/* agon/plugin.h - the one object that a plugin exports, and how a host decides whether it can use it.
 *
 * A plugin is a shared library that defines
 *
 *     const agon_plugin_type agon_plugin = { AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "name", "1.0.0", ... };
 *
 * and exports nothing else (build with hidden visibility, and link with -Wl,-z,defs so that a missing symbol shows at
 * once).
 *
 * Rationale
 *   An object and not a function: constant data can be read without running any code of the plugin, so looking through
 * a folder of plugins has no side effects. The first eight bytes are the version, so that a host can read them from the
 * file, before it loads the library, and refuse in words what it can't use. The structs never grow. What comes later is
 * an extension: a small struct of functions, looked up by the text "agon.<name>/<revision>" on the plugin's or on the
 * host's side; NULL means "not supported", and the other side goes on without. If constant data should ever be missing
 * here, it will come as a second exported object with a name of its own, which old hosts do not look for.
 *   An extension raises no version number: who asks for it learns whether it is there. The minor number rises when a
 * plugin may say something new in the old structs, such as a new kind of setting; the major number when old plugins
 * can no longer be used.
 *
 * What a host accepts: every version from the oldest it supports up to the one it was built with, as ordered by (major,
 * minor). A newer minor number may bring new meanings that an old host would misread, so it is refused too, and the
 * text names both versions.
 *
 * The tables are constant data, with all that they point to: a host reads them from the file and runs no code for it.
 * Names, versions and defaults have up to 4096 bytes, texts for people up to 65536.
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

/* The minor version that a plugin needs, which it stamps into agon_plugin. Headers declare what a later minor version
 * added only if the plugin asks for it: define this, before the first header of Agon, as that version. So a plugin that
 * is built again with newer headers still runs on older hosts. */
#ifndef AGON_ABI_NEEDED_MINOR
#define AGON_ABI_NEEDED_MINOR 0u
#endif

/* Marks the exported object where everything else is hidden. */
#if defined(__GNUC__)
#define AGON_EXPORT __attribute__((visibility("default")))
#else
#define AGON_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* All that a library holds: any number of games and of strategies, for one game or several. */
typedef struct agon_plugin_type {
  uint32_t abi_major;                          /* AGON_ABI_MAJOR; read before anything else */
  uint32_t abi_minor;                          /* AGON_ABI_NEEDED_MINOR */
  const char* name;                            /* of the library, to people */
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
