/* Which attack at_load.cpp makes. named_copies.sh writes the name of one over this text in each copy of the library. */
extern const char hostile_attack_at_load[41];
const char hostile_attack_at_load[41] = "name....................................";
