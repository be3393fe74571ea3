/* Two strategies in one library in C99, one for each game of beach.h, with all that ABI 1.0 has for strategies: an
 * option of each kind, the log, the session's time, and actions inside a turn. */
#include "beach.h"

#include <agon/ext/log.h>
#include <agon/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAVE, SHARE, CAREFUL, PICK, MOTTO, OPTIONS };

typedef struct gatherer {
  const agon_session* session;
  const agon_log* log;
  int32_t leave;
  double share;
  int32_t careful;
  int32_t last; /* of the largest heaps the last one, not the first */
  const char* motto;
} gatherer;

static agon_status fail(agon_error* error, const char* sentence) {
  snprintf(error->text, sizeof error->text, "%s", sentence);
  return AGON_FAILED;
}

static void note(const gatherer* self, const char* line) {
  const agon_bytes text = {line, strlen(line)};
  if (self->log != NULL) self->log->write(self->session->host, text);
}

static agon_status create(const agon_session* session, void** made, agon_error* error) {
  const agon_setting* const options = session->options;
  gatherer* self = NULL;
  if (session->option_count != OPTIONS || strcmp(options[MOTTO].name, "motto") != 0)
    return fail(error, "the host handed in other options than were declared");
  if (session->reserved != 0 || session->seat < 0 || session->seat >= session->seats)
    return fail(error, "the session's fields are not where they were");
  if (session->limits.cpu_ns > 0 && session->time_left_ns(session) > session->limits.cpu_ns)
    return fail(error, "more time is left than there was");
  if (session->limits.threads < 1) return fail(error, "there is no thread to play in");
  if (session->time_left_ns(session) <= 0 || session->turn_left_ns(session) <= 0 || session->should_stop(session))
    return fail(error, "there is no time to begin with");
  if (session->host->extension(session->host, "agon.nothing/1") != NULL) return fail(error, "there is an extension of any name");
  if (strcmp(options[MOTTO].value, "none") == 0) {
    snprintf(error->text, sizeof error->text, "motto=none: it takes a better one");
    return AGON_BAD_SETTING;
  }
  self = malloc(sizeof *self);
  if (self == NULL) return fail(error, "out of memory");
  self->session = session;
  self->log = session->host->extension(session->host, AGON_LOG);
  self->leave = (int32_t)strtol(options[LEAVE].value, NULL, 10);
  self->share = strtod(options[SHARE].value, NULL);
  self->careful = strcmp(options[CAREFUL].value, "yes") == 0;
  self->last = strcmp(options[PICK].value, "last") == 0;
  self->motto = options[MOTTO].value;
  note(self, self->motto);
  *made = self;
  return AGON_OK;
}

static beach_action choose(const gatherer* self, const beach_observation* seen) {
  beach_action take = {0, 0};
  for (int32_t heap = 1; heap < seen->heaps; ++heap) {
    if (seen->stones[heap] > seen->stones[take.heap] || (self->last && seen->stones[heap] == seen->stones[take.heap]))
      take.heap = heap;
  }
  take.stones = (int32_t)(seen->stones[take.heap] * self->share) - self->leave;
  if (take.stones < 1) take.stones = 1;
  if (strcmp(self->motto, "cheat") == 0) take.stones = 99;
  return take;
}

static agon_status turn(void* it, agon_bytes observation, agon_buffer* action, agon_error* error) {
  const gatherer* const self = it;
  const agon_session* const session = self->session;
  beach_observation seen;
  beach_action take;
  if (observation.size < sizeof seen) return fail(error, "a shorter observation");
  if (action->capacity < sizeof take) return fail(error, "no room for an action");
  memcpy(&seen, observation.data, sizeof seen);
  if (seen.seat != session->seat) return fail(error, "it is another seat's turn");
  if (strcmp(self->motto, "give up") == 0) return fail(error, "it gives up, as its motto says");
  take = choose(self, &seen);
  while (self->careful && take.stones == 1 && !session->should_stop(session)) { /* it will be its turn again */
    beach_reply reply = {-2};
    agon_buffer room = {&reply, sizeof reply, 0};
    const agon_bytes bytes = {&take, sizeof take};
    const agon_status status = session->act(session, bytes, &room, error);
    if (status == AGON_TURN_OVER || status == AGON_ILLEGAL) return AGON_OK;
    if (status != AGON_OK) return status;
    if (room.size != sizeof reply || reply.heap < -1) return fail(error, "no reply came");
    note(self, reply.heap < 0 ? "no gull" : "a gull");
    --seen.stones[take.heap];
    if (reply.heap >= 0) --seen.stones[reply.heap];
    take = choose(self, &seen);
  }
  memcpy(action->data, &take, sizeof take);
  action->size = sizeof take;
  return AGON_OK;
}

static const void* extension(const char* id) {
  (void)id;
  return NULL;
}

static const agon_setting_type options[OPTIONS] = {
    {"leave", "stones that stay on the heap", AGON_INTEGER, 0, "0", 0, 9, 1, NULL},
    {"share", "of a heap that it takes", AGON_NUMBER, 0, "0.75", 0.1, 1, 0, NULL},
    {"careful", "takes single stones inside a turn", AGON_FLAG, 0, "yes", 0, 0, 0, NULL},
    {"pick", "which of the largest heaps", AGON_CHOICE, 0, "first", 0, 0, 0, "first|last"},
    {"motto", "what it logs first; 'cheat', 'give up': and does", AGON_TEXT, 0, "", 0, 0, 0, NULL}};

static const agon_strategy_type for_pebbles = {"gatherer", "1.0.0", PEBBLES_PROTOCOL, "takes most of the largest heap",
                                               OPTIONS,    0,       options,          create,
                                               free,       turn,    extension};
static const agon_strategy_type for_shells = {"gatherer", "1.0.0", SHELLS_PROTOCOL, "takes most of the largest heap",
                                              OPTIONS,    0,       options,         create,
                                              free,       turn,    extension};
static const agon_strategy_type* const strategies[] = {&for_pebbles, &for_shells};

const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "gatherer", "1.0.0", 0, 2, NULL, strategies};
