/* Two strategies with the protocol "*", in C99: "refuser" plays no game, "passer" plays Kuhn poker alone. */
#include "tests/support/fixture.h"

#include <kuhn/kuhn.h>

static agon_status refuse(const agon_session* session, void** self, agon_error* error) {
  snprintf(error->text, sizeof error->text, "%s has no model", session->game);
  return AGON_UNSUPPORTED;
}

static agon_status create(const agon_session* session, void** self, agon_error* error) {
  if (strcmp(session->protocol, KUHN_PROTOCOL) == 0) return create_nothing(session, self, error);
  snprintf(error->text, sizeof error->text, "it plays %s, and not %s", KUHN_PROTOCOL, session->protocol);
  return AGON_UNSUPPORTED;
}

static agon_status turn(void* self, agon_bytes observation, agon_buffer* action, agon_error* error) {
  const kuhn_action pass = {KUHN_PASS};
  if (observation.size < sizeof(kuhn_observation) || action->capacity < sizeof pass)
    return fail(AGON_FAILED, error, "the host's structs are shorter than the protocol's");
  return write_bytes(action, &pass, sizeof pass);
}

static const agon_strategy_type refuser =
    STRATEGY("refuser", .protocol = AGON_ANY_PROTOCOL, .summary = "plays no game", .create = refuse, .turn = turn);
static const agon_strategy_type passer =
    STRATEGY("passer", .protocol = AGON_ANY_PROTOCOL, .summary = "always passes", .create = create, .turn = turn);
STRATEGY_PLUGIN("anyone", &refuser, &passer);
