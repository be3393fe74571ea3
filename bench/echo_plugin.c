/* A strategy that answers what it sees and does nothing else, so that what is measured is the way to it and back. */
#include <agon/plugin.h>

#include <string.h>

static agon_status create_nothing(const agon_session* session, void** self, agon_error* error) {
  static char nothing;
  (void)session;
  (void)error;
  *self = &nothing;
  return AGON_OK;
}

static void destroy_nothing(void* self) {
  (void)self;
}

static agon_status echo(void* self, agon_bytes observation, agon_buffer* action, agon_error* error) {
  (void)self;
  (void)error;
  memcpy(action->data, observation.data, observation.size);
  action->size = observation.size;
  return AGON_OK;
}

static const void* no_extension(const char* id) {
  (void)id;
  return NULL;
}

static const agon_strategy_type strategy = {
    "echo", "1.0.0", "echo/1", "answers what it sees", 0, 0, NULL, create_nothing, destroy_nothing, echo, no_extension};
static const agon_strategy_type* const strategies[] = {&strategy};

const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "echo", "1.0.0", 0, 1, NULL, strategies};
