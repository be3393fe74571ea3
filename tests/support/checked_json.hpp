// JSON in doctest's checks: how they show it, without each of them compiling that.
#pragma once

#include "tests/support/json.hpp"

#include <doctest/doctest.h>

template <>
struct doctest::StringMaker<support::Json> {
  static String convert(const support::Json& json) { return support::to_text(json).c_str(); }
};
