/* Two strategies with the protocol "*", in C99: "refuser" plays no game, "passer" plays Kuhn poker alone. */
#include <agon/plugin.h>
#include <kuhn/kuhn.h>
#include <stdio.h>
#include <string.h>

static int nothing; /* they remember nothing, so all instances are one */

static agon_status refuse(const agon_session* session, void** self, agon_error* error) {
  (void)self;
  snprintf(error->text, sizeof error->text, "%s has no model", session->game);
  return AGON_UNSUPPORTED;
}

static agon_status create(const agon_session* session, void** self, agon_error* error) {
  if (strcmp(session->protocol, KUHN_PROTOCOL) != 0) {
    snprintf(error->text, sizeof error->text, "it plays %s, and not %s", KUHN_PROTOCOL, session->protocol);
    return AGON_UNSUPPORTED;
  }
  *self = &nothing;
  return AGON_OK;
}

static void destroy(void* self) {
  (void)self;
}

static agon_status turn(void* self, agon_bytes observation, agon_buffer* action, agon_error* error) {
  const kuhn_action pass = {KUHN_PASS};
  (void)self;
  if (observation.size < sizeof(kuhn_observation) || action->capacity < sizeof pass) {
    snprintf(error->text, sizeof error->text, "the host's structs are shorter than the protocol's");
    return AGON_FAILED;
  }
  memcpy(action->data, &pass, sizeof pass);
  action->size = sizeof pass;
  return AGON_OK;
}

static const void* extension(const char* id) {
  (void)id;
  return NULL;
}

static const agon_strategy_type refuser = {"refuser", "1.0.0", AGON_ANY_PROTOCOL, "plays no game", 0, 0, NULL, refuse,
                                           destroy,   turn,    extension};
static const agon_strategy_type passer = {"passer", "1.0.0", AGON_ANY_PROTOCOL, "always passes", 0, 0, NULL, create,
                                          destroy,  turn,    extension};
static const agon_strategy_type* const strategies[] = {&refuser, &passer};

const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "anyone", "1.0.0", 0, 2, NULL, strategies};
