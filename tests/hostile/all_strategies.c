/* The plugin that attacks in its functions: all strategies of plugin.cpp. */
#include <agon/plugin.h>

extern const agon_strategy_type* const hostile_strategies[];

const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR,    AGON_ABI_NEEDED_MINOR, "hostile", "1.0.0", 0, 5, 0,
                                      hostile_strategies};
