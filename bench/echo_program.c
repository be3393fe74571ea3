/* A program on a pipe that answers what it sees and does nothing else, so that what is measured is the way to it. */
#include <stdio.h>
#include <string.h>

int main(void) {
  static char line[65536];
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (strncmp(line, "turn ", 5) == 0) {
      const char* const position = strchr(line + 5, ' ');
      fputs("action", stdout);
      fputs(position == NULL ? "\n" : position, stdout);
    } else if (strcmp(line, "start\n") == 0) {
      fputs("ready\n", stdout);
    } else if (strcmp(line, "quit\n") == 0) {
      return 0;
    }
    fflush(stdout);
  }
  return 0;
}
