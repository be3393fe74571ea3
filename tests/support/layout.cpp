// Compiles layout.c as C++20.
#include "layout.c"
