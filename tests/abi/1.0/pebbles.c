/* The game of beach.h in C99, with all that ABI 1.0 has for games: a parameter of each kind, one drawn and one that may
 * be absent, replies, forfeits, notation, scene and usage. */
#include "beach.h"

#include <agon/ext/notation.h>
#include <agon/ext/scene.h>
#include <agon/ext/usage.h>
#include <agon/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAPS, WEIGHT, GULL, ORDER, NOTE, PARAMETERS };

typedef struct beach {
  uint64_t random;
  int32_t seats;
  int32_t heaps;
  int32_t stones[BEACH_MAX_HEAPS];
  double weight;
  int32_t gull_flies;
  int32_t step; /* from seat to seat: 1 or -1 */
  int32_t has_note;
  char note[64];
  double points[BEACH_MAX_SEATS];
  int32_t out[BEACH_MAX_SEATS];
  int32_t mover; /* AGON_OVER: nobody is left */
  int32_t gull;  /* the heap it took from last, -1: none */
} beach;

static void say(agon_error* error, const char* sentence) {
  snprintf(error->text, sizeof error->text, "%s", sentence);
}

static agon_status write_text(agon_buffer* buffer, const char* text, agon_error* error) {
  const uint64_t size = strlen(text);
  if (size > buffer->capacity) {
    say(error, "a text does not fit");
    return AGON_FAILED;
  }
  memcpy(buffer->data, text, (size_t)size);
  buffer->size = size;
  return AGON_OK;
}

/* The upper bits of a linear congruential generator: 0 .. bound - 1. */
static int32_t draw(beach* state, int32_t bound) {
  state->random = state->random * 6364136223846793005u + 1442695040888963407u;
  return (int32_t)((state->random >> 33) % (uint64_t)bound);
}

static int32_t left(const beach* state) {
  int32_t sum = 0;
  for (int32_t heap = 0; heap < state->heaps; ++heap) sum += state->stones[heap];
  return sum;
}

static agon_status create(const agon_setup* setup, void** made, agon_error* error) {
  const agon_setting* const settings = setup->settings;
  beach* state = NULL;
  int32_t drawn = 0;
  if (setup->setting_count != PARAMETERS || strcmp(settings[NOTE].name, "note") != 0) {
    say(error, "the host handed in other settings than were declared");
    return AGON_FAILED;
  }
  if (settings[NOTE].value != NULL && strcmp(settings[NOTE].value, "storm") == 0) {
    say(error, "note=storm: nobody plays on the beach in a storm");
    return AGON_BAD_SETTING;
  }
  state = calloc(1, sizeof *state);
  if (state == NULL) {
    say(error, "out of memory");
    return AGON_FAILED;
  }
  state->random = setup->seed;
  state->seats = setup->seats;
  state->gull = -1;
  drawn = 2 + draw(state, BEACH_MAX_HEAPS - 1);
  state->heaps = settings[HEAPS].value == NULL ? drawn : (int32_t)strtol(settings[HEAPS].value, NULL, 10);
  for (int32_t heap = 0; heap < state->heaps; ++heap) state->stones[heap] = 5 + draw(state, 10);
  state->weight = strtod(settings[WEIGHT].value, NULL);
  state->gull_flies = strcmp(settings[GULL].value, "yes") == 0;
  state->step = strcmp(settings[ORDER].value, "back") == 0 ? -1 : 1;
  state->has_note = settings[NOTE].value != NULL;
  if (state->has_note) snprintf(state->note, sizeof state->note, "%s", settings[NOTE].value);
  *made = state;
  return AGON_OK;
}

static agon_status parameter(const void* it, uint32_t index, agon_buffer* text, agon_error* error) {
  const beach* const state = it;
  char word[64];
  switch (index) {
    case HEAPS:
      snprintf(word, sizeof word, "%d", (int)state->heaps);
      return write_text(text, word, error);
    case WEIGHT:
      snprintf(word, sizeof word, "%.17g", state->weight);
      return write_text(text, word, error);
    case GULL:
      return write_text(text, state->gull_flies ? "yes" : "no", error);
    case ORDER:
      return write_text(text, state->step < 0 ? "back" : "forth", error);
    default:
      return state->has_note ? write_text(text, state->note, error) : AGON_ABSENT;
  }
}

static int32_t to_move(const void* it) {
  const beach* const state = it;
  return left(state) == 0 ? AGON_OVER : state->mover;
}

static agon_status observe(const void* it, int32_t seat, agon_buffer* observation, agon_error* error) {
  const beach* const state = it;
  beach_observation seen;
  if (observation->capacity < sizeof seen) {
    say(error, "the host left too little room");
    return AGON_FAILED;
  }
  memset(&seen, 0, sizeof seen);
  seen.seat = seat;
  seen.heaps = state->heaps;
  memcpy(seen.stones, state->stones, sizeof seen.stones);
  memcpy(observation->data, &seen, sizeof seen);
  observation->size = sizeof seen;
  return AGON_OK;
}

static void pass_on(beach* state) {
  int32_t next = state->mover;
  for (int32_t tries = 0; tries < state->seats; ++tries) {
    next = (next + state->step + state->seats) % state->seats;
    if (!state->out[next]) {
      state->mover = next;
      return;
    }
  }
  state->mover = AGON_OVER;
}

static agon_status act(void* it, int32_t seat, agon_bytes action, agon_buffer* reply, agon_error* error) {
  beach* const state = it;
  beach_action take;
  if (action.size != sizeof take) {
    say(error, "an action of another size");
    return AGON_ILLEGAL;
  }
  memcpy(&take, action.data, sizeof take);
  if (take.heap < 0 || take.heap >= state->heaps || take.stones < 1 || take.stones > state->stones[take.heap]) {
    say(error, "so many stones are not there");
    return AGON_ILLEGAL;
  }
  state->stones[take.heap] -= take.stones;
  state->points[seat] += take.stones * state->weight;
  state->gull = -1;
  if (state->gull_flies && left(state) > 0) {
    do state->gull = draw(state, state->heaps);
    while (state->stones[state->gull] == 0);
    --state->stones[state->gull];
  }
  if (take.stones != 1) pass_on(state);
  if (reply != NULL) {
    const beach_reply answer = {state->gull};
    memcpy(reply->data, &answer, sizeof answer);
    reply->size = sizeof answer;
  }
  return AGON_OK;
}

static void forfeit(void* it, int32_t seat, int32_t outcome, const char* reason) {
  beach* const state = it;
  (void)reason;
  state->out[seat] = 1;
  state->points[seat] = -outcome;
  if (state->mover == seat) pass_on(state);
}

static double score(const void* it, int32_t seat) {
  return ((const beach*)it)->points[seat];
}

static void spent(void* it, int32_t seat, int64_t cpu_us) {
  ((beach*)it)->points[seat] += 0.5 - (double)(cpu_us / 60000000);
}

static agon_status position(const void* it, int32_t seat, agon_buffer* text, agon_error* error) {
  const beach* const state = it;
  char line[128] = "";
  size_t end = 0;
  (void)seat;
  for (int32_t heap = 0; heap < state->heaps; ++heap) {
    end += (size_t)snprintf(line + end, sizeof line - end, "%s%d", heap == 0 ? "" : " ", (int)state->stones[heap]);
  }
  return write_text(text, line, error);
}

static agon_status action_to_text(const void* it, agon_bytes action, agon_buffer* text, agon_error* error) {
  beach_action take;
  char line[32];
  (void)it;
  if (action.size != sizeof take) {
    say(error, "an action of another size");
    return AGON_ILLEGAL;
  }
  memcpy(&take, action.data, sizeof take);
  snprintf(line, sizeof line, "%d from %d", (int)take.stones, (int)take.heap);
  return write_text(text, line, error);
}

static agon_status action_from_text(const void* it, agon_bytes text, agon_buffer* action, agon_error* error) {
  char line[32] = "";
  int stones = 0;
  int heap = 0;
  int end = -1;
  (void)it;
  if (text.size < sizeof line) memcpy(line, text.data, (size_t)text.size);
  if (sscanf(line, "%d from %d%n", &stones, &heap, &end) != 2 || (uint64_t)end != text.size) {
    say(error, "an action is written like '2 from 0'");
    return AGON_ILLEGAL;
  }
  const beach_action take = {heap, stones};
  memcpy(action->data, &take, sizeof take);
  action->size = sizeof take;
  return AGON_OK;
}

static agon_status revealed(const void* it, int32_t seat, agon_buffer* text, agon_error* error) {
  char line[32] = "";
  const int32_t heap = ((const beach*)it)->gull;
  if (seat < AGON_SPECTATOR || seat >= ((const beach*)it)->seats) {
    say(error, "there is no such seat");
    return AGON_FAILED;
  }
  if (heap >= 0) snprintf(line, sizeof line, "gull %d", (int)heap);
  return write_text(text, line, error);
}

static void draw_scene(const void* it, int32_t seat, const agon_canvas* canvas) {
  static const char* const rows[] = {"beach"};
  static const char* const columns[] = {"0", "1", "2", "3", "4", "5"};
  const beach* const state = it;
  canvas->grid(canvas->host, 1, (uint32_t)state->heaps);
  canvas->labels(canvas->host, rows, columns);
  for (int32_t heap = 0; heap < state->heaps; ++heap) {
    char glyph[16];
    char token[24];
    agon_cell cell = {glyph, token, AGON_ROLE_CATEGORY, 0};
    snprintf(glyph, sizeof glyph, "%d", (int)state->stones[heap]);
    snprintf(token, sizeof token, "1 from %d", (int)heap);
    if (heap == state->gull) cell.marks = AGON_MARK_LAST;
    if (state->stones[heap] > 0) cell.marks |= AGON_MARK_LEGAL;
    canvas->cell(canvas->host, 0, (uint32_t)heap, &cell);
  }
  if (state->gull > 0) canvas->arrow(canvas->host, 0, 0, 0, (uint32_t)state->gull, AGON_ROLE_FAINT);
  canvas->text(canvas->host, seat == AGON_ALL_SEATS ? "as all see it" : "as one sees it");
}

static const void* extension(const char* id) {
  static const agon_notation notation = {128, position, action_to_text, action_from_text, revealed};
  static const agon_scene scene = {draw_scene};
  static const agon_usage usage = {spent};
  if (strcmp(id, AGON_NOTATION) == 0) return &notation;
  if (strcmp(id, AGON_SCENE) == 0) return &scene;
  return strcmp(id, AGON_USAGE) == 0 ? &usage : NULL;
}

static const agon_setting_type parameters[PARAMETERS] = {
    {"heaps", "how many heaps there are", AGON_INTEGER, 0, NULL, 1, BEACH_MAX_HEAPS, 1, NULL},
    {"weight", "points for a stone", AGON_NUMBER, 0, "1", 0.25, 4, 0, NULL},
    {"gull", "whether a gull takes stones, too", AGON_FLAG, 0, "yes", 0, 0, 0, NULL},
    {"order", "of the seats", AGON_CHOICE, 0, "forth", 0, 0, 0, "forth|back"},
    {"note", "written in the sand", AGON_TEXT, 0, NULL, 0, 0, 0, NULL}};

static const char* const seat_names[] = {"North", "East", "South", "West"};

static const agon_game_type game = {"pebbles",
                                    "1.0.0",
                                    PEBBLES_PROTOCOL,
                                    "Pebbles",
                                    "two to four seats take stones from heaps, and so does a gull",
                                    "Take stones from one heap. A gull then takes one more.\nWho takes one acts again.",
                                    "gatherer",
                                    2,
                                    BEACH_MAX_SEATS,
                                    seat_names,
                                    {1000000000, 0, 0, 0, 64 << 20, 1, 0, {0}},
                                    AGON_CONTEST_SIGNED_ROOT_SUM,
                                    PARAMETERS,
                                    parameters,
                                    sizeof(beach_observation),
                                    sizeof(beach_action),
                                    sizeof(beach_reply),
                                    create,
                                    free,
                                    parameter,
                                    to_move,
                                    observe,
                                    act,
                                    forfeit,
                                    score,
                                    extension};
static const agon_game_type* const games[] = {&game};

const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "pebbles", "1.0.0", 1, 0, games, NULL};
