// The same as C++20.
#include "layout.c"
