/* The parts that plugins in C have in common which are made for tests: functions that do nothing, and tables in which a
 * plugin sets what is special about it. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <agon/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Woverride-init"
#pragma GCC diagnostic ignored "-Wunused-parameter"

static inline agon_status fail(agon_status status, agon_error* error, const char* sentence) {
  snprintf(error->text, sizeof error->text, "%s", sentence);
  return status;
}

static inline agon_status write_bytes(agon_buffer* buffer, const void* data, size_t size) {
  memcpy(buffer->data, data, size);
  buffer->size = size;
  return AGON_OK;
}

static inline agon_status write_text(agon_buffer* buffer, const char* text, agon_error* error) {
  const size_t size = strlen(text);
  if (size > buffer->capacity) return fail(AGON_FAILED, error, "a text does not fit");
  return write_bytes(buffer, text, size);
}

/* The upper bits of a linear congruential generator (Knuth's MMIX constants): 0 .. bound - 1. */
static inline int32_t draw(uint64_t* random, int32_t bound) {
  *random = *random * 6364136223846793005u + 1442695040888963407u;
  return (int32_t)((*random >> 33) % (uint64_t)bound);
}

/* Creates the file that AGON_TEST_TRACE names, if it can. */
static inline void leave_trace(void) {
  const char* const path = getenv("AGON_TEST_TRACE");
  FILE* const file = path == NULL ? NULL : fopen(path, "w");
  if (file != NULL) fclose(file);
}

static char nothing; /* what a state or an instance without a memory points to */

static inline agon_status create_nothing(const agon_session* session, void** self, agon_error* error) {
  *self = &nothing;
  return AGON_OK;
}

static inline agon_status create_fails(const agon_session* session, void** self, agon_error* error) {
  return fail(AGON_FAILED, error, "this fixture can't be made");
}

static inline void destroy_nothing(void* self) {}

static inline agon_status turn_fails(void* self, agon_bytes observation, agon_buffer* action, agon_error* error) {
  return fail(AGON_FAILED, error, "this fixture can't play");
}

static inline const void* no_extension(const char* id) {
  return NULL;
}

static inline agon_status start_nothing(const agon_setup* setup, void** state, agon_error* error) {
  *state = &nothing;
  return AGON_OK;
}

static inline agon_status no_parameter(const void* state, uint32_t index, agon_buffer* text, agon_error* error) {
  return AGON_ABSENT;
}

static inline int32_t always_over(const void* state) {
  return AGON_OVER;
}

static inline agon_status observe_nothing(const void* state, int32_t seat, agon_buffer* seen, agon_error* error) {
  seen->size = 0;
  return AGON_OK;
}

static inline agon_status act_nothing(void* state, int32_t seat, agon_bytes action, agon_buffer* reply,
                                      agon_error* error) {
  return AGON_OK;
}

static inline void forfeit_nothing(void* state, int32_t seat, int32_t outcome, const char* reason) {}

static inline double first_wins(const void* state, int32_t seat) {
  return seat == 0 ? 1 : 0;
}

/* A game without parameters and limits, which is over before it begins, but for the fields that follow `named`. */
#define GAME(named, ...)                                                                                            \
  {                                                                                                                 \
    .id = named, .version = "1.0.0", .protocol = named "/1", .title = named, .summary = "a fixture", .rules = "",   \
    .min_seats = 1, .max_seats = 2, .contest = AGON_CONTEST_SUM, .observation_capacity = 16, .action_capacity = 16, \
    .create = start_nothing, .destroy = destroy_nothing, .parameter = no_parameter, .to_move = always_over,         \
    .observe = observe_nothing, .act = act_nothing, .forfeit = forfeit_nothing, .score = first_wins,                \
    .extension = no_extension, __VA_ARGS__                                                                          \
  }

/* A strategy without options, which fails in its first turn, but for the fields that follow `named`. */
#define STRATEGY(named, ...)                                                                                       \
  {                                                                                                                \
    .id = named, .version = "1.0.0", .summary = "a fixture", .create = create_nothing, .destroy = destroy_nothing, \
    .turn = turn_fails, .extension = no_extension, __VA_ARGS__                                                     \
  }

/* The plugin of this one game, of these strategies, or of both. */
#define PLUGIN(named, game_count, games, strategy_count, strategies)                           \
  const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, named, "1.0.0", \
                                        game_count,     strategy_count,        games, strategies}
#define GAME_PLUGIN(named, game)                          \
  static const agon_game_type* const games[] = {&(game)}; \
  PLUGIN(named, 1, games, 0, NULL)
#define STRATEGY_PLUGIN(named, ...)                                    \
  static const agon_strategy_type* const strategies[] = {__VA_ARGS__}; \
  PLUGIN(named, 0, NULL, sizeof strategies / sizeof *strategies, strategies)

#endif
