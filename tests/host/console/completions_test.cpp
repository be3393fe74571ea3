// Completion of lines, word by word.
#include "host/console/line_reader.hpp"

#include <doctest/doctest.h>

namespace {

using Words = std::vector<std::string>;

const Words typed = {"3 1", "3 12", "3 4 x", "30 1", "undo"};

}  // namespace

TEST_CASE("a line is continued to the end of its word, or of the next one after a blank") {
  CHECK(host::continued(typed, "") == Words{"3", "30", "undo"});
  CHECK(host::continued(typed, "3") == Words{"3", "30"});
  CHECK(host::continued(typed, "3 ") == Words{"3 1", "3 4", "3 12"});
  CHECK(host::continued(typed, "3 4 ") == Words{"3 4 x"});
  CHECK(host::continued(typed, "u") == Words{"undo"});
  CHECK(host::continued(typed, "x").empty());
}

TEST_CASE("the common beginning is what all lines share") {
  CHECK(host::common_beginning({"3 1", "3 12", "3 4"}) == "3 ");
  CHECK(host::common_beginning({"abc"}) == "abc");
  CHECK(host::common_beginning({"a", "b"}).empty());
}

TEST_CASE("words stand in columns of equal width, and fit the lines") {
  CHECK(host::in_columns({"a", "bbb", "cc", "d"}, 8) == "a    bbb\ncc   d\n");
  CHECK(host::in_columns({"a", "bbb", "cc", "d"}, 1) == "a\nbbb\ncc\nd\n");
  CHECK(host::in_columns({}) == "");
  CHECK(host::in_columns({"a\nb"}) == "a b\n");
}

TEST_CASE("the last words are what a list of completions shows") {
  CHECK(host::last_words({"3 1", "3 12", "undo"}) == Words{"1", "12", "undo"});
}
