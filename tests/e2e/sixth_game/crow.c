/* The game of crow.h, in C99, against the SDK's headers alone. */
#include "crow.h"

#include <agon/ext/notation.h>
#include <agon/ext/scene.h>
#include <agon/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct crow_state {
  uint64_t random;
  int32_t seats;
  int32_t heaps;
  int32_t stones[CROW_MAX_HEAPS];
  int32_t taken[CROW_MAX_SEATS];
  int out[CROW_MAX_SEATS];
  int32_t mover;
  int32_t crow; /* the heap it took from last, -1: none */
} crow_state;

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

/* The upper bits of a linear congruential generator (Knuth's MMIX constants): 0 .. bound - 1. */
static int32_t draw(crow_state* crow, int32_t bound) {
  crow->random = crow->random * 6364136223846793005u + 1442695040888963407u;
  return (int32_t)((crow->random >> 33) % (uint64_t)bound);
}

static int32_t stones_left(const crow_state* crow) {
  int32_t left = 0;
  for (int32_t heap = 0; heap < crow->heaps; ++heap) left += crow->stones[heap];
  return left;
}

static agon_status create(const agon_setup* setup, void** state, agon_error* error) {
  crow_state* const crow = calloc(1, sizeof *crow);
  if (crow == NULL) {
    say(error, "out of memory");
    return AGON_FAILED;
  }
  crow->random = setup->seed;
  crow->seats = setup->seats;
  crow->crow = -1;
  const int32_t drawn = 3 + draw(crow, CROW_MAX_HEAPS - 2);
  crow->heaps = setup->settings[0].value == NULL ? drawn : (int32_t)strtol(setup->settings[0].value, NULL, 10);
  for (int32_t heap = 0; heap < crow->heaps; ++heap) crow->stones[heap] = 5 + draw(crow, 10);
  *state = crow;
  return AGON_OK;
}

static agon_status parameter(const void* state, uint32_t index, agon_buffer* text, agon_error* error) {
  char word[16];
  (void)index;
  snprintf(word, sizeof word, "%d", (int)((const crow_state*)state)->heaps);
  return write_text(text, word, error);
}

static int32_t to_move(const void* state) {
  const crow_state* const crow = state;
  return crow->mover < 0 || stones_left(crow) == 0 ? AGON_OVER : crow->mover;
}

static agon_status observe(const void* state, int32_t seat, agon_buffer* observation, agon_error* error) {
  const crow_state* const crow = state;
  crow_observation seen;
  (void)seat;
  (void)error;
  memset(&seen, 0, sizeof seen);
  seen.heaps = crow->heaps;
  memcpy(seen.stones, crow->stones, sizeof seen.stones);
  memcpy(observation->data, &seen, sizeof seen);
  observation->size = sizeof seen;
  return AGON_OK;
}

/* The next seat that still plays; nobody if there is none. */
static void pass_on(crow_state* crow) {
  for (int32_t step = 1; step <= crow->seats; ++step) {
    const int32_t next = (crow->mover + step) % crow->seats;
    if (!crow->out[next]) {
      crow->mover = next;
      return;
    }
  }
  crow->mover = -1;
}

static agon_status act(void* state, int32_t seat, agon_bytes action, agon_buffer* reply, agon_error* error) {
  crow_state* const crow = state;
  crow_action take;
  if (action.size < sizeof take) {
    say(error, "an action that is too short");
    return AGON_ILLEGAL;
  }
  memcpy(&take, action.data, sizeof take);
  if (take.heap < 0 || take.heap >= crow->heaps || take.stones < 1 || take.stones > crow->stones[take.heap]) {
    say(error, "so many stones are not there");
    return AGON_ILLEGAL;
  }
  crow->stones[take.heap] -= take.stones;
  crow->taken[seat] += take.stones;
  crow->crow = -1;
  if (stones_left(crow) > 0) {
    do crow->crow = draw(crow, crow->heaps);
    while (crow->stones[crow->crow] == 0);
    --crow->stones[crow->crow];
  }
  if (take.stones != 1) pass_on(crow);
  if (reply != NULL) {
    const crow_reply answer = {crow->crow};
    memcpy(reply->data, &answer, sizeof answer);
    reply->size = sizeof answer;
  }
  return AGON_OK;
}

static void forfeit(void* state, int32_t seat, int32_t outcome, const char* reason) {
  crow_state* const crow = state;
  (void)outcome;
  (void)reason;
  crow->out[seat] = 1;
  crow->taken[seat] = 0;
  if (crow->mover == seat) pass_on(crow);
}

static double score(const void* state, int32_t seat) {
  return ((const crow_state*)state)->taken[seat];
}

static agon_status position(const void* state, int32_t seat, agon_buffer* text, agon_error* error) {
  const crow_state* const crow = state;
  char line[128] = "";
  (void)seat;
  for (int32_t heap = 0; heap < crow->heaps; ++heap) {
    char word[16];
    snprintf(word, sizeof word, "%s%d", heap == 0 ? "" : " ", (int)crow->stones[heap]);
    strncat(line, word, sizeof line - strlen(line) - 1);
  }
  return write_text(text, line, error);
}

static agon_status action_to_text(const void* state, agon_bytes action, agon_buffer* text, agon_error* error) {
  crow_action take;
  char line[32];
  (void)state;
  if (action.size < sizeof take) {
    say(error, "an action that is too short");
    return AGON_ILLEGAL;
  }
  memcpy(&take, action.data, sizeof take);
  snprintf(line, sizeof line, "%d from %d", (int)take.stones, (int)take.heap);
  return write_text(text, line, error);
}

static agon_status action_from_text(const void* state, agon_bytes text, agon_buffer* action, agon_error* error) {
  char line[32] = "";
  int stones = 0;
  int heap = 0;
  int end = 0;
  (void)state;
  if (text.size < sizeof line) memcpy(line, text.data, (size_t)text.size);
  if (sscanf(line, "%d from %d%n", &stones, &heap, &end) != 2 || (uint64_t)end != text.size) {
    say(error, "an action is written like '2 from 0'");
    return AGON_ILLEGAL;
  }
  const crow_action take = {heap, stones};
  char again[32];
  snprintf(again, sizeof again, "%d from %d", stones, heap);
  if (strcmp(again, line) != 0) { /* zeros before a number, or one that is too large: each action has one text */
    say(error, "an action is written like '2 from 0', with numbers as short as that");
    return AGON_ILLEGAL;
  }
  memcpy(action->data, &take, sizeof take);
  action->size = sizeof take;
  return AGON_OK;
}

static agon_status revealed(const void* state, int32_t seat, agon_buffer* text, agon_error* error) {
  (void)seat;
  char line[32] = "";
  const int32_t heap = ((const crow_state*)state)->crow;
  if (heap >= 0) snprintf(line, sizeof line, "crow %d", (int)heap);
  return write_text(text, line, error);
}

static void draw_scene(const void* state, int32_t seat, const agon_canvas* canvas) {
  const crow_state* const crow = state;
  (void)seat;
  canvas->grid(canvas->host, 1, (uint32_t)crow->heaps);
  for (int32_t heap = 0; heap < crow->heaps; ++heap) {
    char glyph[16];
    agon_cell cell = {glyph, NULL, AGON_ROLE_CATEGORY, 0};
    snprintf(glyph, sizeof glyph, "%d", (int)crow->stones[heap]);
    if (heap == crow->crow) cell.marks = AGON_MARK_LAST;
    canvas->cell(canvas->host, 0, (uint32_t)heap, &cell);
  }
  canvas->text(canvas->host, "stones on the heaps");
}

static const void* extension(const char* id) {
  static const agon_notation notation = {128, position, action_to_text, action_from_text, revealed};
  static const agon_scene scene = {draw_scene};
  if (strcmp(id, AGON_NOTATION) == 0) return &notation;
  return strcmp(id, AGON_SCENE) == 0 ? &scene : NULL;
}

static const agon_setting_type parameters[] = {
    {"heaps", "how many heaps there are", AGON_INTEGER, 0, NULL, 1, CROW_MAX_HEAPS, 1, NULL}};

static const agon_game_type game = {"crow",
                                    "0.1.0",
                                    CROW_PROTOCOL,
                                    "Crow",
                                    "two to four seats take stones from heaps, and so does a crow",
                                    "Take stones from one heap. A crow then takes one more.\nWho takes one acts again.",
                                    NULL,
                                    2,
                                    CROW_MAX_SEATS,
                                    NULL,
                                    {.cpu_ns = 1000000000},
                                    AGON_CONTEST_SUM,
                                    1,
                                    parameters,
                                    sizeof(crow_observation),
                                    sizeof(crow_action),
                                    sizeof(crow_reply),
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

const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "crow", "0.1.0", 1, 0, games, NULL};
