// The main function of every doctest program of this project.
#define DOCTEST_CONFIG_IMPLEMENT  // for builds that have precompiled the header
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
