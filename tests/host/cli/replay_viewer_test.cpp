// The keys of a replay, and what they do.
#include "host/cli/replay_viewer.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using host::ReplayKey;
using host::ReplayPosition;

TEST_CASE("keys are taken one by one, and an unknown sequence is none of them") {
  std::string bytes = " \x1b[C\x1bOD\x1b[5~\x1b[6~\x1b[H\x1b[4~x\x1b[15;5~\x1b[Zq\x1b";
  const std::vector<ReplayKey> expected = {ReplayKey::pause,  ReplayKey::next,  ReplayKey::back,  ReplayKey::ten_back,
                                           ReplayKey::ten_on, ReplayKey::first, ReplayKey::last,  ReplayKey::none,
                                           ReplayKey::none,   ReplayKey::none,  ReplayKey::leave, ReplayKey::none};
  for (const ReplayKey key : expected) CHECK(host::take_key(bytes) == key);
  CHECK(bytes.empty());
}

TEST_CASE("a key of several bytes is waited for") {
  for (const char* const part : {"\x1b", "\x1b[", "\x1b[5", "\x1bO"}) CHECK(host::is_part_of_key(part));
  for (const char* const whole : {" ", "q", "\x1b[C", "\x1b[5~", "x", "\x1b[Z"}) CHECK(!host::is_part_of_key(whole));
}

TEST_CASE("a replay stays within the match, pauses at its end and at each step by hand") {
  ReplayPosition position(12, true);
  CHECK(position.plays());
  position.tick();
  CHECK(position.turn() == 1);
  position.press(ReplayKey::ten_back);
  CHECK(position.turn() == 0);
  CHECK(!position.plays());
  position.tick();
  position.press(ReplayKey::back);
  CHECK(position.turn() == 0);
  position.press(ReplayKey::ten_on);
  position.press(ReplayKey::pause);
  position.tick();
  position.tick();
  CHECK(position.turn() == 12);
  CHECK(!position.plays());
  position.press(ReplayKey::pause);
  position.press(ReplayKey::next);
  CHECK(position.turn() == 12);
  CHECK(!position.plays());
  CHECK(!ReplayPosition(0, true).plays());
}
