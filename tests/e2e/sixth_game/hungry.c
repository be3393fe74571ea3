/* A strategy for crow in C99, with nothing but the C library: takes most of the largest heap. Its option says how much
 * it leaves. */
#include "crow.h"

#include <agon/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct hungry {
  int32_t leave;
} hungry;

static agon_status create(const agon_session* session, void** self, agon_error* error) {
  hungry* const player = malloc(sizeof *player);
  if (player == NULL) {
    snprintf(error->text, sizeof error->text, "out of memory");
    return AGON_FAILED;
  }
  player->leave = (int32_t)strtol(session->options[0].value, NULL, 10);
  *self = player;
  return AGON_OK;
}

static agon_status turn(void* self, agon_bytes observation, agon_buffer* action, agon_error* error) {
  const hungry* const player = self;
  const crow_observation* const seen = observation.data;
  crow_action take = {0, 0};
  if (observation.size < sizeof *seen) {
    snprintf(error->text, sizeof error->text, "an observation that is too short");
    return AGON_FAILED;
  }
  for (int32_t heap = 1; heap < seen->heaps; ++heap) {
    if (seen->stones[heap] > seen->stones[take.heap]) take.heap = heap;
  }
  take.stones = seen->stones[take.heap] - player->leave;
  if (take.stones < 1) take.stones = 1;
  memcpy(action->data, &take, sizeof take);
  action->size = sizeof take;
  return AGON_OK;
}

static const void* extension(const char* id) {
  (void)id;
  return NULL;
}

static const agon_setting_type options[] = {
    {"leave", "stones that stay on the heap", AGON_INTEGER, 0, "0", 0, 9, 1, NULL}};

static const agon_strategy_type strategy = {
    "hungry", "0.1.0", CROW_PROTOCOL, "takes most of the largest heap", 1, 0, options, create, free, turn, extension};
static const agon_strategy_type* const strategies[] = {&strategy};

const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "hungry", "0.1.0", 0, 1, NULL, strategies};
