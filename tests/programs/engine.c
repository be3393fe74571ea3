/* An engine for tests: it speaks UCI, answers at once, and knows one match: from the position
 * k7/8/8/8/8/8/8/K2R4 w, White's rook walks over 30 squares and back, and Black's king goes to and fro, until 50 moves
 * of each are played. Its option Fault makes it fail, the argument "mute" before that. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void square(int step, char* name) {
  const int turned = step % 58;
  const int place = turned < 30 ? turned : 58 - turned;
  const int rank = place / 5;
  name[0] = (char)('d' + (rank % 2 == 0 ? place % 5 : 4 - place % 5));
  name[1] = (char)('1' + rank);
}

static void write_move(int ply, char* move) {
  if (ply % 2 == 0) {
    square(ply / 2, move);
    square(ply / 2 + 1, move + 2);
    move[4] = '\0';
  } else {
    strcpy(move, ply % 4 == 1 ? "a8b8" : "b8a8");
  }
}

static void fail(const char* fault) {
  if (strcmp(fault, "illegal") == 0) puts("bestmove a1h8");
  if (strcmp(fault, "nonsense") == 0) puts("bestmove (none)");
  if (strcmp(fault, "crash") == 0) raise(SIGSEGV);
  if (strcmp(fault, "exit") == 0) {
    fputs("no network\n", stderr);
    exit(3);
  }
  if (strcmp(fault, "quit") == 0) exit(4);
  /* "stall": says nothing here; "deaf": nothing from ucinewgame on */
}

/* As engines say it that need a network. */
static void read_weights(const char* name) {
  FILE* const file = strcmp(name, "<empty>") == 0 ? stdin : fopen(name, "r");
  if (file == NULL) {
    puts("info string ERROR: network evaluation parameters must be available.");
    printf("info string ERROR: The network file %s was not loaded successfully.\n", name);
    puts("info string ERROR: The engine will be terminated now.");
    exit(1);
  }
  if (file != stdin) fclose(file);
}

int main(int count, char** arguments) {
  static char line[1 << 16];
  static char fault[32] = "none";
  static char hash[32] = "1";
  static char weights[4096] = "<empty>";
  int echo = 0;
  int new_game = 0;
  int plies = 0;
  const int mute = count > 1 && strcmp(arguments[1], "mute") == 0;
  setvbuf(stdout, NULL, _IOFBF, 1 << 12);
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (strcmp(line, "uci") == 0 && !mute) {
      puts("id name Walker 1.0\nid author the tests\n");
      puts("option name Hash type spin default 1 min 1 max 64");
      puts("option name Clear Hash type button");
      puts("option name Echo type check default false");
      puts("option name Weights File type string default <empty>");
      puts(
          "option name Fault type combo default none var none var blanks var quit var illegal var nonsense var crash "
          "var exit var stall var deaf");
      puts("uciok");
    } else if (strcmp(line, "isready") == 0 && !(new_game && strcmp(fault, "deaf") == 0)) {
      puts("readyok");
    } else if (sscanf(line, "setoption name Fault value %31s", fault) == 1) {
    } else if (sscanf(line, "setoption name Hash value %31s", hash) == 1) {
    } else if (sscanf(line, "setoption name Weights File value %4095s", weights) == 1) {
    } else if (strcmp(line, "setoption name Echo value true") == 0) {
      echo = 1;
    } else if (strncmp(line, "position ", 9) == 0) {
      const char* const moves = strstr(line, " moves ");
      plies = moves == NULL ? 0 : (int)(strlen(moves) - 6) / 5;
    } else if (strncmp(line, "go", 2) == 0) {
      char move[8];
      char expected[8];
      read_weights(weights);
      write_move(plies, move);
      write_move(plies + 1, expected);
      if (echo) {
        printf("info depth 1 score cp %s string %s\n", hash, line);
      } else {
        printf("info depth 2 multipv 1 score cp 100 nodes 12 pv %s %s\n", move, expected);
        printf("info depth 2 multipv 2 score mate 1 nodes 12 pv %s\n", expected);
        printf("info depth 3 multipv 1 score cp -300 upperbound nodes 15 pv %s\n", move);
      }
      if (strcmp(fault, "none") == 0 || (strcmp(fault, "quit") == 0 && plies < 2)) {
        printf("bestmove %s ponder %s\n", move, expected);
      } else if (strcmp(fault, "blanks") == 0) {
        printf(" \tbestmove  %s\tponder %s\n", move, expected);
      } else {
        fail(fault);
      }
    } else if (strcmp(line, "ucinewgame") == 0) {
      new_game = 1;
    } else if (strcmp(line, "quit") == 0) {
      return 0;
    }
    fflush(stdout);
  }
  return 0;
}
