/* The strategy "neighbourly" in C99, with the header that writes its border: neighbourly.c does the same without. Its
 * options must have the values of their declarations, and it logs the host and each move. */
#include <agon/c_strategy.h>
#include <agon/ext/host.h>
#include <stdio.h>
#include <tonga/tonga.h>

typedef struct bot {
  const agon_session* session;
  int own;
} bot;

static agon_status prepare(bot* self, agon_error* error) {
  const agon_session* const session = self->session;
  const agon_host_info* const host = session->host->extension(session->host, AGON_HOST_INFO);
  const double factor = agon_number_option(session, "factor");
  char line[64];
  if (self->own != 0 || agon_option(session, "unknown") != NULL)
    return agon_refuse(error, AGON_FAILED, "what nobody has set is not zero");
  if (!agon_flag_option(session, "play")) return agon_refuse(error, AGON_BAD_SETTING, "play=no: it is to play");
  if (host != NULL) {
    snprintf(line, sizeof line, "in %s %s, ABI %u.%u", host->name, host->version, host->abi_major, host->abi_minor);
    agon_log_line(session, line);
  }
  self->own = (int)((double)agon_integer_option(session, "own") * factor);
  return AGON_OK;
}

static int worth(const bot* self, const tonga_observation* seen, int32_t row, int32_t column) {
  if (row < 0 || column < 0 || row >= seen->size || column >= seen->size) return 0;
  const int8_t stone = seen->cells[row * seen->size + column];
  if (stone == TONGA_EMPTY) return 0;
  return stone == (seen->seat == 0 ? TONGA_BLACK : TONGA_WHITE) ? self->own : 1;
}

static agon_status decide(bot* self, const tonga_observation* seen, tonga_action* action, agon_error* error) {
  char line[64];
  int most = -1;
  for (int32_t row = 0; row < seen->size; ++row) {
    for (int32_t column = 0; column < seen->size; ++column) {
      if (seen->cells[row * seen->size + column] != TONGA_EMPTY) continue;
      const int value = worth(self, seen, row - 1, column) + worth(self, seen, row + 1, column) +
                        worth(self, seen, row, column - 1) + worth(self, seen, row, column + 1);
      if (value <= most) continue;
      most = value;
      action->row = row;
      action->column = column;
    }
  }
  if (most < 0) return agon_refuse(error, AGON_FAILED, "the board is full");
  snprintf(line, sizeof line, "%d beside", most);
  agon_log_line(self->session, line);
  return AGON_OK;
}

static const agon_setting_type options[] = {
    {"own", "what a stone of its own counts, in halves", AGON_INTEGER, 0, "8", 1, 18, 1, NULL},
    {"factor", "what own is multiplied by", AGON_NUMBER, 0, "0.5", 0, 1, 0, NULL},
    {"play", "whether it plays", AGON_FLAG, 0, "yes", 0, 0, 0, NULL}};

AGON_C_STRATEGY_WITH(bot, prepare, decide, tonga_observation, tonga_action, TONGA_PROTOCOL, "neighbourly", "1.0.0",
                     "where most stones are", options, 3)
