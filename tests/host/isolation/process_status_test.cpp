// Files of the kernel tell what they mean, not what the names of processes pretend.
#include "host/isolation/process_status.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

using host::number_in;
using host::number_of;
using host::value_of;

TEST_CASE("a key counts at the beginning of a line only, with a blank behind it") {
  const std::string text =
      "Name:\tRssAnon: 7\nState: R\nRssAnonymous: 8\n RssAnon: 9\nRssAnon:\t   12 kB\nRssAnon: 13\n";
  CHECK(number_of("RssAnon:", text) == 12);
  CHECK(value_of("RssAnon:", text) == "12 kB");
  CHECK(value_of("State:", text) == "R");
  CHECK(number_of("State:", text) == 0);
  CHECK_FALSE(value_of("RssShmem:", text));
  CHECK_FALSE(value_of("RssAnon:", "Name:\tRssAnon: 7\n"));
  CHECK_FALSE(value_of("RssAnon:", "RssAnon:"));
  CHECK_FALSE(value_of("RssAnon:", ""));
  CHECK(number_of("oom_kill", "oom_group_kill 4\noom_kill 3") == 3);
}

TEST_CASE("a number below 0 counts as none, and one that is too large as the largest") {
  CHECK(number_in("-5") == 0);
  CHECK(number_in("x") == 0);
  CHECK(number_in("") == 0);
  CHECK(number_in("5 kB") == 5);
  CHECK(number_in("18446744073709551615") == std::numeric_limits<std::int64_t>::max());
  CHECK(number_of("RssAnon:", "RssAnon: -999999 kB\n") == 0);
}
