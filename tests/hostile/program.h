/* What the program of program.c, which attacks, has in common with the attacks of program_hiding.c. */
#ifndef AGON_TESTS_HOSTILE_PROGRAM_H
#define AGON_TESTS_HOSTILE_PROGRAM_H

/* Returns 1 if it has succeeded in what must be refused, or held what must be counted, or can't be tried; 0 if it has
 * been refused. */
struct attack {
  const char* name;
  int (*run)(void);
};

/* Defines an attack: ATTACK(name) { ... }, or by what it returns. The linker gathers all of them. */
#define ATTACK(named)                                                                                            \
  static int attack_##named(void);                                                                               \
  __attribute__((used, section("attacks"))) static const struct attack named##_entry = {#named, attack_##named}; \
  static int attack_##named(void)
#define ATTACK_IS(named, result) \
  ATTACK(named) {                \
    return result;               \
  }

/* Uses CPU time in the start, for an attack of which it is a part. */
void hide_at_start(const char* name);

#endif
