/* An engine for tests: it speaks GTP, answers at once, and plays the first point of its list that it takes for empty;
 * at its tenth move it passes. Its command `fault` makes it fail, the argument "mute" before that. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* answer_fault(const char* fault) {
  if (strcmp(fault, "illegal") == 0) return "= Z9";
  if (strcmp(fault, "blanks") == 0) return "=  \tPASS ";
  if (strcmp(fault, "taken") == 0) return "= A1";
  if (strcmp(fault, "resign") == 0) return "= resign";
  if (strcmp(fault, "capitals") == 0) return "= RESIGN";
  if (strcmp(fault, "small") == 0) return "= e5";
  if (strcmp(fault, "column") == 0) return "= I5"; /* between H and J there is none */
  if (strcmp(fault, "refusal") == 0) return "? I do not want to";
  if (strcmp(fault, "crash") == 0) raise(SIGSEGV);
  if (strcmp(fault, "exit") == 0) {
    fputs("no network\n", stderr);
    exit(3);
  }
  return "="; /* "stall": says nothing at all, see below */
}

int main(int count, char** arguments) {
  static char line[1 << 12];
  static char fault[32] = "none";
  static char taken[1 << 14];
  static char move[16];
  int turns = 0;
  const int mute = count > 1 && strcmp(arguments[1], "mute") == 0;
  setvbuf(stdout, NULL, _IOFBF, 1 << 12);
  while (!mute && fgets(line, sizeof line, stdin) != NULL) {
    const char* reply = "=";
    line[strcspn(line, "\n")] = '\0';
    if (strcmp(line, "name") == 0) {
      reply = "= Placer";
    } else if (strcmp(line, "version") == 0) {
      reply = "= 1.0";
    } else if (strcmp(line, "protocol_version") == 0) {
      reply = "= 2";
    } else if (strcmp(line, "list_commands") == 0) {
      reply =
          "= "
          "boardsize\nkomi\nclear_board\nplay\ngenmove\nlevel\nfault\ntime_settings\ntime_left\nset_random_seed\nquit";
    } else if (strncmp(line, "boardsize ", 10) == 0) {
      if (atoi(line + 10) > 9) reply = "? unacceptable size";
    } else if (strcmp(line, "clear_board") == 0) {
      strcpy(taken, " ");
      turns = 0;
      if (strcmp(fault, "deaf") == 0) continue;
    } else if (sscanf(line, "fault %31s", fault) == 1) {
    } else if (strncmp(line, "level ", 6) == 0) {
      if (atoi(line + 6) < 1) reply = "? level not an integer";
    } else if (sscanf(line, "play %*s %7s", move) == 1) {
      if (strcmp(fault, "strict") == 0) reply = "? illegal move";
      strcat(strcat(taken, move), " ");
    } else if (strncmp(line, "genmove ", 8) == 0) {
      static const char columns[] = "ABCDEFGHJ";
      static char text[32];
      int point = 0;
      if (strcmp(fault, "stall") == 0) continue;
      do {
        snprintf(move, sizeof move, "%c%d", columns[point % 9], point / 9 + 1);
        sprintf(text, " %s ", move);
      } while (strstr(taken, text) != NULL && ++point < 81);
      if (++turns == 10) strcpy(move, "PASS");
      strcat(strcat(taken, move), " ");
      sprintf(text, "= %s", move);
      reply = strcmp(fault, "none") == 0 || strcmp(fault, "strict") == 0 ? text : answer_fault(fault);
    } else if (strcmp(line, "quit") == 0) {
      puts("=\n");
      return 0;
    } else if (strncmp(line, "komi ", 5) != 0 && strncmp(line, "time_", 5) != 0 && strncmp(line, "set_", 4) != 0) {
      reply = "? unknown command";
    }
    printf("%s\n\n", reply);
    fflush(stdout);
  }
  if (mute) {
    while (fgets(line, sizeof line, stdin) != NULL) {
    }
  }
  return 0;
}
