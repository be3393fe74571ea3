/* What every binary built for ABI 1.0 relies on: each struct's size and alignment, each member's offset and type, each
 * constant's value, in the order of the headers. A host's headers of any 1.x hold all of it. tests/support/layout.c gives
 * the words their meaning:
 *
 *   STRUCT(name, size, alignment)            bytes, on a processor with 64-bit pointers
 *   MEMBER(struct, name, offset, type)       bytes from the struct's beginning
 *   VALUE(name, value)                       a constant
 *   TEXT(name, "text")                       an id
 *   TYPE(name, type)                         another name of a type
 *   OBJECT(name, type)                       what a plugin exports
 */

#include <agon/c_strategy.h>
#include <agon/ext/game.h>
#include <agon/ext/host.h>
#include <agon/ext/layout.h>
#include <agon/ext/log.h>
#include <agon/ext/model.h>
#include <agon/ext/notation.h>
#include <agon/ext/scene.h>
#include <agon/ext/single_instance.h>
#include <agon/ext/usage.h>
#include <agon/plugin.h>

/* agon/types.h */
TYPE(agon_status, int32_t)
VALUE(AGON_OK, 0)
VALUE(AGON_ILLEGAL, 1)
VALUE(AGON_BAD_SETTING, 2)
VALUE(AGON_UNSUPPORTED, 3)
VALUE(AGON_FAILED, 4)
VALUE(AGON_TURN_OVER, 5)
VALUE(AGON_ABSENT, 6)
VALUE(AGON_ERROR_CAPACITY, 512)

STRUCT(agon_error, 512, 1)
MEMBER(agon_error, text, 0, char[512])

STRUCT(agon_bytes, 16, 8)
MEMBER(agon_bytes, data, 0, const void*)
MEMBER(agon_bytes, size, 8, uint64_t)

STRUCT(agon_buffer, 24, 8)
MEMBER(agon_buffer, data, 0, void*)
MEMBER(agon_buffer, capacity, 8, uint64_t)
MEMBER(agon_buffer, size, 16, uint64_t)

VALUE(AGON_INTEGER, 1)
VALUE(AGON_NUMBER, 2)
VALUE(AGON_FLAG, 3)
VALUE(AGON_CHOICE, 4)
VALUE(AGON_TEXT, 5)

STRUCT(agon_setting_type, 64, 8)
MEMBER(agon_setting_type, name, 0, const char*)
MEMBER(agon_setting_type, summary, 8, const char*)
MEMBER(agon_setting_type, kind, 16, int32_t)
MEMBER(agon_setting_type, reserved, 20, int32_t)
MEMBER(agon_setting_type, fallback, 24, const char*)
MEMBER(agon_setting_type, minimum, 32, double)
MEMBER(agon_setting_type, maximum, 40, double)
MEMBER(agon_setting_type, step, 48, double)
MEMBER(agon_setting_type, choices, 56, const char*)

STRUCT(agon_setting, 16, 8)
MEMBER(agon_setting, name, 0, const char*)
MEMBER(agon_setting, value, 8, const char*)

STRUCT(agon_limits, 80, 8)
MEMBER(agon_limits, cpu_ns, 0, int64_t)
MEMBER(agon_limits, turn_cpu_ns, 8, int64_t)
MEMBER(agon_limits, increment_ns, 16, int64_t)
MEMBER(agon_limits, wall_ns, 24, int64_t)
MEMBER(agon_limits, memory_bytes, 32, int64_t)
MEMBER(agon_limits, threads, 40, uint32_t)
MEMBER(agon_limits, reserved, 44, uint32_t)
MEMBER(agon_limits, reserved_words, 48, uint64_t[4])

STRUCT(agon_host, 16, 8)
MEMBER(agon_host, data, 0, void*)
MEMBER(agon_host, extension, 8, const void* (*)(const agon_host*, const char*))

/* agon/game.h */
VALUE(AGON_OVER, -1)
VALUE(AGON_ALL_SEATS, -1)
VALUE(AGON_SPECTATOR, -2)

STRUCT(agon_setup, 32, 8)
MEMBER(agon_setup, seed, 0, uint64_t)
MEMBER(agon_setup, seats, 8, int32_t)
MEMBER(agon_setup, setting_count, 12, uint32_t)
MEMBER(agon_setup, settings, 16, const agon_setting*)
MEMBER(agon_setup, host, 24, const agon_host*)

VALUE(AGON_OUTCOME_OK, 0)
VALUE(AGON_OUTCOME_ILLEGAL, 1)
VALUE(AGON_OUTCOME_ERROR, 2)
VALUE(AGON_OUTCOME_CRASH, 3)
VALUE(AGON_OUTCOME_TIME, 4)
VALUE(AGON_OUTCOME_STALL, 5)
VALUE(AGON_OUTCOME_MEMORY, 6)
VALUE(AGON_OUTCOME_FORBIDDEN, 7)
VALUE(AGON_OUTCOME_EXIT, 8)
VALUE(AGON_OUTCOME_LOAD, 9)

VALUE(AGON_CONTEST_MEAN, 1)
VALUE(AGON_CONTEST_SUM, 2)
VALUE(AGON_CONTEST_SIGNED_ROOT_SUM, 3)
VALUE(AGON_CONTEST_RELATIVE_SUM, 4)
VALUE(AGON_CONTEST_RELATIVE_COST_SUM, 5)

STRUCT(agon_game_type, 264, 8)
MEMBER(agon_game_type, id, 0, const char*)
MEMBER(agon_game_type, version, 8, const char*)
MEMBER(agon_game_type, protocol, 16, const char*)
MEMBER(agon_game_type, title, 24, const char*)
MEMBER(agon_game_type, summary, 32, const char*)
MEMBER(agon_game_type, rules, 40, const char*)
MEMBER(agon_game_type, opponent, 48, const char*)
MEMBER(agon_game_type, min_seats, 56, uint32_t)
MEMBER(agon_game_type, max_seats, 60, uint32_t)
MEMBER(agon_game_type, seat_names, 64, const char* const*)
MEMBER(agon_game_type, limits, 72, agon_limits)
MEMBER(agon_game_type, contest, 152, int32_t)
MEMBER(agon_game_type, parameter_count, 156, uint32_t)
MEMBER(agon_game_type, parameters, 160, const agon_setting_type*)
MEMBER(agon_game_type, observation_capacity, 168, uint64_t)
MEMBER(agon_game_type, action_capacity, 176, uint64_t)
MEMBER(agon_game_type, reply_capacity, 184, uint64_t)
MEMBER(agon_game_type, create, 192, agon_status (*)(const agon_setup*, void**, agon_error*))
MEMBER(agon_game_type, destroy, 200, void (*)(void*))
MEMBER(agon_game_type, parameter, 208, agon_status (*)(const void*, uint32_t, agon_buffer*, agon_error*))
MEMBER(agon_game_type, to_move, 216, int32_t (*)(const void*))
MEMBER(agon_game_type, observe, 224, agon_status (*)(const void*, int32_t, agon_buffer*, agon_error*))
MEMBER(agon_game_type, act, 232, agon_status (*)(void*, int32_t, agon_bytes, agon_buffer*, agon_error*))
MEMBER(agon_game_type, forfeit, 240, void (*)(void*, int32_t, int32_t, const char*))
MEMBER(agon_game_type, score, 248, double (*)(const void*, int32_t))
MEMBER(agon_game_type, extension, 256, const void* (*)(const char*))

/* agon/strategy.h */
TEXT(AGON_ANY_PROTOCOL, "*")

STRUCT(agon_session, 168, 8)
MEMBER(agon_session, host, 0, const agon_host*)
MEMBER(agon_session, game, 8, const char*)
MEMBER(agon_session, protocol, 16, const char*)
MEMBER(agon_session, seat, 24, int32_t)
MEMBER(agon_session, seats, 28, int32_t)
MEMBER(agon_session, seed, 32, uint64_t)
MEMBER(agon_session, limits, 40, agon_limits)
MEMBER(agon_session, option_count, 120, uint32_t)
MEMBER(agon_session, reserved, 124, uint32_t)
MEMBER(agon_session, options, 128, const agon_setting*)
MEMBER(agon_session, act, 136, agon_status (*)(const agon_session*, agon_bytes, agon_buffer*, agon_error*))
MEMBER(agon_session, time_left_ns, 144, int64_t (*)(const agon_session*))
MEMBER(agon_session, turn_left_ns, 152, int64_t (*)(const agon_session*))
MEMBER(agon_session, should_stop, 160, int32_t (*)(const agon_session*))

VALUE(AGON_NEEDS_GAME, 1)

STRUCT(agon_strategy_type, 80, 8)
MEMBER(agon_strategy_type, id, 0, const char*)
MEMBER(agon_strategy_type, version, 8, const char*)
MEMBER(agon_strategy_type, protocol, 16, const char*)
MEMBER(agon_strategy_type, summary, 24, const char*)
MEMBER(agon_strategy_type, option_count, 32, uint32_t)
MEMBER(agon_strategy_type, needs, 36, uint32_t)
MEMBER(agon_strategy_type, options, 40, const agon_setting_type*)
MEMBER(agon_strategy_type, create, 48, agon_status (*)(const agon_session*, void**, agon_error*))
MEMBER(agon_strategy_type, destroy, 56, void (*)(void*))
MEMBER(agon_strategy_type, turn, 64, agon_status (*)(void*, agon_bytes, agon_buffer*, agon_error*))
MEMBER(agon_strategy_type, extension, 72, const void* (*)(const char*))

/* agon/plugin.h */
STRUCT(agon_plugin_type, 48, 8)
MEMBER(agon_plugin_type, abi_major, 0, uint32_t)
MEMBER(agon_plugin_type, abi_minor, 4, uint32_t)
MEMBER(agon_plugin_type, name, 8, const char*)
MEMBER(agon_plugin_type, version, 16, const char*)
MEMBER(agon_plugin_type, game_count, 24, uint32_t)
MEMBER(agon_plugin_type, strategy_count, 28, uint32_t)
MEMBER(agon_plugin_type, games, 32, const agon_game_type* const*)
MEMBER(agon_plugin_type, strategies, 40, const agon_strategy_type* const*)
OBJECT(agon_plugin, const agon_plugin_type)

/* agon/c_strategy.h: what a file that includes it may define otherwise. */
VALUE(AGON_C_NEEDS, 0)

/* agon/ext/game.h */
TEXT(AGON_GAME_LIBRARY, "agon.game/1")
STRUCT(agon_game_library, 8, 8)
MEMBER(agon_game_library, game, 0, const agon_game_type*)

/* agon/ext/host.h */
TEXT(AGON_HOST_INFO, "agon.host/1")
STRUCT(agon_host_info, 24, 8)
MEMBER(agon_host_info, name, 0, const char*)
MEMBER(agon_host_info, version, 8, const char*)
MEMBER(agon_host_info, abi_major, 16, uint32_t)
MEMBER(agon_host_info, abi_minor, 20, uint32_t)

/* agon/ext/layout.h */
TEXT(AGON_LAYOUT, "agon.layout/1")
VALUE(AGON_FIELD_INT8, 1)
VALUE(AGON_FIELD_INT16, 2)
VALUE(AGON_FIELD_INT32, 3)
VALUE(AGON_FIELD_INT64, 4)
VALUE(AGON_FIELD_UINT8, 5)
VALUE(AGON_FIELD_UINT16, 6)
VALUE(AGON_FIELD_UINT32, 7)
VALUE(AGON_FIELD_UINT64, 8)
VALUE(AGON_FIELD_FLOAT, 9)
VALUE(AGON_FIELD_DOUBLE, 10)
VALUE(AGON_FIELD_TEXT, 11)
VALUE(AGON_FIELD_STRUCT, 12)
VALUE(AGON_FIELD_DIMENSIONS, 4)

STRUCT(agon_dimension, 32, 8)
MEMBER(agon_dimension, name, 0, const char*)
MEMBER(agon_dimension, count_field, 8, const char*)
MEMBER(agon_dimension, count, 16, uint64_t)
MEMBER(agon_dimension, stride, 24, uint64_t)

STRUCT(agon_field, 200, 8)
MEMBER(agon_field, name, 0, const char*)
MEMBER(agon_field, summary, 8, const char*)
MEMBER(agon_field, kind, 16, int32_t)
MEMBER(agon_field, reserved, 20, uint32_t)
MEMBER(agon_field, type, 24, const struct agon_struct*)
MEMBER(agon_field, offset, 32, uint64_t)
MEMBER(agon_field, offset_field, 40, const char*)
MEMBER(agon_field, capacity, 48, uint64_t)
MEMBER(agon_field, dimensions, 56, agon_dimension[AGON_FIELD_DIMENSIONS])
MEMBER(agon_field, minimum, 184, double)
MEMBER(agon_field, maximum, 192, double)

STRUCT(agon_struct, 40, 8)
MEMBER(agon_struct, name, 0, const char*)
MEMBER(agon_struct, summary, 8, const char*)
MEMBER(agon_struct, size, 16, uint64_t)
MEMBER(agon_struct, field_count, 24, uint32_t)
MEMBER(agon_struct, reserved, 28, uint32_t)
MEMBER(agon_struct, fields, 32, const agon_field*)

STRUCT(agon_layout, 24, 8)
MEMBER(agon_layout, observation, 0, const agon_struct*)
MEMBER(agon_layout, action, 8, const agon_struct*)
MEMBER(agon_layout, reply, 16, const agon_struct*)

/* agon/ext/log.h */
TEXT(AGON_LOG, "agon.log/1")
STRUCT(agon_log, 8, 8)
MEMBER(agon_log, write, 0, void (*)(const agon_host*, agon_bytes))

/* agon/ext/model.h */
TEXT(AGON_MODEL, "agon.model/1")
VALUE(AGON_MODEL_CHANCE, 1)
VALUE(AGON_MODEL_HIDDEN, 2)
VALUE(AGON_MODEL_MANY, 4)
VALUE(AGON_MODEL_CONSTANT_SUM, 8)

STRUCT(agon_model, 112, 8)
MEMBER(agon_model, properties, 0, uint32_t)
MEMBER(agon_model, reserved, 4, uint32_t)
MEMBER(agon_model, action_size, 8, uint64_t)
MEMBER(agon_model, determinise, 16, agon_status (*)(const agon_host*, int32_t, int32_t, agon_bytes, uint64_t, void**, agon_error*))
MEMBER(agon_model, resample, 24, agon_status (*)(void*, int32_t, uint64_t, agon_error*))
MEMBER(agon_model, copy, 32, agon_status (*)(const void*, void**, agon_error*))
MEMBER(agon_model, assign, 40, agon_status (*)(void*, const void*, agon_error*))
MEMBER(agon_model, actions, 48, agon_status (*)(const void*, uint64_t, agon_buffer*, uint64_t*, agon_error*))
MEMBER(agon_model, sample, 56, agon_status (*)(const void*, uint64_t, agon_buffer*, agon_error*))
MEMBER(agon_model, leads_to_chance, 64, int32_t (*)(const void*, agon_bytes))
MEMBER(agon_model, undo, 72, void (*)(void*))
MEMBER(agon_model, key, 80, uint64_t (*)(const void*))
MEMBER(agon_model, score_range, 88, void (*)(const void*, int32_t, double*, double*))
MEMBER(agon_model, preference, 96, double (*)(const void*, int32_t))
MEMBER(agon_model, action_values, 104, agon_status (*)(const void*, agon_buffer*, uint64_t*, agon_error*))

/* agon/ext/notation.h */
TEXT(AGON_NOTATION, "agon.notation/1")
STRUCT(agon_notation, 40, 8)
MEMBER(agon_notation, text_capacity, 0, uint64_t)
MEMBER(agon_notation, position, 8, agon_status (*)(const void*, int32_t, agon_buffer*, agon_error*))
MEMBER(agon_notation, action_to_text, 16, agon_status (*)(const void*, agon_bytes, agon_buffer*, agon_error*))
MEMBER(agon_notation, action_from_text, 24, agon_status (*)(const void*, agon_bytes, agon_buffer*, agon_error*))
MEMBER(agon_notation, revealed, 32, agon_status (*)(const void*, int32_t, agon_buffer*, agon_error*))

/* agon/ext/scene.h */
TEXT(AGON_SCENE, "agon.scene/1")
VALUE(AGON_ROLE_PLAIN, 0)
VALUE(AGON_ROLE_BLOCKED, 1)
VALUE(AGON_ROLE_FAINT, 2)
VALUE(AGON_ROLE_SEAT, 16)
VALUE(AGON_ROLE_CATEGORY, 32)
VALUE(AGON_MARK_LAST, 1)
VALUE(AGON_MARK_LEGAL, 2)
VALUE(AGON_MARK_HIGHLIGHT, 4)

STRUCT(agon_cell, 24, 8)
MEMBER(agon_cell, glyph, 0, const char*)
MEMBER(agon_cell, token, 8, const char*)
MEMBER(agon_cell, role, 16, int32_t)
MEMBER(agon_cell, marks, 20, uint32_t)

STRUCT(agon_canvas, 48, 8)
MEMBER(agon_canvas, host, 0, const agon_host*)
MEMBER(agon_canvas, grid, 8, void (*)(const agon_host*, uint32_t, uint32_t))
MEMBER(agon_canvas, labels, 16, void (*)(const agon_host*, const char* const*, const char* const*))
MEMBER(agon_canvas, cell, 24, void (*)(const agon_host*, uint32_t, uint32_t, const agon_cell*))
MEMBER(agon_canvas, arrow, 32, void (*)(const agon_host*, uint32_t, uint32_t, uint32_t, uint32_t, int32_t))
MEMBER(agon_canvas, text, 40, void (*)(const agon_host*, const char*))

STRUCT(agon_scene, 8, 8)
MEMBER(agon_scene, draw, 0, void (*)(const void*, int32_t, const agon_canvas*))

/* agon/ext/single_instance.h */
TEXT(AGON_SINGLE_INSTANCE, "agon.single_instance/1")

/* agon/ext/usage.h */
TEXT(AGON_USAGE, "agon.usage/1")
STRUCT(agon_usage, 8, 8)
MEMBER(agon_usage, report_usage, 0, void (*)(void*, int32_t, int64_t))
