// Prints JSON in doctest's checks, without compiling the conversion in each test.
#pragma once

#include "tests/support/json.hpp"

#include <doctest/doctest.h>

template <>
struct doctest::StringMaker<support::Json> {
  static String convert(const support::Json& json) { return support::to_text(json).c_str(); }
};
