#include "host/manual/roff.hpp"

#include <doctest/doctest.h>

namespace roff = host::roff;

TEST_CASE("characters that troff would read or replace are escaped") {
  CHECK(roff::escaped("a\\b") == "a\\eb");
  CHECK(roff::escaped("--seed 'x' \"y\" `z` ~/^") == "\\-\\-seed \\(aqx\\(aq \\(dqy\\(dq \\(gaz\\(ga \\(ti/\\(ha");
}

TEST_CASE("a line that begins with a dot or a quote is no command of troff") {
  CHECK(roff::escaped(".TH is a word") == "\\&.TH is a word");
  CHECK(roff::escaped("'so is this") == "\\(aqso is this");
}

TEST_CASE("an argument of a macro keeps its blanks together") {
  CHECK(roff::argument("EXIT STATUS") == "\"EXIT STATUS\"\n");
  CHECK(roff::argument("say \"no\"") == "\"say \\(dqno\\(dq\"\n");
}

TEST_CASE("paragraphs are filled and parted, and indented lines kept as they are") {
  CHECK(roff::paragraphs("") == "");
  CHECK(roff::paragraphs("one\ntwo\n") == "one\ntwo\n");
  CHECK(roff::paragraphs("one\n\ntwo\n") == "one\n.PP\ntwo\n");
  CHECK(roff::paragraphs("one\n  code  here\nafter") == "one\n.PP\n.RS 4\n.nf\ncode  here\n.fi\n.RE\n.PP\nafter\n");
  CHECK(roff::paragraphs("  one\n\n  two\n") == ".RS 4\n.nf\none\n\ntwo\n.fi\n.RE\n");
}
