/* The layout of today's headers: 1.0's, which stays, and what has come since. See 1.0/layout.h. */
#include "1.0/layout.h"

#include <agon/ext/analysis.h>
#include <agon/ext/candidates.h>
#include <agon/ext/exchange.h>
#include <agon/ext/gtp.h>
#include <agon/ext/points.h>
#include <agon/ext/steps.h>
#include <agon/ext/uci.h>

/* agon/plugin.h: the version, which alone may change. */
VALUE(AGON_ABI_MAJOR, 1u)
VALUE(AGON_ABI_MINOR, 0u)
VALUE(AGON_ABI_NEEDED_MINOR, 0u)

/* agon/ext/scene.h */
VALUE(AGON_MARK_STONE, 8)
VALUE(AGON_MARK_BALL, 16)
VALUE(AGON_MARK_JOINS_UP, 32)
VALUE(AGON_MARK_JOINS_RIGHT, 64)
VALUE(AGON_MARK_JOINS_DOWN, 128)
VALUE(AGON_MARK_JOINS_LEFT, 256)

/* agon/ext/steps.h */
TEXT(AGON_STEPS, "agon.steps/1")
STRUCT(agon_choice, 56, 8)
MEMBER(agon_choice, text, 0, const char*)
MEMBER(agon_choice, label, 8, const char*)
MEMBER(agon_choice, refusal, 16, const char*)
MEMBER(agon_choice, whole, 24, int32_t)
MEMBER(agon_choice, row, 28, int32_t)
MEMBER(agon_choice, column, 32, int32_t)
MEMBER(agon_choice, cell_count, 40, uint64_t)
MEMBER(agon_choice, cells, 48, const int32_t*)

STRUCT(agon_choice_list, 16, 8)
MEMBER(agon_choice_list, host, 0, const agon_host*)
MEMBER(agon_choice_list, add, 8, void (*)(const agon_host*, const agon_choice*))

STRUCT(agon_steps, 16, 8)
MEMBER(agon_steps, parameters, 0, const char*)
MEMBER(agon_steps, choices, 8,
       agon_status (*)(const void*, agon_bytes, int32_t, int32_t, const agon_choice_list*, agon_error*))

/* agon/ext/uci.h */
TEXT(AGON_UCI, "agon.uci/1")
STRUCT(agon_uci, 32, 8)
MEMBER(agon_uci, text_capacity, 0, uint64_t)
MEMBER(agon_uci, settings, 8, agon_status (*)(const void*, agon_buffer*, agon_error*))
MEMBER(agon_uci, position, 16, agon_status (*)(const void*, agon_buffer*, agon_error*))
MEMBER(agon_uci, move, 24, agon_status (*)(const void*, agon_bytes, agon_buffer*, agon_error*))

/* agon/ext/gtp.h */
TEXT(AGON_GTP, "agon.gtp/1")
STRUCT(agon_gtp, 32, 8)
MEMBER(agon_gtp, text_capacity, 0, uint64_t)
MEMBER(agon_gtp, settings, 8, agon_status (*)(const void*, agon_buffer*, agon_error*))
MEMBER(agon_gtp, position, 16, agon_status (*)(const void*, agon_buffer*, agon_error*))
MEMBER(agon_gtp, move, 24, agon_status (*)(const void*, agon_bytes, agon_buffer*, agon_error*))

/* agon/ext/analysis.h */
TEXT(AGON_ANALYSIS, "agon.analysis/1")
VALUE(AGON_VALUE_SCORE, 0)
VALUE(AGON_VALUE_CONTEST, 1)
VALUE(AGON_VALUE_PAWNS, 2)
VALUE(AGON_VALUE_MATE, 3)

STRUCT(agon_evaluation, 40, 8)
MEMBER(agon_evaluation, value, 0, double)
MEMBER(agon_evaluation, unit, 8, int32_t)
MEMBER(agon_evaluation, depth, 12, int32_t)
MEMBER(agon_evaluation, nodes, 16, int64_t)
MEMBER(agon_evaluation, line, 24, agon_bytes)

STRUCT(agon_analysis, 8, 8)
MEMBER(agon_analysis, report, 0, void (*)(const agon_host*, const agon_evaluation*))

/* agon/ext/candidates.h */
TEXT(AGON_CANDIDATES, "agon.candidates/1")
STRUCT(agon_candidate, 24, 8)
MEMBER(agon_candidate, action, 0, agon_bytes)
MEMBER(agon_candidate, share, 16, double)

STRUCT(agon_candidates, 8, 8)
MEMBER(agon_candidates, report, 0, void (*)(const agon_host*, const agon_candidate*, uint64_t))

/* agon/ext/points.h */
TEXT(AGON_POINTS, "agon.points/1")
STRUCT(agon_points, 8, 8)
MEMBER(agon_points, points, 0, double (*)(const void*, int32_t))

/* agon/ext/exchange.h */
TEXT(AGON_EXCHANGE, "agon.exchange/1")
STRUCT(agon_record_turn, 32, 8)
MEMBER(agon_record_turn, seat, 0, int32_t)
MEMBER(agon_record_turn, outcome, 4, int32_t)
MEMBER(agon_record_turn, text, 8, agon_bytes)
MEMBER(agon_record_turn, evaluation, 24, const agon_evaluation*)

STRUCT(agon_record, 48, 8)
MEMBER(agon_record, seed, 0, uint64_t)
MEMBER(agon_record, players, 8, const char* const*)
MEMBER(agon_record, scores, 16, const double*)
MEMBER(agon_record, opening_count, 24, uint64_t)
MEMBER(agon_record, turn_count, 32, uint64_t)
MEMBER(agon_record, turns, 40, const agon_record_turn*)

STRUCT(agon_opening, 40, 8)
MEMBER(agon_opening, line, 0, uint64_t)
MEMBER(agon_opening, setting_count, 8, uint64_t)
MEMBER(agon_opening, action_count, 16, uint64_t)
MEMBER(agon_opening, settings, 24, const agon_setting*)
MEMBER(agon_opening, actions, 32, const agon_bytes*)

STRUCT(agon_text_list, 16, 8)
MEMBER(agon_text_list, host, 0, const agon_host*)
MEMBER(agon_text_list, add, 8, void (*)(const agon_host*, agon_bytes))

STRUCT(agon_opening_list, 16, 8)
MEMBER(agon_opening_list, host, 0, const agon_host*)
MEMBER(agon_opening_list, add, 8, void (*)(const agon_host*, const agon_opening*))

STRUCT(agon_exchange, 24, 8)
MEMBER(agon_exchange, endings, 0, const char*)
MEMBER(agon_exchange, write, 8, agon_status (*)(const void*, const agon_record*, const agon_text_list*, agon_error*))
MEMBER(agon_exchange, read, 16, agon_status (*)(agon_bytes, const char*, const agon_opening_list*, agon_error*))
