/* Which attack at_load.cpp makes: all that differs among its libraries, so that the rest is compiled once. */
extern const char hostile_attack_at_load[];
const char hostile_attack_at_load[] = HOSTILE_ATTACK;
