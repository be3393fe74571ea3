/* Attacks that hide CPU time or memory from the host. Each makes sure that it has used what it hides: it then ends if
 * it is not stopped. */
#ifndef AGON_TESTS_HOSTILE_PROGRAM_HIDING_H
#define AGON_TESTS_HOSTILE_PROGRAM_HIDING_H

/* Runs an attack. Returns 1 if it has succeeded in what must be refused, or held what must be counted, or can't be
 * tried; 0 if the kernel has refused it; -1 if there is no attack of this name. */
int hide(const char* name);

/* Uses CPU time in the start, for an attack of which it is a part. */
void hide_at_start(const char* name);

#endif
